/** Stylesheet of the docs, with light and dark mode. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#ffffff, #14161a);
  --panel: light-dark(#f6f7f9, #1b1e24);
  --line: light-dark(#e3e6eb, #2b3038);
  --ink: light-dark(#1c2128, #e4e7ec);
  --faint: light-dark(#626b78, #98a1ae);
  --accent: light-dark(#5b3fd6, #a996ff);
  --get: light-dark(#0b7a4b, #5fd3a0);
  --post: light-dark(#1f5fbf, #7fb2ff);
  --put: light-dark(#9a5b00, #f0b35c);
  --delete: light-dark(#b3261e, #ff8f87);
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1.5rem; }
body { margin: 0; display: grid; grid-template-columns: 17rem minmax(0, 1fr); background: var(--paper);
  color: var(--ink); font: 15px/1.6 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
a { color: inherit; text-decoration: none; }
a:hover { color: var(--accent); }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
code, pre { font-family: var(--mono); font-size: .86em; }
p code, dd code { background: var(--panel); border: 1px solid var(--line); border-radius: 4px; padding: .08em .35em; }
p { margin: .4rem 0; max-width: 46rem; }

nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.5rem 1.25rem 3rem;
  background: var(--panel); border-right: 1px solid var(--line); }
nav .brand { display: block; font-weight: 650; font-size: 1.15rem; letter-spacing: -.01em; margin-bottom: 1rem; }
nav .brand small { color: var(--faint); font-weight: 400; font-size: .8rem; margin-left: .25rem; }
nav h2 { font-size: .72rem; text-transform: uppercase; letter-spacing: .07em; color: var(--faint); margin: 1.3rem 0 .3rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: block; padding: .14rem 0; font-family: var(--mono); font-size: .76rem; line-height: 1.45; }

main { padding: 2.5rem clamp(1.25rem, 4vw, 4rem) 6rem; max-width: 84rem; }
h1 { font-size: 2rem; line-height: 1.2; letter-spacing: -.02em; margin: 0 0 .5rem; }
.intro dl { display: grid; grid-template-columns: 6rem minmax(0, 46rem); gap: .5rem 1rem; margin: 1.5rem 0 0; }
.intro dt { color: var(--faint); }
.intro dd { margin: 0; }
.intro dd a { color: var(--accent); font-family: var(--mono); font-size: .9em; }
section > header { margin: 3.5rem 0 0; padding-bottom: .6rem; border-bottom: 1px solid var(--line); }
section > header h2 { font-size: 1.4rem; letter-spacing: -.01em; margin: 0; }
section > header p { color: var(--faint); margin: 0; }

article { padding: 1.9rem 0; border-bottom: 1px solid var(--line); }
article:target h3 { color: var(--accent); }
article h3 { font-size: 1.05rem; margin: 0 0 .35rem; }
article h4 { font-size: .72rem; text-transform: uppercase; letter-spacing: .07em; color: var(--faint); margin: 1.1rem 0 .4rem; }
.route { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; }
.route code { background: none; border: 0; padding: 0; font-size: .95em; }
.route em { color: var(--accent); font-style: normal; }
.method { font: 650 .7rem/1 var(--mono); padding: .3rem .45rem; border-radius: 4px; border: 1px solid currentColor; }
.method.get { color: var(--get); } .method.post { color: var(--post); }
.method.put { color: var(--put); } .method.delete { color: var(--delete); }
.access { color: var(--faint); font-size: .8rem; }
.sides { display: grid; grid-template-columns: minmax(0, 1.15fr) minmax(0, 1fr); gap: 0 2.5rem; align-items: start; }
.example { position: sticky; top: 1rem; }
pre { margin: 0; padding: .9rem 1rem; max-height: 32rem; overflow: auto; background: var(--panel);
  border: 1px solid var(--line); border-radius: 8px; line-height: 1.5; }
table { width: 100%; border-collapse: collapse; }
td { vertical-align: top; padding: .38rem .75rem .38rem 0; border-top: 1px solid var(--line); }
td:first-child { width: 38%; overflow-wrap: anywhere; }
td[data-depth="1"] { padding-left: 1.1rem; }
td[data-depth="2"] { padding-left: 2.2rem; }
.type { font-family: var(--mono); font-size: .78rem; color: var(--faint); }
.note { display: block; font-size: .88rem; }
.required { color: var(--delete); margin-left: .15rem; }
.none { color: var(--faint); font-size: .9rem; }

@media (max-width: 64rem) { .sides { grid-template-columns: minmax(0, 1fr); } .example { position: static; } }
@media (max-width: 48rem) { body { grid-template-columns: minmax(0, 1fr); } nav { display: none; } }
`
