//! How pages and charts look: one palette, one style sheet, light and dark, screen and print.

/// Names and colours on light ground. Colours of series are Okabe and Ito's, which differ for the colour-blind, darkened where three to one would be
/// missed; markers differ as well.
pub(crate) const LIGHT: [(&str, &str); 16] = [
    ("bg", "#fdfdfc"),
    ("fg", "#1d2126"),
    ("dim", "#5c6670"),
    ("line", "#d5d9dd"),
    ("card", "#f4f5f4"),
    ("good", "#00684a"),
    ("care", "#8a5a00"),
    ("bad", "#a8201a"),
    ("s0", "#0072b2"),
    ("s1", "#d55e00"),
    ("s2", "#008560"),
    ("s3", "#b8588f"),
    ("s4", "#8a6d00"),
    ("s5", "#3f7fb0"),
    ("s6", "#6a3d9a"),
    ("s7", "#444444"),
];
/// The same on dark ground.
pub(crate) const DARK: [(&str, &str); 16] = [
    ("bg", "#15181b"),
    ("fg", "#e6e8ea"),
    ("dim", "#a0a9b2"),
    ("line", "#363c43"),
    ("card", "#1d2125"),
    ("good", "#4fd1a5"),
    ("care", "#f0b93a"),
    ("bad", "#ff8078"),
    ("s0", "#56b4e9"),
    ("s1", "#ff9a52"),
    ("s2", "#2fd0a0"),
    ("s3", "#e6a5cc"),
    ("s4", "#f0e442"),
    ("s5", "#8ec9ef"),
    ("s6", "#c3a5f0"),
    ("s7", "#bbbbbb"),
];

/// What charts need.
const CHARTS: &str = r#"
svg text{fill:var(--fg);font-size:13px;font-family:system-ui,'DejaVu Sans',sans-serif}
svg .t{fill:var(--dim)}
svg .over{paint-order:stroke;stroke:var(--bg);stroke-width:5px}
svg .g{stroke:var(--line);stroke-width:1;fill:none}
svg .band{fill:var(--line);opacity:.55}
svg .one{stroke:var(--fg);stroke-width:1.2;stroke-dasharray:4 3}
svg .theory{stroke:var(--fg);stroke-width:1.4;stroke-dasharray:3 5;fill:none}
.c0{stroke:var(--s0);fill:var(--s0)}.c1{stroke:var(--s1);fill:var(--s1)}.c2{stroke:var(--s2);fill:var(--s2)}.c3{stroke:var(--s3);fill:var(--s3)}
.c4{stroke:var(--s4);fill:var(--s4)}.c5{stroke:var(--s5);fill:var(--s5)}.c6{stroke:var(--s6);fill:var(--s6)}.c7{stroke:var(--s7);fill:var(--s7)}
svg .l{stroke-width:1.8}
svg .l.c0,svg .l.c1,svg .l.c2,svg .l.c3,svg .l.c4,svg .l.c5,svg .l.c6,svg .l.c7{fill:none}
svg .d{stroke-dasharray:6 4}
svg .w{stroke-width:1.6}
svg .level{stroke-width:3;opacity:.55}
svg .p{opacity:.4}
svg .h{stroke:none}
.h0{fill-opacity:.06}.h1{fill-opacity:.18}.h2{fill-opacity:.3}.h3{fill-opacity:.43}.h4{fill-opacity:.56}.h5{fill-opacity:.7}.h6{fill-opacity:.85}.h7{fill-opacity:1}
"#;

const PAGE: &str = r#"
*{box-sizing:border-box}
body{margin:0 auto;max-width:76rem;padding:1.5rem 1rem 4rem;background:var(--bg);color:var(--fg);font:16px/1.5 system-ui,sans-serif}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem;overflow-wrap:anywhere}
h2{font-size:1.15rem;margin:2.5rem 0 .75rem;padding-bottom:.25rem;border-bottom:1px solid var(--line)}
h3{font-size:1rem;margin:1.5rem 0 .5rem}
p{margin:.5rem 0;max-width:70ch;overflow-wrap:anywhere}
a{color:inherit}
code{font:13px ui-monospace,monospace;overflow-wrap:anywhere}
.answer{font-size:1.15rem}
.dim{color:var(--dim)}
.good{color:var(--good)}.care{color:var(--care)}.bad{color:var(--bad)}
ul{padding-left:0;list-style:none;margin:.5rem 0}
li{margin:.6rem 0;max-width:80ch;overflow-wrap:anywhere}
li.f{border-left:4px solid var(--line);padding:.1rem 0 .1rem .75rem}
li.wrong{border-color:var(--bad)}li.care{border-color:var(--care);color:inherit}li.note{border-color:var(--dim)}
b,strong{font-weight:600}
figure{--bg:var(--card);margin:1rem 0;padding:.75rem;background:var(--card);border-radius:6px;break-inside:avoid}
figcaption{font-weight:600;margin-bottom:.25rem;overflow-wrap:anywhere}
figure{content-visibility:auto;contain-intrinsic-size:auto 26rem}
details>:not(summary){content-visibility:auto;contain-intrinsic-size:auto 60rem}
.wide{overflow-x:auto;background:linear-gradient(90deg,var(--bg) 60%,transparent) left/2rem 100% no-repeat local,
linear-gradient(270deg,var(--bg) 60%,transparent) right/2rem 100% no-repeat local,linear-gradient(90deg,var(--line),transparent) left/1rem 100% no-repeat scroll,
linear-gradient(270deg,var(--line),transparent) right/1rem 100% no-repeat scroll;scrollbar-width:thin;scrollbar-color:var(--dim) var(--line)}
.wide::-webkit-scrollbar{height:8px;background:var(--line)}
.wide::-webkit-scrollbar-thumb{background:var(--dim);border-radius:4px}
.plotted>svg{display:block;width:100%;height:auto;max-width:38rem}
#charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,29rem),1fr));gap:1rem;align-items:start}
#charts>h2{grid-column:1/-1;margin-bottom:0}
#charts>figure{margin:0;min-width:0}
.plan tbody{display:flex;flex-wrap:wrap;gap:.5rem 1.75rem}.plan thead{display:none}
.plan tr{display:flex;flex-direction:column}.plan th,.plan td{border:0;padding:0;overflow-wrap:anywhere}.plan th{color:var(--dim);font-size:.88rem}
.figures{display:flex;flex-wrap:wrap;gap:.25rem 2rem;margin:.75rem 0;align-items:baseline}
.figures div{margin:0}
.figures dt{color:var(--dim);font-size:.88rem}
.figures dd{margin:0;font-size:1.5rem;font-weight:600;font-variant-numeric:tabular-nums;line-height:1.25}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.92rem}
th,td{padding:.25rem .75rem .25rem 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
thead th{color:var(--dim);font-weight:600}
tbody th{font-weight:400}
:lang(zh) th{word-break:keep-all}
.n{text-align:right;white-space:nowrap}
article .wide>table{width:max-content}article td,article th{max-width:26rem}article ul{list-style:disc;padding-left:1.4rem}
.claim{text-decoration:none}sup{line-height:0}
pre{background:var(--card);padding:.75rem;border-radius:6px;overflow:auto;font:13px/1.45 ui-monospace,monospace;max-height:24rem}
.search{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;margin:.75rem 0}
input,select{font:inherit;font-size:.9rem;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:4px;padding:.15rem .4rem;max-width:100%}
time,.rate{white-space:nowrap}.jobs{min-width:11rem}
.tag{font-size:.85em;white-space:nowrap;text-decoration:none;border:1px solid var(--line);border-radius:1em;padding:0 .5em}
th button{border:0;padding:0;font-weight:inherit}th[aria-sort=ascending] button::after{content:" ↑"}th[aria-sort=descending] button::after{content:" ↓"}
.legend{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;font-size:.88rem;margin:.35rem 0 0;padding:0}
.legend li{margin:0;display:flex;gap:.4rem;align-items:center}
.legend svg{width:16px;min-width:16px;height:16px}
button{white-space:nowrap;font:inherit;font-size:.85rem;color:inherit;background:none;border:1px solid var(--line);border-radius:4px;padding:.1rem .5rem;cursor:pointer}
.legend button{display:flex;gap:.4rem;align-items:center;white-space:normal;overflow-wrap:anywhere;text-align:left}
.legend button[aria-pressed=false]{text-decoration:line-through;color:var(--dim)}
.bar{display:flex;flex-wrap:wrap;gap:.4rem;margin:0 0 .25rem}
summary{cursor:pointer;margin:.5rem 0}
:focus-visible{outline:2px solid var(--s0);outline-offset:2px}
footer{margin-top:3rem;color:var(--dim);font-size:.88rem}
@media (max-width:30rem){body{padding:1rem .75rem 3rem}figure{padding:.5rem}table{font-size:.85rem}th,td{padding-right:.45rem}.figures div{flex:1 0 40%}.figures dd{font-size:1.3rem}.answer{font-size:1.05rem}.plotted svg text{font-size:14.5px}}
@media (max-width:40rem){.stacked{overflow:visible;background:none}.stacked thead{display:none}.stacked tr{display:flex;flex-wrap:wrap;gap:0 1rem;padding:.35rem 0;border-bottom:1px solid var(--line)}
.stacked table,.stacked tbody{display:block}.stacked th,.stacked td{border:0;padding:0;white-space:normal;text-align:left;overflow-wrap:anywhere;min-width:0}.stacked tbody th{flex:1 0 100%;font-weight:600}.stacked td+th{flex-basis:75%}
.stacked td[data-head]:not(:empty)::before{content:attr(data-head) " ";color:var(--dim)}}
"#;

/// What is different on paper.
const PAPER: &str = "@page{size:A4;margin:18mm 16mm}body{max-width:none;padding:0;font-size:11pt}\
figure,details>*{content-visibility:visible!important}pre{max-height:none;white-space:pre-wrap}.wide{overflow:visible}details:not([open]),.bar{display:none}\
figure,tr,li{break-inside:avoid}h1,h2,h3{break-after:avoid}article .wide>table{width:100%;font-size:.85em}";

/// The colours of paper.
const WHITE: &str = "--bg:#fff;--fg:#000;--dim:#444;--card:#fff;--line:#bbb";

/// Below this size a script needs no library.
pub(crate) const SCRIPT: &str = include_str!("script.js");

fn names(palette: &[(&str, &str)]) -> String {
    let pairs: Vec<String> = palette
        .iter()
        .map(|(name, colour)| format!("--{name}:{colour}"))
        .collect();
    pairs.join(";")
}

/// The style sheet of a page.
pub(crate) fn style() -> String {
    // Paper is white, whatever the screen is.
    format!(
        "\n:root{{{light}}}\n@media screen and (prefers-color-scheme:dark){{:root{{{}}}}}\n\
         @media print{{:root{{{WHITE}}}}}{CHARTS}{PAGE}@media print{{{PAPER}}}\n",
        names(&DARK),
        light = names(&LIGHT),
    )
}

/// The style sheet of a page that is for paper only.
pub(crate) fn paper() -> String {
    format!("\n:root{{{};{WHITE}}}\n{CHARTS}{PAGE}{PAPER}\n", names(&LIGHT))
}

/// A drawn chart as a file of its own: the colours of light ground, on white.
pub(crate) fn alone(svg: &str) -> String {
    let mut rules = CHARTS.to_owned();
    for (name, colour) in LIGHT {
        rules = rules.replace(&format!("var(--{name})"), colour);
    }
    svg.replacen('>', &format!("><style>{rules}</style>"), 1)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    /// WCAG 2.2, relative luminance.
    fn luminance(colour: &str) -> f64 {
        let channel = |at: usize| {
            let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.03928 {
                value / 12.92
            } else {
                ((value + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    fn contrast(one: &str, other: &str) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn texts_have_a_contrast_of_four_and_a_half_and_series_of_three() {
        assert!((contrast("#ffffff", "#000000") - 21.0).abs() < 1e-9);
        for palette in [LIGHT, DARK] {
            let of = |name: &str| palette.iter().find(|(known, _)| *known == name).unwrap().1;
            for ground in ["bg", "card"] {
                for text in ["fg", "dim", "good", "care", "bad"] {
                    let found = contrast(of(text), of(ground));
                    assert!(found >= 4.5, "{text} on {ground}: {found}");
                }
                for series in ["s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7"] {
                    let found = contrast(of(series), of(ground));
                    assert!(found >= 3.0, "{series} on {ground}: {found}");
                }
            }
        }
    }

    #[test]
    fn a_chart_alone_needs_no_palette() {
        let svg = alone("<svg viewBox=\"0 0 1 1\"></svg>");
        assert!(
            svg.starts_with("<svg viewBox=\"0 0 1 1\"><style>") && !svg.contains("var("),
            "{svg}"
        );
    }

    #[test]
    fn the_script_is_small_and_asks_for_nothing() {
        assert!(SCRIPT.len() < 10_000);
        for call in [
            "fetch",
            "XMLHttpRequest",
            "import",
            "eval",
            "localStorage",
            "innerHTML",
            "</script",
            "://",
        ] {
            assert!(!SCRIPT.contains(call), "{call}");
        }
    }
}
