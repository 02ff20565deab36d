//! A notebook read, written and shown.

use fiord_messages::Lang;
use fiord_notebook::markdown::{self, BlockVerb, MistakeKind, Notebook};
use fiord_notebook::render::{ExpressionOutcome, Notes, html, outcomes, write};
use fiord_notebook::typed_numbers;

use crate::bed::disk;
use crate::random::Random;

const TEXT: &str = r#"# Reads of *this* disk

Sequential reads are faster. {? modes: read@4k faster than randread@4k by 1.5x}

```fiord study --as modes
name = "modes"
```

They reach {= modes.read-4k.iops}; `{= not.read.iops}` is code and \{= not.this.iops} is text.

| mode | seen | typed |
|---|---|---|
| read | {= modes.read@4k.iops} | 21 MB/s |
| random | 12 | see above |

<script>alert(1)</script>

[here](javascript:alert(1)) ![picture](http://example.org/x.png)
"#;

/// The page of a notebook whose blocks have no results.
fn page(text: &str, notebook: &Notebook, outcomes: &[ExpressionOutcome]) -> String {
    html(
        text,
        notebook,
        outcomes,
        &|_| String::new(),
        Notes::Claims,
        Lang::En,
    )
}

fn written(text: &str) -> String {
    let notebook = markdown::read(text);
    assert_eq!(notebook.mistakes, []);
    let outcomes = outcomes(&notebook, &disk(10, &mut Random(33)));
    let result = |name: &str| Some(format!("| {name} |\n|---|\n| 1 |"));
    write(
        text,
        &notebook,
        &outcomes,
        &result,
        Some("| claim |\n|---|"),
        Lang::En,
    )
    .unwrap()
}

#[test]
fn blocks_values_and_claims_are_found() {
    let notebook = markdown::read(TEXT);
    assert_eq!(notebook.title.as_deref(), Some("Reads of this disk"));
    assert_eq!(notebook.mistakes, []);
    let [block] = &notebook.blocks[..] else {
        panic!("{:?}", notebook.blocks)
    };
    assert_eq!((block.name.as_str(), block.verb), ("modes", BlockVerb::Study));
    assert_eq!(block.body, "name = \"modes\"\n");
    let texts: Vec<&str> = notebook.expressions.iter().map(|one| one.text.as_str()).collect();
    let expected = [
        "modes: read@4k faster than randread@4k by 1.5x",
        "modes.read-4k.iops",
        "modes.read@4k.iops",
    ];
    assert_eq!(texts, expected);
}

#[test]
fn what_is_written_is_written_once() {
    let once = written(TEXT);
    assert!(once.contains("by 1.5x → ✓ 2"), "{once}");
    assert!(once.contains("{= modes.read-4k.iops → 2"), "{once}");
    assert!(once.contains("<!-- fiord modes -->\n\n| modes |"), "{once}");
    assert!(
        once.ends_with("<!-- fiord claims -->\n\n| claim |\n|---|\n\n<!-- /fiord -->\n"),
        "{once}"
    );
    assert_eq!(written(&once), once);
    // All else is as it was.
    for line in TEXT
        .lines()
        .filter(|line| !line.contains("{?") && !line.contains("{="))
    {
        assert!(once.lines().any(|kept| kept == line), "{line}");
    }
}

#[test]
fn what_would_not_be_found_again_is_not_written() {
    let text = "A {? modes: read@4k valid}\n\n<!-- never closed";
    let notebook = markdown::read(text);
    let outcomes = outcomes(&notebook, &disk(10, &mut Random(33)));
    let result = write(text, &notebook, &outcomes, &|_| None, Some("claims"), Lang::En);
    assert_eq!(result, None);
}

#[test]
fn html_of_strangers_is_text() {
    let notebook = markdown::read(TEXT);
    let outcomes = outcomes(&notebook, &disk(10, &mut Random(33)));
    let page = html(
        TEXT,
        &notebook,
        &outcomes,
        &|name| format!("<p>RESULT {name}</p>"),
        Notes::Claims,
        Lang::En,
    );
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "{page}");
    assert!(
        page.contains("<a href=\"#\">here</a>") && !page.contains("<img"),
        "{page}"
    );
    assert!(
        page.contains("</pre>\n<p>RESULT modes</p>") && page.contains("class=\"claim good\""),
        "{page}"
    );
    assert!(
        page.contains("class=\"value\" title=\"Median of 10 runs"),
        "{page}"
    );
    // What was written before is not shown twice.
    let again = written(TEXT);
    let notebook = markdown::read(&again);
    let page = html(
        &again,
        &notebook,
        &outcomes,
        &|_| "RESULT".to_owned(),
        Notes::Claims,
        Lang::En,
    );
    assert_eq!(page.matches("RESULT").count(), 1, "{page}");
    assert!(!page.contains('→'), "{page}");
}

#[test]
fn numbers_typed_next_to_measurements_are_named() {
    let found = typed_numbers::find(TEXT, &markdown::read(TEXT));
    let found: Vec<(usize, &str)> = found.iter().map(|one| (one.line, one.text.as_str())).collect();
    assert_eq!(found, [(13, "21 MB/s"), (14, "12")]);
}

#[test]
fn mistakes_have_their_line() {
    for (text, line, what) in [
        (
            "a\n\n```fiord format\n```\n",
            3,
            MistakeKind::UnknownVerb("format".to_owned()),
        ),
        ("```fiord\n```\n", 1, MistakeKind::NoVerb),
        (
            "```fiord run\n```\n\n```fiord run\n```\n",
            4,
            MistakeKind::NameTwice("run".to_owned()),
        ),
        (
            "```fiord run --as claims\n```\n",
            1,
            MistakeKind::NameReserved("claims".to_owned()),
        ),
        ("a {= b.c.iops\n", 1, MistakeKind::Unclosed),
        ("<!-- fiord reads -->\n\nx\n", 1, MistakeKind::NoEnd),
        ("```fiord run\n--name=a\n", 1, MistakeKind::OpenFence),
    ] {
        let mistakes = markdown::read(text).mistakes;
        let found: Vec<_> = mistakes
            .iter()
            .map(|mistake| (mistake.line, mistake.what.clone()))
            .collect();
        assert_eq!(found, [(line, what)], "{text}");
    }
    assert_eq!(markdown::read("{? the disk is fast}").mistakes.len(), 1);
}

/// 200 pages: the test prints the time and asserts nothing about it.
#[test]
fn a_long_notebook_is_read_and_shown() {
    let long = TEXT.replace("--as modes", "--as modes0").repeat(200);
    let mut text = String::new();
    for (page, part) in long.split("# Reads").enumerate() {
        text.push_str(&part.replace("modes0", &format!("modes{page}")));
        text.push_str(&"A paragraph of prose about storage. ".repeat(60));
        text.push_str("\n\n## Reads");
    }
    let (started, evidence) = (std::time::Instant::now(), disk(10, &mut Random(33)));
    let notebook = markdown::read(&text);
    let outcomes = outcomes(&notebook, &evidence);
    let page = html(
        &text,
        &notebook,
        &outcomes,
        &|_| String::new(),
        Notes::Claims,
        Lang::En,
    );
    println!(
        "{} kB with {} expressions: {} ms",
        text.len() / 1000,
        notebook.expressions.len(),
        started.elapsed().as_millis()
    );
    assert_eq!((notebook.expressions.len(), notebook.blocks.len()), (600, 200));
    assert!(page.len() > text.len() / 2);
}

/// Values from elsewhere stand in a sentence: nothing is written after them, and their text cannot be a claim.
#[test]
fn an_import_may_stand_in_a_sentence() {
    let text = "As the old report says ![old](import: old-report.md), {= old.read.iops}.\n\n`![not](import: x)` ![no](x.png)\n";
    let notebook = markdown::read(text);
    assert_eq!(notebook.mistakes, []);
    let [block] = &notebook.blocks[..] else {
        panic!("{:?}", notebook.blocks)
    };
    assert_eq!((block.name.as_str(), block.verb), ("old", BlockVerb::Import));
    assert_eq!(block.arguments, ["old-report.md"]);
    let outcomes = outcomes(&notebook, &[]);
    let result = |_: &str| Some("| a |".to_owned());
    let written = write(text, &notebook, &outcomes, &result, None, Lang::En).unwrap();
    assert_eq!(
        written,
        text.replace("{= old.read.iops}", "{= old.read.iops → not measured}")
    );
    let page = page(text, &notebook, &outcomes);
    assert!(
        page.contains("<span class=\"value\" title=\"old-report.md\">old</span>"),
        "{page}"
    );
    let twice = markdown::read("![a](import: x) ![a](import: y) ![1](import: z)");
    let whats: Vec<MistakeKind> = twice.mistakes.into_iter().map(|one| one.what).collect();
    let expected = [
        MistakeKind::NameTwice("a".to_owned()),
        MistakeKind::NameReserved("1".to_owned()),
    ];
    assert_eq!(whats, expected);
}

/// Each mark leads to its reason, which has the same number.
#[test]
fn marks_have_the_numbers_of_their_reasons() {
    let text = "A {= modes.read@4k.iops} b {? modes: read@4k valid} c {? needs a hard disk}.";
    let notebook = markdown::read(text);
    let outcomes = outcomes(&notebook, &disk(10, &mut Random(33)));
    let page = page(text, &notebook, &outcomes);
    assert!(
        page.contains("href=\"#claim-1\"") && page.contains("✓<sup>1</sup></a>"),
        "{page}"
    );
    assert!(
        page.contains("title=\"Needs a hard disk.\">~<sup>2</sup></a>"),
        "{page}"
    );
}

/// Links of strangers run nothing, however they are written.
#[test]
fn links_of_strangers_run_nothing() {
    for link in [
        "[x](javascript:alert(1))",
        "[x](JavaScript:alert(1))",
        "[x](\tjavascript:alert(1))",
        "[x](java&#x73;cript:alert(1))",
        "[x](vbscript:x)",
        "[x](data:text/html,<script>alert(1)</script>)",
        "[x][y]\n\n[y]: javascript:alert(1)",
        "<javascript:alert(1)>",
        "![x](javascript:alert(1))",
        "<img src=x onerror=alert(1)>",
        "<a href='javascript:alert(1)'>x</a>",
        "<iframe src=//example.org></iframe>",
        "a <b onclick=alert(1)>b</b>",
        "<!-- a --><script>alert(1)</script>",
    ] {
        let notebook = markdown::read(link);
        let page = html(link, &notebook, &[], &|_| String::new(), Notes::Claims, Lang::En);
        let page = page.to_lowercase();
        for wrong in [
            "=\"javascript",
            "=\"vbscript",
            "=\"data:",
            "<img",
            "<iframe",
            "<script",
            "<b ",
            "<a href='",
        ] {
            assert!(!page.contains(wrong), "{link}: {page}");
        }
    }
}
