import type { Mail } from '../mail/mail.ts'
import type { Letter } from './letters.ts'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] as string)

/** Headers end at a line break, so nothing that gets into one may hold any. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 32px 16px; background: #f2f4f6; color: #1c2530; font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; }
main { max-width: 520px; margin: 0 auto; padding: 32px; background: #ffffff; border: 1px solid #dfe4ea; border-radius: 12px; }
h1 { margin: 0 0 20px; font-size: 22px; line-height: 1.3; }
p { margin: 0 0 16px; overflow-wrap: anywhere; }
.button { display: inline-block; margin: 8px 0 12px; padding: 12px 22px; border-radius: 8px; background: #14507d; color: #ffffff; font-weight: 600; text-decoration: none; }
.small { font-size: 14px; color: #515c69; }
.small a { color: #14507d; }
.notes { margin-top: 24px; padding-top: 16px; border-top: 1px solid #dfe4ea; }
.notes p:last-child { margin: 0; }
@media (prefers-color-scheme: dark) {
  body { background: #12171d; color: #e7ebf0; }
  main { background: #1b222b; border-color: #333d49; }
  .button { background: #7fb8e6; color: #0d1b27; }
  .small { color: #a9b4c0; }
  .small a { color: #8fc4ee; }
  .notes { border-color: #333d49; }
}`

const html = ({ subject, greeting, paragraphs, action, notes }: Letter) => {
  const url = action && escaped(action.url)
  const asParagraph = (text: string) => `<p>${escaped(text)}</p>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
<style>${STYLE}
</style>
</head>
<body>
<main>
<h1>${escaped(subject)}</h1>
${[greeting, ...paragraphs].map(asParagraph).join('\n')}
${
  action
    ? `<p><a class="button" href="${url}">${escaped(action.label)}</a></p>
<p class="small">If the button does not work, open this address:<br><a href="${url}">${url}</a></p>`
    : ''
}
<div class="small notes">
${notes.map(asParagraph).join('\n')}
</div>
</main>
</body>
</html>
`
}

const text = ({ greeting, paragraphs, action, notes }: Letter) =>
  [greeting, ...paragraphs, ...(action ? [`${action.label}:\n${action.url}`] : []), ...notes].join('\n\n').concat('\n')

/** The letter in the two forms in which a mail carries it. */
export const letterPage = (letter: Letter): Pick<Mail, 'subject' | 'text' | 'html'> => ({
  subject: oneLine(letter.subject),
  text: text(letter),
  html: html(letter),
})
