import type { MessageForm } from '../../../schemas/notification/notification-template.ts'
import type { Channel, TopicName } from '../../../schemas/notification/topic.ts'
import { escapeText } from '../../platform/html.ts'
import { canGather } from '../windows/can-gather.ts'
import { composeDigestTexts } from './words/compose-digest-texts.ts'
import { DIGESTS } from './words/digests.ts'
import { DOCUMENTS } from './words/documents.ts'
import { FINANCE } from './words/finance.ts'
import { FULFILMENT } from './words/fulfilment.ts'
import { GOODS } from './words/goods.ts'
import { INTEGRATION } from './words/integration.ts'
import { PEOPLE } from './words/people.ts'
import { SALES } from './words/sales.ts'
import { SHIPPING } from './words/shipping.ts'
import type { MailWords, Words } from './words/words.ts'

/** The texts of a template, in Liquid. */
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
  ...INTEGRATION,
}

/** Escapes the text around Liquid's tags; Liquid itself escapes what it inserts. */
const escapeWords = (words: string) =>
  words
    .split(/(\{\{[^{}]*\}\}|\{%[^{}]*%\})/)
    .map((part, i) => (i % 2 ? part : escapeText(part)))
    .join('')

const WHY = 'You receive this e-mail because of your role in the tenant. You can change this in your preferences.'

const completeTexts = ({ title, message }: Words, mail: MailWords) => ({
  subject: title,
  greeting: 'Hello,',
  paragraphs: [message],
  action: 'Open',
  notes: [WHY],
  ...mail,
})

type Mail = ReturnType<typeof completeTexts>

const renderPlain = ({ greeting, paragraphs, action, notes }: Mail) =>
  [greeting, ...paragraphs, `${action}:\n{{ actionUrl }}`, ...notes].join('\n\n')

const renderHtml = ({ greeting, paragraphs, action, notes }: Mail) => {
  const renderParagraph = (words: string) => `<p>${escapeWords(words)}</p>`
  return `${[greeting, ...paragraphs].map(renderParagraph).join('\n')}
<p><a class="button" href="{{ actionUrl }}">${escapeWords(action)}</a></p>
<p class="small">If the button does not work, open this link:<br><a href="{{ actionUrl }}">{{ actionUrl }}</a></p>
<div class="small notes">
${notes.map(renderParagraph).join('\n')}
</div>`
}

const chooseByToken = (withToken: string, withoutToken: string) =>
  withToken === withoutToken ? withToken : `{% if token %}${withToken}{% else %}${withoutToken}{% endif %}`

const composeMailTexts = (words: Words): Texts => {
  const { mail = {} } = words
  const [one, other] = 'withToken' in mail ? [mail.withToken, mail.withoutToken] : [mail, mail]
  const [first, second] = [completeTexts(words, one), completeTexts(words, other)]
  return {
    subjectTemplate: chooseByToken(first.subject, second.subject),
    bodyTemplate: chooseByToken(renderPlain(first), renderPlain(second)),
    htmlBodyTemplate: chooseByToken(renderHtml(first), renderHtml(second)),
  }
}

const findDigestTexts = (topic: TopicName, channel: Channel): Texts | undefined => {
  const words = canGather(topic, channel) ? DIGESTS[topic] : undefined
  return words && composeDigestTexts(words, channel)
}

/** Returns the built-in texts in English, which are used if no template fits. */
export const findBuiltInTexts = (
  topic: TopicName,
  channel: Channel,
  form: MessageForm = 'single',
): Texts | undefined => {
  if (form === 'digest') return findDigestTexts(topic, channel)
  if (!Object.hasOwn(WORDS, topic)) return undefined
  const words = WORDS[topic]
  return channel === 'email'
    ? composeMailTexts(words)
    : { subjectTemplate: words.title, bodyTemplate: words.message, htmlBodyTemplate: null }
}
