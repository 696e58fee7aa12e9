import { describe, expect, test } from 'vitest'
import { findBuiltInTexts, type Texts } from '../../../lib/notification/templates/built-in/find-built-in-texts.ts'
import { findTextViolations } from '../../../lib/notification/templates/find-text-violations.ts'
import { buildExampleValues } from '../../../lib/notification/templates/template-variables.ts'
import { writeMessage } from '../../../lib/notification/templates/write-message.ts'
import { TOPICS } from '../../../schemas/events/topics.ts'
import { CHANNELS, TOPIC_NAMES, type TopicName } from '../../../schemas/notification/topic.ts'

const style = { locale: 'en', zone: 'UTC' }
const MODULES = [...new Set(TOPIC_NAMES.map((topic) => topic.split('.')[0] as string))]
const topicsOf = (module: string) => TOPIC_NAMES.filter((topic) => topic.startsWith(`${module}.`))
const textsOf = async (topic: TopicName, channel: (typeof CHANNELS)[number]) =>
  (await findBuiltInTexts(topic, channel, { language: 'en' })) as Texts

/** Returns the content of the page without the frame that all mails share. */
const contentOf = (page: string | null) => /<main>\n(.*)<\/main>/s.exec(page ?? '')?.[1] ?? ''

const indented = (text: string) => text.trim().replaceAll(/^(?=.)/gm, '    ')

const shown = async (topic: TopicName, values: Record<string, unknown>, about = '') => {
  const of = async (channel: (typeof CHANNELS)[number]) =>
    writeMessage(await textsOf(topic, channel), channel, { values, style })
  const [title, mail] = await Promise.all([of('storage'), of('email')])
  return `${topic}${about}
  in lists, on phones, in chats and webhooks
    ${title.subject}
${indented(title.body)}
  mail
    ${mail.subject}

${indented(mail.body)}

${indented(contentOf(mail.html))}
`
}

describe('the built-in templates', () => {
  test.each(MODULES)('of %s are as last reviewed', async (module) => {
    const all = topicsOf(module).map((topic) => shown(topic, buildExampleValues(topic)))
    if (module === 'iam')
      all.push(
        shown(
          'iam.identity.email_verification',
          buildExampleValues('iam.identity.email_verification', { token: null }),
          ', of an address that has an account',
        ),
      )
    await expect((await Promise.all(all)).join('\n\n')).toMatchFileSnapshot(`built-in/${module}.txt`)
  })

  test.each(TOPIC_NAMES)('of %s exist for every channel and pass the checks of stored templates', async (topic) => {
    for (const channel of CHANNELS) {
      const texts = await textsOf(topic, channel)
      expect(await findTextViolations({ ...texts }, topic)).toEqual([])
      const { subject, body, html } = await writeMessage(texts, channel, { values: buildExampleValues(topic), style })
      expect(subject.length).toBeLessThanOrEqual(80)
      if (channel === 'email') expect(html).toContain('<h1>')
      else expect(body.length).toBeLessThanOrEqual(240)
    }
  })

  test.each(TOPIC_NAMES)('of %s read well if every optional value is missing', async (topic) => {
    const unknown = Object.entries(TOPICS[topic].variables.properties)
      .filter(([, { type }]) => Array.isArray(type))
      .map(([name]) => [name, null])
    const values = { ...buildExampleValues(topic, { token: null }), ...Object.fromEntries(unknown) }
    const { subject, body } = await writeMessage(await textsOf(topic, 'storage'), 'storage', { values, style })
    for (const text of [subject, body]) expect(text).not.toMatch(/null|undefined| {2}| [.,:]|\.\.|^\s*$/)
    expect(body).toMatch(/[.?]$/)
  })

  test('of mails have the whole link in both parts', async () => {
    for (const topic of ['iam.identity.email_verification', 'iam.identity.password_reset'] as const) {
      const values = buildExampleValues(topic, { appUrl: 'https://app.example.com/', token: 'a.b+c/d' })
      const { body, html } = await writeMessage(await textsOf(topic, 'email'), 'email', { values, style })
      const page = topic.endsWith('reset') ? 'reset-password' : 'verify-email'
      expect(body).toContain(`https://app.example.com/${page}?token=a.b%2Bc%2Fd`)
      expect(html).toContain(`href="https://app.example.com/${page}?token=a.b%2Bc%2Fd"`)
    }
  })

  test('do not mention a token if there is none', async () => {
    const values = buildExampleValues('iam.identity.email_verification', { token: null })
    const texts = await textsOf('iam.identity.email_verification', 'email')
    const { subject, body, html } = await writeMessage(texts, 'email', { values, style })
    expect(subject).toBe('You already have an account')
    for (const part of [body, html]) expect(part).not.toContain('token')
  })
})
