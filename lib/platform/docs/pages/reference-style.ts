/** Colors of all pages of the platform, in light and in dark. */
export const PALETTE = `
  color-scheme: light dark;
  --ink: light-dark(#1c2430, #e4e8ee);
  --quiet: light-dark(#5b6675, #9aa5b4);
  --line: light-dark(#dde2e8, #2d3643);
  --paper: light-dark(#ffffff, #12171e);
  --shade: light-dark(#f5f7f9, #1a212b);
  --brand: light-dark(#14505c, #7cc4d1);
  --bar: #14505c;`

/** Styles of all pages, and the colors of the reference, in light and in dark. */
export const REFERENCE_STYLE = `
:root {${PALETTE}
  --bar-height: 52px;
  --scalar-custom-header-height: var(--bar-height);
}
.light-mode { color-scheme: light; }
.dark-mode { color-scheme: dark; }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0;
  color: var(--ink);
  background: var(--paper);
  font: 16px/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif;
}
.bar { position: sticky; top: 0; z-index: 20; height: var(--bar-height); background: var(--bar); color: #fff; }
.bar > div { display: flex; align-items: center; gap: 18px; height: 100%; padding: 0 20px; white-space: nowrap; overflow-x: auto; }
.bar a, .bar button { color: #fff; font-size: 14px; text-decoration: none; }
.bar a:hover { text-decoration: underline; }
.bar .name { font-size: 20px; font-weight: 650; letter-spacing: .01em; }
.bar .right { margin-left: auto; }
.bar button { padding: 5px 12px; border: 1px solid #ffffff80; border-radius: 6px; background: none; font-family: inherit; cursor: pointer; }
.bar button:hover { background: #ffffff1f; }
.bar button:disabled { border-color: transparent; background: none; cursor: default; }
.page { max-width: 1100px; margin: 0 auto; padding: 36px 20px 64px; }
.page h1 { margin: 0 0 4px; font-size: 30px; line-height: 1.2; }
.page h2 { margin: 28px 0 4px; font-size: 18px; }
.page p, .page li { max-width: 68ch; }
.page p { margin: 8px 0; }
.page code, .page pre { font: 14px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.page pre { padding: 16px; overflow-x: auto; background: var(--shade); border: 1px solid var(--line); border-radius: 6px; }
.page .status { color: var(--quiet); }
.page a { color: var(--brand); }
.page section { overflow-x: auto; }
.page table { width: 100%; margin: 8px 0; border-collapse: collapse; font-size: 14px; }
.page th, .page td { padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
.page th { color: var(--quiet); font-weight: 550; }
.page .cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(250px, 1fr)); gap: 16px; margin: 24px 0; padding: 0; list-style: none; }
.page .cards a { display: block; height: 100%; padding: 16px 18px; border: 1px solid var(--line); border-radius: 8px; color: var(--ink); text-decoration: none; }
.page .cards a:hover { border-color: var(--brand); background: var(--shade); }
.page .cards b { display: block; color: var(--brand); }

#shell { display: grid; grid-template-columns: 288px 1fr; min-height: 100vh; }
#shell nav { position: sticky; top: var(--bar-height); height: calc(100vh - var(--bar-height)); padding: 12px; overflow-y: auto; border-right: 1px solid var(--line); }
#shell .search { width: 100%; height: 32px; padding: 0 8px 0 29px; border: 1px solid var(--line); border-radius: 4px; background: var(--paper); color: var(--quiet); font: inherit; font-size: 14px; text-align: left; cursor: pointer; }
#shell nav ul { margin: 12px 0 0; padding: 0; list-style: none; }
#shell nav li { margin-bottom: 1px; }
#shell nav a { display: flex; justify-content: space-between; align-items: center; padding: 8px; border-radius: 4px; color: var(--quiet); font-size: 14px; line-height: 16px; text-decoration: none; }
#shell nav a::after { width: 6px; height: 6px; margin-right: 6px; border: solid var(--quiet); border-width: 1px 1px 0 0; transform: rotate(45deg); content: ''; }
#shell nav li:first-child a { color: var(--ink); }
#shell nav a:hover { background: var(--shade); }
#shell main { container-type: inline-size; }
#shell main > div { padding: 48px 24px; }
#shell h1 { margin: 3px 0 18px; font-size: 24px; line-height: 28px; font-weight: 600; }
#shell .badges { display: flex; gap: 6px; margin: 0; }
#shell .badges span { padding: 1px 6px; border: 1px solid var(--line); border-radius: 16px; background: var(--shade); color: var(--quiet); font-size: 13px; line-height: 17px; }
@container (min-width: 901px) {
  #shell main > div { box-sizing: content-box; width: calc((100% - 168px) / 2); padding: 90px 60px; }
}

#introduction { max-width: 72ch; }
#introduction h2 { margin: 24px 0 4px; font-size: 18px; line-height: 21px; font-weight: 650; scroll-margin-top: calc(var(--bar-height) + 12px); }
#introduction p, #introduction ol { margin: 8px 0; line-height: 1.55; }
#introduction ol { padding-left: 24px; list-style: decimal; }
#introduction b { font-weight: 650; }
#introduction code { font: 14px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }

dialog { width: min(380px, 92vw); padding: 24px; border: 1px solid var(--line); border-radius: 10px; background: var(--paper); color: var(--ink); }
dialog::backdrop { background: #0008; }
dialog h2 { margin: 0 0 12px; font-size: 20px; }
dialog label { display: block; margin: 10px 0; font-size: 14px; color: var(--quiet); }
dialog fieldset { margin: 0; padding: 0; border: 0; }
dialog input, dialog select { display: block; width: 100%; margin-top: 4px; padding: 8px 10px; border: 1px solid var(--line); border-radius: 6px; background: var(--shade); color: var(--ink); font: inherit; }
dialog .failure { min-height: 1.5em; margin: 8px 0; color: light-dark(#a4262c, #ff9a9a); font-size: 14px; }
dialog .demo { margin: 8px 0; color: var(--quiet); font-size: 14px; }
dialog .buttons { display: flex; justify-content: flex-end; gap: 10px; }
dialog button { padding: 8px 16px; border: 1px solid var(--line); border-radius: 6px; background: none; color: var(--ink); font: inherit; cursor: pointer; }
dialog button[type=submit] { border-color: var(--bar); background: var(--bar); color: #fff; }

.light-mode, .dark-mode {
  --scalar-font: system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif;
  --scalar-font-code: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
  --scalar-color-1: var(--ink);
  --scalar-color-2: var(--quiet);
  --scalar-color-3: var(--quiet);
  --scalar-color-accent: var(--brand);
  --scalar-background-1: var(--paper);
  --scalar-background-2: var(--shade);
  --scalar-background-3: light-dark(#e9edf1, #232c38);
  --scalar-background-accent: light-dark(#14505c14, #7cc4d11f);
  --scalar-border-color: var(--line);
}

@media (max-width: 999px) {
  #shell { grid-template-columns: 1fr; grid-template-rows: 50px 1fr; }
  #shell nav { height: 50px; overflow: hidden; border-right: 0; border-bottom: 1px solid var(--line); background: var(--paper); }
  #shell nav > * { visibility: hidden; }
}

@media (max-width: 700px) {
  .bar > div { gap: 14px; padding: 0 14px; }
  .bar .wide { display: none; }
  .page { padding-left: 14px; padding-right: 14px; }
}
`.trimStart()

/** A crate seen from the front. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="7" fill="#14505c"/>
<path d="M8 9h16v14H8z" fill="none" stroke="#fff" stroke-width="2.4" stroke-linejoin="round"/>
<path d="M8 14h16M13 14v4h6v-4" fill="none" stroke="#fff" stroke-width="2.4" stroke-linejoin="round"/>
</svg>
`
