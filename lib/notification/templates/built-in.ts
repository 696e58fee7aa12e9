import type { Channel, TopicName } from '../../../schemas/notification/topic.ts'
import { DOCUMENTS } from './words/documents.ts'
import { FINANCE } from './words/finance.ts'
import { FULFILMENT } from './words/fulfilment.ts'
import { GOODS } from './words/goods.ts'
import { PEOPLE } from './words/people.ts'
import { SALES } from './words/sales.ts'
import { SHIPPING } from './words/shipping.ts'
import type { MailWords, Words } from './words/words.ts'

/** The three texts of a template, in Liquid. */
export interface Texts {
  subjectTemplate: string
  bodyTemplate: string
  htmlBodyTemplate: string | null
}

const WORDS: { readonly [T in TopicName]: Words } = {
  ...SHIPPING,
  ...FULFILMENT,
  ...SALES,
  ...FINANCE,
  ...DOCUMENTS,
  ...GOODS,
  ...PEOPLE,
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** The words as HTML; what Liquid puts in is escaped when it is put in. */
const escaped = (words: string) =>
  words
    .split(/(\{\{[^{}]*\}\}|\{%[^{}]*%\})/)
    .map((part, i) => (i % 2 ? part : part.replace(/[&<>]/g, (sign) => ESCAPES[sign] as string)))
    .join('')

const WHY = 'You get this e-mail because of your role in the tenant; your preferences say which ones you get.'

const completed = ({ title, message }: Words, mail: MailWords) => ({
  subject: title,
  greeting: 'Hello,',
  paragraphs: [message],
  action: 'Open',
  notes: [WHY],
  ...mail,
})

type Mail = ReturnType<typeof completed>

const plain = ({ greeting, paragraphs, action, notes }: Mail) =>
  [greeting, ...paragraphs, `${action}:\n{{ actionUrl }}`, ...notes].join('\n\n')

const html = ({ greeting, paragraphs, action, notes }: Mail) => {
  const asParagraph = (words: string) => `<p>${escaped(words)}</p>`
  return `${[greeting, ...paragraphs].map(asParagraph).join('\n')}
<p><a class="button" href="{{ actionUrl }}">${escaped(action)}</a></p>
<p class="small">If the button does not work, open this address:<br><a href="{{ actionUrl }}">{{ actionUrl }}</a></p>
<div class="small notes">
${notes.map(asParagraph).join('\n')}
</div>`
}

const byToken = (withToken: string, withoutToken: string) =>
  withToken === withoutToken ? withToken : `{% if token %}${withToken}{% else %}${withoutToken}{% endif %}`

const mailTexts = (words: Words): Texts => {
  const { mail = {} } = words
  const [one, other] = 'withToken' in mail ? [mail.withToken, mail.withoutToken] : [mail, mail]
  const [first, second] = [completed(words, one), completed(words, other)]
  return {
    subjectTemplate: byToken(first.subject, second.subject),
    bodyTemplate: byToken(plain(first), plain(second)),
    htmlBodyTemplate: byToken(html(first), html(second)),
  }
}

/** What is sent where nobody wrote a template; there is one for every topic and channel, in English. */
export const builtIn = (topic: TopicName, channel: Channel): Texts | undefined => {
  if (!Object.hasOwn(WORDS, topic)) return undefined
  const words = WORDS[topic]
  return channel === 'email'
    ? mailTexts(words)
    : { subjectTemplate: words.title, bodyTemplate: words.message, htmlBodyTemplate: null }
}
