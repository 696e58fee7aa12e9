import type { Channel } from '../../../../schemas/notification/topic.ts'
import { DIGEST_ITEMS, type DigestTopic } from '../words/digest-items.ts'
import type { FrameWords, Language } from '../words/words.ts'
import { renderMailEnd } from './compose-mail-texts.ts'
import type { Texts } from './find-built-in-texts.ts'

/** Bounds a list of names in messages that are charged or shown by length. */
const MAX_NAMES_LENGTH = 240

const renderNames = (item: string) =>
  `{% capture names %}{% for item in items %}${item}{% unless forloop.last %}; {% endunless %}{% endfor %}{% endcapture %}{{ names | truncate: ${MAX_NAMES_LENGTH} }}`

const renderMore = ({ more }: FrameWords) => `{% if more > 0 %}${more}{% endif %}`

/** A title that ends with the number is no start of a sentence. */
const endTitle = (title: string, { colon }: FrameWords) => (title.endsWith('{{ count }}') ? title : `${title}${colon}`)

const composeMailTexts = (title: string, item: string, frame: FrameWords): Texts => {
  const { greeting, open, colon, why, gathered } = frame
  const more = renderMore(frame)
  const notes = [why, gathered]
  return {
    subjectTemplate: title,
    bodyTemplate: `${greeting}

${endTitle(title, frame)}

{% for item in items %}- ${item}
{% endfor %}{% if more > 0 %}- ${more}
{% endif %}
${open}${colon}
{{ actionUrl }}

${notes.join('\n\n')}`,
    htmlBodyTemplate: `<p>${greeting}</p>
<p>${endTitle(title, frame)}</p>
<ul>
{% for item in items %}<li><a href="{{ item.actionUrl }}">${item}</a></li>
{% endfor %}</ul>
{% if more > 0 %}<p>${more}</p>
{% endif %}${renderMailEnd({ action: open, notes }, frame)}`,
  }
}

/** Composes the texts of a topic's digest for a channel, in Liquid. */
export const composeDigestTexts = (language: Language, topic: DigestTopic, channel: Channel): Texts => {
  const { frame } = language
  const title = language.digests[topic]
  const item = DIGEST_ITEMS[topic](language)
  if (channel === 'email') return composeMailTexts(title, item, frame)
  const names = `${renderNames(item)}{% if more > 0 %} ${renderMore(frame)}{% endif %}`
  // A text message has no title, and its end may be cut off.
  const bodyTemplate =
    channel === 'sms'
      ? `${title}\n{{ actionUrl }}\n${names}`
      : channel === 'slack'
        ? `${names}\n{{ actionUrl }}`
        : names
  return { subjectTemplate: title, bodyTemplate, htmlBodyTemplate: null }
}
