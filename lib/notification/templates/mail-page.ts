import { escapeAttribute, escapeText } from '../../platform/html.ts'
import { getDirection } from '../../platform/locale/get-direction.ts'

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 32px 16px; background: #f2f4f6; color: #1c2530; font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; }
main { max-width: 520px; margin: 0 auto; padding: 32px; background: #ffffff; border: 1px solid #dfe4ea; border-radius: 12px; overflow-wrap: anywhere; }
h1 { margin: 0 0 20px; font-size: 22px; line-height: 1.3; }
p { margin: 0 0 16px; }
ul { margin: 0 0 16px; padding: 0 20px; }
li a { color: #14507d; }
.button { display: inline-block; margin: 8px 0 12px; padding: 12px 22px; border-radius: 8px; background: #14507d; color: #ffffff; font-weight: 600; text-decoration: none; }
.small { font-size: 14px; color: #515c69; }
.small a { color: #14507d; }
.notes { margin-top: 24px; padding-top: 16px; border-top: 1px solid #dfe4ea; }
.notes p:last-child { margin: 0; }
@media (max-width: 480px) {
  body { padding: 0; }
  main { padding: 24px 20px; border-width: 0; border-radius: 0; }
}
@media (prefers-color-scheme: dark) {
  body { background: #12171d; color: #e7ebf0; }
  main { background: #1b222b; border-color: #333d49; }
  .button { background: #7fb8e6; color: #0d1b27; }
  .small { color: #a9b4c0; }
  li a { color: #8fc4ee; }
  .small a { color: #8fc4ee; }
  .notes { border-color: #333d49; }
}`

/** Converts text to HTML; a blank line starts a paragraph. */
export const toParagraphs = (text: string) =>
  text
    .trim()
    .split(/\n(?:[ \t]*\n)+/)
    .map((paragraph) => `<p>${escapeText(paragraph).replaceAll('\n', '<br>\n')}</p>`)
    .join('\n')

const isPage = (html: string) => /^\s*<(?:!doctype|html)\b/i.test(html)

/** Wraps the content in the page of all mails, unless it is a whole page itself. */
export const renderMailPage = ({ subject, html, locale }: { subject: string; html: string; locale: string }): string =>
  isPage(html)
    ? html
    : `<!doctype html>
<html lang="${escapeAttribute(locale.replaceAll('_', '-'))}" dir="${getDirection(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeText(subject)}</title>
<style>${STYLE}
</style>
</head>
<body>
<main>
<h1>${escapeText(subject)}</h1>
${html}
</main>
</body>
</html>
`
