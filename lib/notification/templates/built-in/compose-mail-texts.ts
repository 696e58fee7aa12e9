import { escapeText } from '../../../platform/html.ts'
import type { FrameWords, MailWords, Words } from '../words/words.ts'
import type { Texts } from './find-built-in-texts.ts'

/** Escapes the text around Liquid's tags; Liquid itself escapes what it inserts. */
const escapeWords = (words: string) =>
  words
    .split(/(\{\{[^{}]*\}\}|\{%[^{}]*%\})/)
    .map((part, i) => (i % 2 ? part : escapeText(part)))
    .join('')

const completeTexts = ({ title, message }: Words, mail: MailWords, { greeting, open, why }: FrameWords) => ({
  subject: title,
  greeting,
  paragraphs: [message],
  action: open,
  notes: [why],
  ...mail,
})

type Mail = ReturnType<typeof completeTexts>

const renderParagraph = (words: string) => `<p>${escapeWords(words)}</p>`

/** Renders the end of a mail: the button, its link, and why the mail was sent. */
export const renderMailEnd = ({ action, notes }: Pick<Mail, 'action' | 'notes'>, { ifButtonFails }: FrameWords) =>
  `<p><a class="button" href="{{ actionUrl }}">${escapeWords(action)}</a></p>
<p class="small">${escapeWords(ifButtonFails)}<br><a href="{{ actionUrl }}">{{ actionUrl }}</a></p>
<div class="small notes">
${notes.map(renderParagraph).join('\n')}
</div>`

const renderPlain = ({ greeting, paragraphs, action, notes }: Mail, { colon }: FrameWords) =>
  [greeting, ...paragraphs, `${action}${colon}\n{{ actionUrl }}`, ...notes].join('\n\n')

const renderHtml = (mail: Mail, frame: FrameWords) =>
  `${[mail.greeting, ...mail.paragraphs].map(renderParagraph).join('\n')}
${renderMailEnd(mail, frame)}`

const chooseByToken = (withToken: string, withoutToken: string) =>
  withToken === withoutToken ? withToken : `{% if token %}${withToken}{% else %}${withoutToken}{% endif %}`

/** Composes the texts of a topic's mail, in Liquid. */
export const composeMailTexts = (words: Words, frame: FrameWords): Texts => {
  const { mail = {} } = words
  const [one, other] = 'withToken' in mail ? [mail.withToken, mail.withoutToken] : [mail, mail]
  const [first, second] = [completeTexts(words, one, frame), completeTexts(words, other, frame)]
  return {
    subjectTemplate: chooseByToken(first.subject, second.subject),
    bodyTemplate: chooseByToken(renderPlain(first, frame), renderPlain(second, frame)),
    htmlBodyTemplate: chooseByToken(renderHtml(first, frame), renderHtml(second, frame)),
  }
}
