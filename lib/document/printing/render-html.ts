import { escapeAttribute, escapeText } from '../../platform/html.ts'
import type { Layout } from './layout.ts'

const renderStyle = (colour: string) => `
:root { color-scheme: light; --colour: ${colour}; --grey: #5b6470; --hair: #d9dde2; }
* { box-sizing: border-box; }
body { margin: 0; background: #eef0f3; color: #1c2530; font: 15px/1.45 'Noto Sans', system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; }
main { position: relative; max-width: 860px; margin: 24px auto; padding: 48px; background: #fff; box-shadow: 0 1px 4px rgb(0 0 0 / 15%); overflow-wrap: anywhere; overflow: hidden; }
.head, .parties { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 24px; }
.head h1 { margin: 0; color: var(--colour); font-size: 30px; line-height: 1.2; }
.head .kind { text-align: end; }
.head .name { color: var(--colour); font-size: 22px; font-weight: 600; }
.head img { height: 70px; max-width: 230px; object-fit: contain; object-position: left; }
.mark { display: inline-block; margin-top: 8px; padding: 2px 8px; border: 1px solid var(--colour); border-radius: 3px; color: var(--colour); font-size: 13px; font-weight: 600; }
.watermark { position: absolute; inset: 0; display: grid; place-items: center; pointer-events: none; color: rgb(28 37 48 / 8%); font-size: min(17vw, 150px); font-weight: 600; transform: rotate(-40deg); }
.parties { margin: 36px 0; }
.small { color: var(--grey); font-size: 12px; }
.recipient p { margin: 0; }
dl { display: grid; grid-template-columns: auto auto; gap: 4px 24px; margin: 0; align-content: start; }
dt { color: var(--grey); }
dd { margin: 0; font-variant-numeric: tabular-nums; }
.facts dd, .ages dd { text-align: end; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 7px 10px; text-align: start; vertical-align: top; white-space: nowrap; }
th { color: var(--colour); font-size: 13px; border-bottom: 2px solid var(--colour); }
tbody td { border-bottom: 1px solid var(--hair); }
.wide { width: 100%; min-width: 12em; white-space: normal; }
.end { text-align: end; }
tr > :first-child { padding-inline-start: 0; }
tr > :last-child { padding-inline-end: 0; }
tfoot .strong td, tfoot .strong th { color: var(--colour); font-size: 18px; font-weight: 600; }
tfoot th { border: 0; color: inherit; font-size: inherit; font-weight: 400; text-align: end; }
.payment { margin: 28px 0; padding: 18px 20px; border-radius: 6px; background: #f4f6f8; }
.payment dl { justify-content: start; }
h2 { margin: 0 0 6px; color: var(--colour); font-size: 15px; }
.payment p { margin: 0 0 10px; }
footer { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 16px; margin-top: 36px; padding-top: 12px; border-top: 1px solid var(--hair); }
.actions { max-width: 860px; margin: 24px auto 0; padding: 0 16px; text-align: end; }
.actions a { display: inline-block; padding: 10px 18px; border-radius: 6px; background: var(--colour); color: #fff; font-weight: 600; text-decoration: none; }
@media screen and (max-width: 640px) {
  main { margin: 0; padding: 24px 18px; }
  .head .kind { text-align: start; }
  .actions { margin: 16px auto; }
  .payment dl { grid-template-columns: auto; gap: 0; }
  .payment dd { margin-bottom: 6px; }
  table, tbody, tfoot { display: block; }
  thead { display: none; }
  tr, tfoot tr { display: block; padding: 8px 0; border-bottom: 1px solid var(--hair); }
  tbody td, tfoot td, tfoot th, tr > :first-child, tr > :last-child { display: flex; justify-content: space-between; gap: 16px; padding: 2px 0; border: 0; white-space: normal; text-align: end; }
  td[data-label]::before { content: attr(data-label); color: var(--grey); text-align: start; }
  tfoot tr { display: flex; justify-content: space-between; }
}
@media print {
  @page { margin: 18mm; }
  body { background: #fff; font-size: 9pt; }
  main { max-width: none; margin: 0; padding: 0; box-shadow: none; }
  .actions { display: none; }
  thead { display: table-header-group; }
  tfoot { display: table-row-group; }
  tr, .payment, tfoot { break-inside: avoid; }
}`

const renderLines = (texts: readonly string[]) =>
  texts.map((text) => `<span dir="auto">${escapeText(text)}</span>`).join('<br>\n')

const renderPairs = (all: Layout['facts'], name: string) =>
  all.length
    ? `<dl class="${name}">${all.map(([label, value]) => `<dt>${escapeText(label)}</dt><dd>${escapeText(value)}</dd>`).join('\n')}</dl>`
    : ''

const renderTable = ({ columns, rows, sums }: Layout) => {
  const classes = columns.map(({ align, wide }) => [wide && 'wide', align === 'end' && 'end'].filter(Boolean).join(' '))
  const renderClass = (i: number) => (classes[i] ? ` class="${classes[i]}"` : '')
  const renderHeading = (text: string, i: number) => `<th${renderClass(i)} scope="col">${escapeText(text)}</th>`
  const renderCell = (text: string, i: number, more: string) =>
    `<td${renderClass(i)} data-label="${escapeAttribute(columns[i]?.label ?? '')}"><span>${escapeText(text)}${more}</span></td>`
  const note = (text: string | null, wide: boolean | undefined) =>
    text && wide ? `<br><span class="small">${escapeText(text)}</span>` : ''
  return `<div class="scroll"><table>
<thead><tr>${columns.map(({ label }, i) => renderHeading(label, i)).join('')}</tr></thead>
<tbody>
${rows
  .map(
    (row) => `<tr>${row.cells.map((text, i) => renderCell(text, i, note(row.note, columns[i]?.wide))).join('')}</tr>`,
  )
  .join('\n')}
</tbody>
<tfoot>
${sums
  .map(
    ({ label, amount, strong }) =>
      `<tr${strong ? ' class="strong"' : ''}><th scope="row" colspan="${columns.length - 1}">${escapeText(label)}</th><td class="end">${escapeText(amount)}</td></tr>`,
  )
  .join('\n')}
</tfoot>
</table></div>`
}

/** Renders the document as one self-contained page; every value is escaped. */
export const renderHtml = (layout: Layout): string => {
  const { issuer, recipient, remarks, ages, payment, notes, footer, mark, watermark, number } = layout
  const [first = '', ...rest] = recipient.lines
  return `<!doctype html>
<html lang="${[layout.lang, layout.region].filter(Boolean).join('-')}" dir="${layout.dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(`${layout.title} – ${issuer.name}`)}</title>
<style>${renderStyle(layout.colour)}
</style>
</head>
<body>
<main>
${watermark ? `<div class="watermark" aria-hidden="true">${escapeText(watermark)}</div>` : ''}
<div class="head">
<div>${issuer.logo ? `<img src="${issuer.logo}" alt="${escapeAttribute(issuer.name)}">` : `<span class="name">${escapeText(issuer.name)}</span>`}</div>
<div class="kind"><h1>${escapeText(layout.kind)}</h1>${number ? `<div>${escapeText(number)}</div>` : ''}${mark ? `<span class="mark">${escapeText(mark)}</span>` : ''}</div>
</div>
<div class="parties">
<div class="recipient"><p class="small">${escapeText(issuer.sender)}</p>${recipient.label ? `<p class="small">${escapeText(recipient.label)}</p>` : ''}
<p><strong dir="auto">${escapeText(first)}</strong><br>
${renderLines(rest)}</p></div>
${renderPairs(layout.facts, 'facts')}
</div>
${renderTable(layout)}
${remarks.length ? `<p>${renderLines(remarks)}</p>` : ''}
${ages ? `<section class="payment"><h2>${escapeText(ages.heading)}</h2>${renderPairs(ages.pairs, 'ages')}</section>` : ''}
${payment ? `<section class="payment"><h2>${escapeText(payment.heading)}</h2>${payment.request === null ? '' : `<p>${escapeText(payment.request)}</p>`}${renderPairs(payment.pairs, 'bank')}</section>` : ''}
${notes ? `<section><h2>${escapeText(notes.heading)}</h2><p>${renderLines(notes.lines)}</p></section>` : ''}
${footer.length ? `<p class="small">${renderLines(footer)}</p>` : ''}
<footer class="small">
<div>${renderLines([issuer.name, ...issuer.address])}</div>
<div>${renderLines(issuer.contact)}</div>
<div>${renderLines(issuer.ids)}</div>
</footer>
</main>
</body>
</html>
`
}
