import { escapeAttribute, escapeText } from '../../platform/html.ts'
import type { PageLanguage } from './choose-language.ts'
import { fillWords, type ShownParcel } from './describe-parcel.ts'

export interface TrackingPage {
  language: PageLanguage
  /** The company, and the shop in which the buyer ordered. */
  sender: { name: string; logo: string | null; colour: string; shop: string | null }
  orderNumber: string | null
  parcels: readonly ShownParcel[]
}

const renderStyle = (colour: string) => `
:root { color-scheme: light; --colour: ${colour}; --grey: #5b6470; --hair: #dde1e6; --good: #1a7f4b; --bad: #a5342b; }
* { box-sizing: border-box; }
body { margin: 0; background: #eef0f3; color: #1c2530; font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', Helvetica, Arial, sans-serif; overflow-wrap: anywhere; }
main { max-width: 640px; margin: 0 auto; padding: 20px 16px 40px; }
header { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 8px 24px; margin-bottom: 20px; }
.sender { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 16px; }
header img { max-width: 200px; max-height: 56px; object-fit: contain; }
.name { color: var(--colour); font-size: 22px; font-weight: 600; }
h1 { margin: 0; font-size: 20px; font-weight: 600; }
.order { margin: 0; color: var(--grey); }
section { margin-bottom: 16px; padding: 20px; border-radius: 12px; background: #fff; box-shadow: 0 1px 3px rgb(0 0 0 / 12%); }
.heading { margin: 0 0 4px; color: var(--grey); font-size: 14px; }
h2 { margin: 0; color: var(--colour); font-size: 26px; line-height: 1.25; }
h2.good { color: var(--good); }
h2.bad { color: var(--bad); }
h3 { margin: 20px 0 6px; font-size: 14px; color: var(--grey); font-weight: 600; }
.when { margin: 4px 0 0; font-size: 18px; }
.remarks { display: flex; flex-wrap: wrap; gap: 8px; margin: 10px 0 0; padding: 0; list-style: none; }
.remarks li { padding: 2px 10px; border-radius: 99px; background: #fbeae8; color: var(--bad); font-size: 14px; font-weight: 600; }
.steps { display: grid; grid-template-columns: repeat(4, 1fr); gap: 6px; margin: 20px 0 0; padding: 0; list-style: none; font-size: 12px; line-height: 1.3; color: var(--grey); }
.steps li { padding-top: 8px; border-top: 5px solid var(--hair); }
.steps .done { border-color: var(--colour); color: #1c2530; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; margin: 20px 0 0; }
dt { color: var(--grey); }
dd { margin: 0; align-self: center; font-size: 14px; text-align: end; font-variant-numeric: tabular-nums; }
.follow { margin: 16px 0 0; }
.follow a { display: block; padding: 12px 16px; border-radius: 8px; background: var(--colour); color: #fff; font-weight: 600; text-align: center; text-decoration: none; }
.follow a:focus-visible { outline: 3px solid #1c2530; outline-offset: 2px; }
ul.plain, ol.events { margin: 0; padding: 0; list-style: none; }
ol.events li { padding: 8px 0; border-top: 1px solid var(--hair); }
ol.events li:first-child { border: 0; font-weight: 600; }
ol.events small { display: block; color: var(--grey); font-size: 14px; font-weight: 400; }
.none { margin: 16px 0 0; color: var(--grey); }
@media (min-width: 600px) { main { padding-top: 40px; } section { padding: 28px; } .steps { font-size: 14px; } }
@media print { body { background: #fff; } section { box-shadow: none; border: 1px solid var(--hair); break-inside: avoid; } }`

/** Isolates text that may have another direction than the page. */
const isolate = (text: string) => `<bdi>${escapeText(text)}</bdi>`

const renderParcel = (parcel: ShownParcel, { words }: PageLanguage): string => {
  const { heading, state, tone, when, remarks, steps, facts, link, contents, events } = parcel
  return [
    '<section>',
    heading && `<p class="heading">${escapeText(heading)}</p>`,
    `<h2 class="${tone}">${escapeText(state)}</h2>`,
    when && `<p class="when">${escapeText(when)}</p>`,
    remarks.length && `<ul class="remarks">${remarks.map((text) => `<li>${escapeText(text)}</li>`).join('')}</ul>`,
    steps &&
      `<ol class="steps">${steps.map(({ label, isDone }) => `<li${isDone ? ' class="done"' : ''}>${escapeText(label)}</li>`).join('')}</ol>`,
    facts.length &&
      `<dl>${facts.map(([label, value]) => `<dt>${escapeText(label)}</dt><dd>${isolate(value)}</dd>`).join('\n')}</dl>`,
    link &&
      `<p class="follow"><a href="${escapeAttribute(link)}" rel="noopener noreferrer nofollow">${escapeText(words.follow)}</a></p>`,
    contents.length &&
      `<h3>${escapeText(words.contents)}</h3><ul class="plain">${contents.map((text) => `<li>${isolate(text)}</li>`).join('\n')}</ul>`,
    events.length
      ? `<h3>${escapeText(words.history)}</h3><ol class="events">${events
          .map(({ text, at }) => `<li>${isolate(text)}<small>${escapeText(at)}</small></li>`)
          .join('\n')}</ol>`
      : `<p class="none">${escapeText(words.noNews)}</p>`,
    '</section>',
  ]
    .filter(Boolean)
    .join('\n')
}

/** Renders the page as one self-contained document without scripts; every value is escaped. */
export const renderTrackingPage = ({ language, sender, orderNumber, parcels }: TrackingPage): string => {
  const { tag, dir, words } = language
  const shop = sender.shop ?? sender.name
  return `<!doctype html>
<html lang="${escapeAttribute(tag)}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(`${words.title} – ${shop}`)}</title>
<style>${renderStyle(sender.colour)}
</style>
</head>
<body>
<main>
<header>
<div class="sender">${[
    sender.logo && `<img src="${sender.logo}" alt="${escapeAttribute(sender.name)}">`,
    // A logo stands for the company, and the shop may have another name.
    (!sender.logo || sender.shop) && `<span class="name">${isolate(shop)}</span>`,
  ]
    .filter(Boolean)
    .join('')}</div>
<div><h1>${escapeText(words.title)}</h1>${orderNumber ? `<p class="order">${isolate(fillWords(words.order, { number: orderNumber }))}</p>` : ''}</div>
</header>
${parcels.map((parcel) => renderParcel(parcel, language)).join('\n')}
</main>
</body>
</html>
`
}
