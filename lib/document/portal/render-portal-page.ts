import { hash } from 'node:crypto'
import { escapeAttribute, escapeText } from '../../platform/html.ts'
import { resolveLanguage } from '../words/words.ts'

const BODY = '<body>\n'
const STYLE = '<style>'

/** Adds a download button in the page's language above the stored page. */
export const renderPortalPage = (html: string, locale: string, downloadPath: string): string => {
  const { words } = resolveLanguage(locale)
  const button = `<p class="actions"><a href="${escapeAttribute(downloadPath)}">${escapeText(words.download)}</a></p>\n`
  return html.replace(BODY, () => BODY + button)
}

/** Builds a policy that allows the page's own style and inline pictures only. */
export const buildPagePolicy = (html: string): string => {
  const style = html.slice(html.indexOf(STYLE) + STYLE.length, html.indexOf('</style>'))
  const own = `'sha256-${hash('sha256', style, 'base64')}'`
  return `default-src 'none'; style-src ${own}; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
}
