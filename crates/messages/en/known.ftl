# A word that another verb knows. $name: as it was typed.
trap = { $name }: a rule; `fiord explain { $name }` explains it
recipe = { $name }: a recipe; `fiord check { $name } DIRECTORY` runs it, `fiord explain { $name }` shows it
study = { $name }: a study; `fiord study run { $name } DIRECTORY` runs it, `fiord explain { $name }` shows its plan
stored = { $name }: a stored result; `fiord report { $name }` shows it, `fiord compare { $name } OTHER` compares it
published = { $name }: an entry of the catalogue; `fiord compare RESULT { $name }` compares a result with it
option = { $name }: an option of jobs; `fiord --cmdhelp={ $name }` explains it
verb = { $name }: a verb; `fiord { $name } --help` lists its options
# How to run a recipe that was shown. $name: of the recipe.
run-recipe = `fiord check { $name } DIRECTORY` runs it.
no-threshold = The recipe has no threshold and reports numbers only. `--expect` and `--need` set one.
expects = Expected: { $expectations }.
