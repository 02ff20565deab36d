//! How pages look: one style sheet, light and dark, screen and print.

/// The style sheet. Colours of series are Okabe and Ito's, which differ for the colour-blind; markers differ as well.
pub(crate) const STYLE: &str = r#"
:root{--bg:#fdfdfc;--fg:#1d2126;--dim:#5c6670;--line:#d5d9dd;--card:#f4f5f4;--good:#00684a;--care:#8a5a00;--bad:#a8201a;
--s0:#0072b2;--s1:#d55e00;--s2:#009e73;--s3:#cc79a7;--s4:#8a6d00;--s5:#3f7fb0;--s6:#6a3d9a;--s7:#444}
@media (prefers-color-scheme:dark){:root{--bg:#15181b;--fg:#e6e8ea;--dim:#a0a9b2;--line:#363c43;--card:#1d2125;--good:#4fd1a5;--care:#f0b93a;--bad:#ff8078;
--s0:#56b4e9;--s1:#ff9a52;--s2:#2fd0a0;--s3:#e6a5cc;--s4:#f0e442;--s5:#8ec9ef;--s6:#c3a5f0;--s7:#bbb}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:76rem;padding:1.5rem 1rem 4rem;background:var(--bg);color:var(--fg);font:16px/1.5 system-ui,sans-serif}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem;overflow-wrap:anywhere}
h2{font-size:1.15rem;margin:2.5rem 0 .75rem;padding-bottom:.25rem;border-bottom:1px solid var(--line)}
h3{font-size:1rem;margin:1.5rem 0 .5rem}
p{margin:.5rem 0;max-width:70ch;overflow-wrap:anywhere}
.answer{font-size:1.15rem}
.dim{color:var(--dim)}
.good{color:var(--good)}.care{color:var(--care)}.bad{color:var(--bad)}
ul{padding-left:0;list-style:none;margin:.5rem 0}
li{margin:.6rem 0;max-width:80ch;overflow-wrap:anywhere}
li.f{border-left:4px solid var(--line);padding:.1rem 0 .1rem .75rem}
li.wrong{border-color:var(--bad)}li.care{border-color:var(--care);color:inherit}li.note{border-color:var(--dim)}
b,strong{font-weight:600}
figure{margin:1rem 0;padding:.75rem;background:var(--card);border-radius:6px;break-inside:avoid}
figcaption{font-weight:600;margin-bottom:.25rem}
.scroll,.wide{overflow-x:auto}
svg{display:block;width:100%;height:auto;min-width:30rem}
svg text{fill:var(--fg);font:12px system-ui,sans-serif}
svg .t{fill:var(--dim)}
svg .g{stroke:var(--line);stroke-width:1;fill:none}
svg .band{fill:var(--line);opacity:.55}
svg .one{stroke:var(--fg);stroke-width:1.2;stroke-dasharray:4 3}
svg .l{fill:none;stroke-width:1.8}
svg .w{stroke-width:1.6}
svg .p{opacity:.4}
.c0{stroke:var(--s0);fill:var(--s0)}.c1{stroke:var(--s1);fill:var(--s1)}.c2{stroke:var(--s2);fill:var(--s2)}.c3{stroke:var(--s3);fill:var(--s3)}
.c4{stroke:var(--s4);fill:var(--s4)}.c5{stroke:var(--s5);fill:var(--s5)}.c6{stroke:var(--s6);fill:var(--s6)}.c7{stroke:var(--s7);fill:var(--s7)}
svg .l.c0,svg .l.c1,svg .l.c2,svg .l.c3,svg .l.c4,svg .l.c5,svg .l.c6,svg .l.c7{fill:none}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.92rem}
th,td{padding:.25rem .75rem .25rem 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
thead th{color:var(--dim);font-weight:600}
tbody th{font-weight:400}
.n{text-align:right;white-space:nowrap}
pre{background:var(--card);padding:.75rem;border-radius:6px;overflow:auto;font:13px/1.45 ui-monospace,monospace;max-height:24rem}
.legend{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;font-size:.88rem;margin:.35rem 0 0;padding:0}
.legend li{margin:0;display:flex;gap:.4rem;align-items:center}
.legend svg{width:16px;min-width:16px;height:16px}
summary{cursor:pointer;margin:.5rem 0}
:focus-visible{outline:2px solid var(--s0);outline-offset:2px}
footer{margin-top:3rem;color:var(--dim);font-size:.88rem}
@media print{:root{--bg:#fff;--fg:#000;--dim:#444;--card:#fff;--line:#bbb}body{max-width:none;padding:0;font-size:11pt}
pre{max-height:none;white-space:pre-wrap}.scroll,.wide{overflow:visible}details:not([open]){display:none}svg{min-width:0}}
"#;
