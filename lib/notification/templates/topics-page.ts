import type { TSchema } from 'typebox'
import { TOPIC_SOURCES } from '../../../schemas/events/topic-sources.ts'
import { TOPICS } from '../../../schemas/events/topics.ts'
import { OUTSIDE_TOPICS } from '../../../schemas/notification/published-event.ts'
import { TOPIC_NAMES, type TopicName } from '../../../schemas/notification/topic.ts'
import type { File } from '../../platform/docs/file.ts'
import { HTML, layout } from '../../platform/docs/pages/pages.ts'
import { escapeText } from '../../platform/html.ts'
import { makeOnce } from '../../platform/make-once.ts'
import { LANGUAGE_CODES } from './built-in/load-language.ts'
import { DIGEST_VARIABLES } from './digest-variables.ts'
import { isCommon, listTemplateVariables } from './template-variables.ts'

interface VariableSchema {
  title?: string
  type?: string | string[]
  description?: string
  enum?: unknown[]
  examples?: unknown[]
}

const renderExample = (example: unknown) => (typeof example === 'object' ? JSON.stringify(example) : String(example))

const renderVariable = ([name, schema]: [string, TSchema]) => {
  const { title = '', type = [], description, enum: values, examples = [] } = schema as VariableSchema
  const kinds = [values ? `one of ${values.filter((each) => each !== null).join(', ')}` : title]
  if (type.includes('null')) kinds.push('or null')
  return `<tr><td><code>${name}</code></td><td>${escapeText(kinds.join(' '))}</td><td>${escapeText(renderExample(examples[0]))}</td>
<td>${escapeText(description ?? '')}</td></tr>`
}

const renderTable = (variables: [string, TSchema][]) => `<table>
<thead><tr><th>Variable</th><th>Kind</th><th>Example</th><th></th></tr></thead>
<tbody>
${variables.map(renderVariable).join('\n')}
</tbody>
</table>`

const AUDIENCES: Record<string, string> = {
  named: 'the recipient in the event',
  everyone: 'every member',
  'notification:webhook_endpoint:write': 'members who may change webhook endpoints',
}

/** Topics of modules outside the platform, which only a publisher can emit. */
const OUTSIDE: readonly TopicName[] = OUTSIDE_TOPICS

const renderSources = (topic: TopicName) => {
  if (OUTSIDE.includes(topic)) return 'Published by <code>publishEvent</code>.'
  const names: readonly string[] = TOPIC_SOURCES[topic]
  return names.length ? `Emitted by ${names.map((name) => `<code>${name}</code>`).join(', ')}.` : 'Nothing emits it.'
}

const renderTopic = (topic: TopicName) => {
  const { bucket, priority, audience, canWait } = TOPICS[topic]
  const recipients = AUDIENCES[audience] ?? `members whose role can read ${audience}`
  return `<section id="${topic}">
<h2><code>${topic}</code></h2>
<p class="status">${bucket}, ${priority}; sent to ${recipients}${canWait ? '' : '; never gathered'}</p>
<p>${renderSources(topic)}</p>
${renderTable(Object.entries(listTemplateVariables(topic)).filter(([name]) => !isCommon(name)))}
</section>`
}

const listLanguages = () => {
  const names = new Intl.DisplayNames(['en'], { type: 'language' })
  return new Intl.ListFormat('en').format(LANGUAGE_CODES.map((code) => names.of(code) ?? code).sort())
}

const MODULES = [...new Set(TOPIC_NAMES.map((name) => name.split('.')[0] ?? name))]

const renderContents = () =>
  MODULES.map((module) => {
    const links = TOPIC_NAMES.filter((name) => name.startsWith(`${module}.`)).map(
      (name) => `<a href="#${name}">${name.slice(module.length + 1)}</a>`,
    )
    return `<p><b>${module}</b>: ${links.join(', ')}</p>`
  }).join('\n')

const listCommonVariables = () =>
  Object.entries(listTemplateVariables('partner.partner.created')).filter(([name]) => isCommon(name))

/** Page with all topics, their audience and their variables. */
export const topicsPage = makeOnce(
  (): File => ({
    type: HTML,
    cacheSeconds: 0,
    content: layout(
      'Topics - Entrepot',
      '',
      `<main class="page">
<h1>Topics</h1>
<p>All topics of notifications, their recipients and the variables that their templates can use. Templates are
<a href="https://shopify.github.io/liquid/">Liquid</a> without includes: <code>{{ partnerName }}</code>,
<code>{% if dueDate %}…{% endif %}</code>. Amounts are integers in minor units; format them with
<code>{{ totalAmount | money: currency }}</code>. Format dates and timestamps with <code>{{ dueDate | date }}</code> and
<code>{{ at | datetime }}</code>; both use the locale of the template and the time zone of the tenant, and accept
<code>"full"</code>, <code>"long"</code>, <code>"medium"</code> or <code>"short"</code>. Values are escaped in HTML bodies;
<code>newline_to_br</code> keeps their line breaks.</p>
<p>Each topic says what emits it: operations by their id, schedules and workers by their name. <code>on-event</code> does
the work that follows from operations and schedules. Topics of modules outside the platform are published by
<code>publishEvent</code>.</p>
<p>A template is selected by topic, channel, form and locale, for example <code>de_AT</code>, then <code>de</code>, then
<code>en</code>. The tenant's own templates come first, then the platform's, then the built-in one, which exists in
${listLanguages()}. E-mails use all three
texts; storage, push and Slack use subject and body; SMS uses the body. Webhooks send subject and body as
<code>title</code> and <code>message</code>, together with the event's data.</p>
${renderContents()}
<section>
<h2>Every topic</h2>
${renderTable(listCommonVariables())}
</section>
<section id="digests">
<h2>Digests</h2>
<p>Messages of a topic that follow each other closely are gathered for one digest. Its templates have the form
<code>digest</code> and these variables: <code>{% for item in items %}{{ item.partnerName }}{% endfor %}</code>. Urgent
topics, topics for one person, storage and webhooks have no digests.</p>
${renderTable(Object.entries(DIGEST_VARIABLES))}
</section>
${TOPIC_NAMES.map(renderTopic).join('\n')}
</main>`,
    ),
  }),
)
