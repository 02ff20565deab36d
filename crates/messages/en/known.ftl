# A word that another verb knows. $name: as it was typed.
trap = { $name }: this is a rule; `fiord explain { $name }` explains it
recipe = { $name }: this is a recipe; `fiord check { $name } DIRECTORY` runs it, `fiord explain { $name }` shows it
study = { $name }: this is a study; `fiord study run { $name } DIRECTORY` runs it, `fiord explain { $name }` shows its plan
stored = { $name }: this is a stored result; `fiord report { $name }` shows it, `fiord compare { $name } OTHER` compares it
published = { $name }: this is an entry of the catalogue; `fiord compare RESULT { $name }` compares a result with it
option = { $name }: this is an option of jobs; `fiord --cmdhelp={ $name }` explains it
verb = { $name }: this is a verb; `fiord { $name } --help` lists its options
# How to run a recipe that was shown. $name: of the recipe.
run-recipe = `fiord check { $name } DIRECTORY` runs it.
no-threshold = The recipe has no threshold and reports numbers only. `--expect` and `--need` set one.
expects = Expected: { $expectations }.
