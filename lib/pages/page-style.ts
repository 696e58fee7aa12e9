import { PALETTE } from '../platform/docs/pages/reference-style.ts'

/** Styles of the pages that links in mails open. */
export const PAGE_STYLE = `
:root {${PALETTE}
  --good: light-dark(#1a7f4b, #6fd6a0);
  --bad: light-dark(#a4262c, #ff9a9a);
  --ground: light-dark(#eef1f4, #0c1015);
  --press: light-dark(#14505c, #1f7380);
  --notice: light-dark(#fff6df, #33290f);
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', sans-serif; overflow-wrap: anywhere; }
a { color: var(--brand); }
.bar { background: var(--bar); color: #fff; }
.bar > div { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 16px; max-width: 1000px; min-height: 52px; margin: 0 auto; padding: 8px 20px; }
.bar a { color: #fff; text-decoration: none; }
.bar .name { margin-inline-end: auto; font-size: 20px; font-weight: 650; letter-spacing: .01em; }
.bar button, .bar select { max-width: 100%; padding: 5px 12px; border: 1px solid #ffffff80; border-radius: 6px; background: var(--bar); color: #fff; font: inherit; font-size: 14px; }
main { max-width: 1000px; margin: 0 auto; padding: 24px 16px 56px; }
.card { margin: 0 auto 16px; padding: 24px 20px; border: 1px solid var(--line); border-radius: 12px; background: var(--paper); }
.narrow { max-width: 460px; }
h1 { margin: 0 0 12px; font-size: 26px; line-height: 1.25; }
h2 { margin: 0 0 12px; font-size: 18px; }
h3 { margin: 20px 0 6px; font-size: 16px; }
.good { color: var(--good); }
.kind { margin: 0; color: var(--quiet); font-size: 14px; }
.quiet, .hint { color: var(--quiet); }
p { margin: 0 0 14px; }
.card > :last-child, .card form > :last-child, #ask > :last-child, #done > :last-child, #over > :last-child { margin-bottom: 0; }
:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; }
[tabindex='-1']:focus { outline: none; }
fieldset { margin: 0; padding: 0; border: 0; min-width: 0; }
.field { margin: 0 0 16px; }
.field > label:not(.reveal) { display: block; margin-bottom: 4px; font-weight: 550; }
.field > input, .field > select { display: block; width: 100%; padding: 10px 12px; border: 1px solid var(--quiet); border-radius: 8px; background: var(--paper); color: var(--ink); font: inherit; }
.field > input[aria-invalid='true'] { border-color: var(--bad); box-shadow: inset 0 0 0 1px var(--bad); }
.hint { margin: 6px 0 0; font-size: 14px; }
.reveal { display: inline-flex; align-items: center; gap: 8px; margin-top: 8px; font-size: 14px; }
.reveal input { width: 18px; height: 18px; margin: 0; accent-color: var(--brand); }
.wrong, .failure { color: var(--bad); font-size: 15px; }
.wrong { margin: 6px 0 0; }
.wrong:empty, .failure:empty { display: none; }
button[type='submit'], .button { display: inline-block; width: 100%; padding: 12px 18px; border: 0; border-radius: 8px; background: var(--press); color: #fff; font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
button.other { display: block; width: 100%; margin: 0 0 10px; padding: 10px 18px; border: 1px solid var(--quiet); border-radius: 8px; background: none; color: var(--ink); font: inherit; cursor: pointer; }
button.small { padding: 4px 12px; border: 1px solid var(--quiet); border-radius: 6px; background: none; color: var(--ink); font: inherit; font-size: 14px; cursor: pointer; }
button.plain { padding: 0; border: 0; background: none; color: var(--brand); font: inherit; text-decoration: underline; cursor: pointer; }
button:hover:not(:disabled), .button:hover { filter: brightness(1.12); }
button:disabled { opacity: .6; cursor: default; }
.below { margin-top: 14px; }
#passkey { margin-bottom: 16px; }
.others { display: flex; flex-wrap: wrap; gap: 6px 20px; margin: 16px 0 0; padding: 0; list-style: none; font-size: 15px; }
dl { margin: 0; }
dl > div { display: grid; grid-template-columns: minmax(120px, 220px) 1fr; gap: 0 20px; padding: 7px 0; border-top: 1px solid var(--line); }
dl > div:first-child { border-top: 0; }
dl > .wide { display: block; }
dt { color: var(--quiet); }
dd { margin: 0; min-width: 0; }
dd dl { font-size: 15px; }
dd dl > div { grid-template-columns: minmax(90px, 160px) 1fr; padding: 3px 0; border-top: 0; }
.lines { white-space: pre-line; }
.warnings { margin: 0 0 16px; padding: 10px 16px 10px 34px; border-radius: 8px; background: var(--notice); }
h1 .state { vertical-align: middle; font-weight: 400; }
.scrolls { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 15px; }
th, td { padding: 7px 14px 7px 0; border-top: 1px solid var(--line); text-align: start; vertical-align: top; overflow-wrap: normal; }
thead th { border-top: 0; color: var(--quiet); font-size: 14px; font-weight: 550; white-space: nowrap; }
.scrolls tr > :last-child { padding-right: 0; }
td time { white-space: nowrap; }
.number, thead .number { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
.state { padding: 1px 10px; border: 1px solid var(--line); border-radius: 99px; background: var(--shade); font-size: 14px; white-space: nowrap; }
.pages:empty { display: none; }
.pages { display: flex; gap: 20px; margin: 14px 0 0; }
.kinds { columns: 210px auto; column-gap: 24px; }
.kinds section { break-inside: avoid; padding-bottom: 18px; }
.kinds h3 { margin: 0 0 4px; color: var(--quiet); font-size: 14px; font-weight: 550; }
.kinds ul { margin: 0; padding: 0; list-style: none; }
.kinds li { padding: 2px 0; }
.news { margin: 0; padding: 0; list-style: none; }
.news li { padding: 10px 0; border-top: 1px solid var(--line); }
.news li:first-child { border-top: 0; padding-top: 0; }
.news small { display: block; color: var(--quiet); }
.news .unread { font-weight: 650; }
.news .unread small { font-weight: 400; }
details summary { color: var(--quiet); cursor: pointer; }
@media (max-width: 560px) {
  dl > div, dd dl > div { grid-template-columns: 1fr; }
  dt { font-size: 14px; }
  table, tbody, tr, td { display: block; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { padding: 8px 0; border-top: 1px solid var(--line); }
  tbody tr:first-child { border-top: 0; }
  td, td.number { display: flex; gap: 4px 16px; justify-content: space-between; padding: 3px 0; border: 0; text-align: end; white-space: normal; overflow-wrap: anywhere; }
  td:empty { display: none; }
  td:first-child:not(.number) { justify-content: start; font-weight: 550; text-align: start; }
  td:first-child:not(.number)::before { content: none; }
  td::before { content: attr(data-name); flex: none; max-width: 45%; color: var(--quiet); font-size: 14px; text-align: start; overflow-wrap: normal; }
}
@media (min-width: 600px) { main { padding-top: 44px; } .card { padding: 32px; } }
@media print { .bar, .pages, button { display: none !important; } body { background: #fff; } }
`.trimStart()
