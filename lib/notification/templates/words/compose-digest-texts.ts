import type { Channel } from '../../../../schemas/notification/topic.ts'
import { escapeText } from '../../../platform/html.ts'
import type { Texts } from '../find-built-in-texts.ts'
import type { DigestWords } from './digests.ts'

const NOTES = [
  'You receive this e-mail because of your role in the tenant. You can change this in your preferences.',
  'Messages that follow each other closely are gathered in one e-mail. You can also change that in your preferences.',
]

const MORE = '{% if more > 0 %}and {{ more }} more{% endif %}'
/** Bounds a list of names in messages that are charged or shown by length. */
const MAX_NAMES_LENGTH = 240

const renderNames = (item: string) =>
  `{% capture names %}{% for item in items %}${item}{% unless forloop.last %}; {% endunless %}{% endfor %}{% endcapture %}{{ names | truncate: ${MAX_NAMES_LENGTH} }}`

const composeMailTexts = (title: string, item: string): Texts => ({
  subjectTemplate: title,
  bodyTemplate: `Hello,

${title}:

{% for item in items %}- ${item}
{% endfor %}{% if more > 0 %}- ${MORE}
{% endif %}
Open:
{{ actionUrl }}

${NOTES.join('\n\n')}`,
  htmlBodyTemplate: `<p>Hello,</p>
<p>${title}:</p>
<ul>
{% for item in items %}<li><a href="{{ item.actionUrl }}">${item}</a></li>
{% endfor %}</ul>
{% if more > 0 %}<p>${MORE}</p>
{% endif %}<p><a class="button" href="{{ actionUrl }}">Open</a></p>
<p class="small">If the button does not work, open this link:<br><a href="{{ actionUrl }}">{{ actionUrl }}</a></p>
<div class="small notes">
${NOTES.map((note) => `<p>${escapeText(note)}</p>`).join('\n')}
</div>`,
})

/** Composes the texts of a topic's digest for a channel, in Liquid. */
export const composeDigestTexts = (words: DigestWords, channel: Channel): Texts => {
  const title = `{{ count }} ${words.title}`
  if (channel === 'email') return composeMailTexts(title, words.item)
  const names = `${renderNames(words.item)}{% if more > 0 %} ${MORE}{% endif %}`
  // A text message has no title, and its end may be cut off.
  const bodyTemplate =
    channel === 'sms'
      ? `${title}: {{ actionUrl }}\n${names}`
      : channel === 'slack'
        ? `${names}\n{{ actionUrl }}`
        : names
  return { subjectTemplate: title, bodyTemplate, htmlBodyTemplate: null }
}
