import { describe, expect, test } from 'vitest'
import { findBuiltInTexts, type Texts } from '../../../lib/notification/templates/built-in/find-built-in-texts.ts'
import { buildDigestExampleValues } from '../../../lib/notification/templates/digest-variables.ts'
import { findTextViolations } from '../../../lib/notification/templates/find-text-violations.ts'
import { writeMessage } from '../../../lib/notification/templates/write-message.ts'
import { canGather } from '../../../lib/notification/windows/can-gather.ts'
import { TOPICS } from '../../../schemas/events/topics.ts'
import { CHANNELS, type Channel, TOPIC_NAMES, type TopicName } from '../../../schemas/notification/topic.ts'

const style = { locale: 'en', zone: 'UTC' }
const WAITING = TOPIC_NAMES.filter((topic) => canGather(topic, 'email'))
const GATHERING = CHANNELS.filter((channel) => canGather('partner.partner.created', channel))

const findTexts = async (topic: TopicName, channel: Channel) =>
  (await findBuiltInTexts(topic, channel, { language: 'en', form: 'digest' })) as Texts

const write = async (topic: TopicName, channel: Channel, values = buildDigestExampleValues(topic)) =>
  writeMessage(await findTexts(topic, channel), channel, { values, style })

const contentOf = (page: string | null) => /<main>\n(.*)<\/main>/s.exec(page ?? '')?.[1] ?? ''

describe('the built-in digests', () => {
  test('are as last reviewed', async () => {
    const titles = WAITING.map(async (topic) => {
      const { subject, body } = await write(topic, 'push', buildDigestExampleValues(topic, { named: 2, total: 4 }))
      return `${topic}\n    ${subject}\n    ${body}`
    })
    const whole = GATHERING.map(async (channel) => {
      const { subject, body, html } = await write('sales.order.ready', channel)
      return `${channel}\n${subject}\n\n${body}\n${contentOf(html)}`
    })
    const all = [...(await Promise.all(whole)), ...(await Promise.all(titles))]
    await expect(all.join('\n\n')).toMatchFileSnapshot('built-in/digests.txt')
  })

  test.each(WAITING)('of %s exist for every channel that gathers, and pass the checks of templates', async (topic) => {
    for (const channel of GATHERING) {
      const texts = await findTexts(topic, channel)
      expect(await findTextViolations({ ...texts }, topic, 'digest')).toEqual([])
      const { subject } = await write(topic, channel)
      expect(subject).toMatch(/^37 [a-z]/)
      expect(subject.length).toBeLessThanOrEqual(80)
    }
  })

  test.each(WAITING)('of %s read well if every optional value is missing, or no event is left', async (topic) => {
    const unknown = Object.entries(TOPICS[topic].variables.properties)
      .filter(([, { type }]) => Array.isArray(type))
      .map(([name]) => [name, null])
    const values = buildDigestExampleValues(topic, { named: 3, total: 3 })
    const items = (values.items as object[]).map((item) => ({ ...item, ...Object.fromEntries(unknown) }))
    const { body } = await write(topic, 'push', { ...values, items })
    expect(body).not.toMatch(/null|undefined| {2}| [.,:;]|[,:;]$|more/)
    for (const channel of GATHERING) {
      const left = await write(topic, channel, buildDigestExampleValues(topic, { named: 0, total: 3 }))
      expect(left.body).toContain('and 3 more')
    }
  })

  test('name the events and link to each and to all', async () => {
    const { subject, body, html } = await write('sales.order.ready', 'email')
    expect(subject).toBe('37 orders are ready')
    expect(body.match(/^- DE-100045 \(Web shop\)$/gm)).toHaveLength(10)
    expect(body).toContain('- and 27 more\n')
    expect(html?.match(/<li><a href="https:\/\/app\.example\.com">/g)).toHaveLength(10)
  })

  test('escape what they insert', async () => {
    const values = buildDigestExampleValues('partner.partner.created', { named: 1, total: 2 })
    const items = [{ ...(values.items as object[])[0], partnerName: '<b>A & B</b>' }]
    const { html } = await write('partner.partner.created', 'email', { ...values, items })
    expect(html).toContain('&lt;b&gt;A &amp; B&lt;/b&gt;')
    expect(html).not.toContain('<b>')
  })
})
