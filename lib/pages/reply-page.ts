import { escapeAttribute, escapeText } from '../platform/html.ts'
import { type Reply, reply } from '../platform/http/endpoint.ts'
import type { Language } from '../platform/locale/choose-language.ts'
import { addressAsset } from './assets.ts'
import type { StepWords } from './words/step-words.ts'

export const HTML = 'text/html; charset=utf-8'

interface Page {
  language: Language<StepWords>
  title: string
  main: string
  /** Values for the script, as JSON in attributes of the body. */
  data?: Readonly<Record<string, unknown>>
  script?: 'step.js' | 'record.js'
  /** The content of the bar beside the name of the platform. */
  actions?: string
}

// Whoever frames the page or adds to it could read a token or a password. No form is sent but by the script.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const renderData = (data: Readonly<Record<string, unknown>>) =>
  Object.entries(data)
    .map(([name, value]) => ` data-${name}="${escapeAttribute(JSON.stringify(value))}"`)
    .join('')

/** Answers with a page that loads nothing from others and that nothing remembers. */
export const replyPage = async ({ language, title, main, data = {}, script, actions = '' }: Page): Promise<Reply> => {
  const { tag, dir, words } = language
  const [style, code] = await Promise.all([addressAsset('pages.css'), script && addressAsset(script)])
  const html = `<!doctype html>
<html lang="${escapeAttribute(tag)}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(title)} – Entrepot</title>
<link rel="icon" type="image/svg+xml" href="/api/docs/assets/icon.svg">
<link rel="stylesheet" href="${style}">
${code ? `<script type="module" src="${code}"></script>\n` : ''}</head>
<body${renderData(data)}>
<header class="bar"><div><a class="name" href="/">Entrepot</a>${actions}</div></header>
<main>
${main}
${code ? `<noscript><p class="card narrow">${escapeText(words.needsScript)}</p></noscript>\n` : ''}</main>
</body>
</html>
`
  return reply(html, {
    headers: {
      'Content-Security-Policy': POLICY,
      'Content-Language': tag,
      'X-Robots-Tag': 'noindex',
      Vary: 'Accept-Language',
    },
  })
}
