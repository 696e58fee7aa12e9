import { describe, expect, test } from 'vitest'
import { findBuiltInTexts, type Texts } from '../../../lib/notification/templates/built-in/find-built-in-texts.ts'
import {
  chooseLanguageCode,
  LANGUAGE_CODES,
  type LanguageCode,
  loadLanguage,
} from '../../../lib/notification/templates/built-in/load-language.ts'
import { buildDigestExampleValues } from '../../../lib/notification/templates/digest-variables.ts'
import { findTextViolations } from '../../../lib/notification/templates/find-text-violations.ts'
import { listVariables } from '../../../lib/notification/templates/liquid.ts'
import { listFallbackLocales } from '../../../lib/notification/templates/locale.ts'
import { buildExampleValues } from '../../../lib/notification/templates/template-variables.ts'
import { writeMessage } from '../../../lib/notification/templates/write-message.ts'
import { canGather } from '../../../lib/notification/windows/can-gather.ts'
import { TOPICS } from '../../../schemas/events/topics.ts'
import type { MessageForm } from '../../../schemas/notification/notification-template.ts'
import { CHANNELS, type Channel, TOPIC_NAMES, type TopicName } from '../../../schemas/notification/topic.ts'

const OTHERS = LANGUAGE_CODES.filter((code) => code !== 'en')
const WAITING = TOPIC_NAMES.filter((topic) => canGather(topic, 'email'))
const GATHERING = CHANNELS.filter((channel) => canGather('partner.partner.created', channel))

const textsOf = async (topic: TopicName, channel: Channel, language: LanguageCode, form: MessageForm = 'single') =>
  (await findBuiltInTexts(topic, channel, { language, form })) as Texts

const write = async (
  topic: TopicName,
  channel: Channel,
  language: LanguageCode,
  values: Record<string, unknown>,
  form: MessageForm = 'single',
) =>
  writeMessage(await textsOf(topic, channel, language, form), channel, {
    values,
    style: { locale: language, zone: 'UTC' },
  })

const asSet = (names: readonly string[]) => [...new Set(names)].sort()

const nameVariables = ({ subjectTemplate, bodyTemplate, htmlBodyTemplate }: Texts) =>
  asSet(
    [
      ...listVariables(`${subjectTemplate}\n${bodyTemplate}`, 'text'),
      ...listVariables(htmlBodyTemplate ?? '', 'html'),
    ].map(({ segments }) => segments.join('.')),
  )

/** The variables of the English texts, with which those of all other languages are compared. */
const inEnglish = new Map<string, Promise<string[]>>()

const nameEnglishVariables = (topic: TopicName, channel: Channel, form: MessageForm = 'single'): Promise<string[]> => {
  const place = `${topic} ${channel} ${form}`
  const known = inEnglish.get(place) ?? textsOf(topic, channel, 'en', form).then(nameVariables)
  inEnglish.set(place, known)
  return known
}

/** Replaces texts that are free, and codes by none, so that the rest is words of the template. */
const withoutWords = (topic: TopicName, values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const kind = (TOPICS[topic].variables.properties as Record<string, { title?: string } | undefined>)[name]
      return [name, kind?.title === 'text' && typeof value === 'string' ? '§' : value]
    }),
  )

const ENGLISH =
  /(?<!\p{L})(the|your|you|been|and|with|from|has|have|were|this|that|will|order|shipment|invoice)(?!\p{L})/iu
const lettersOf = (text: string) => text.replaceAll(/\{[{%].*?[%}]\}/g, '').replaceAll(/[^\p{L}]/gu, '')

describe('a locale', () => {
  test('has the built-in texts of its language, else of English', () => {
    const locales = ['de_AT', 'de-at', 'pt_BR', 'ar', 'ja_JP', 'sv_SE', 'zh_Hant_TW', 'deu', '']
    expect(locales.map((locale) => chooseLanguageCode(listFallbackLocales(locale)))).toEqual([
      'de',
      'de',
      'pt',
      'ar',
      'ja',
      'en',
      'en',
      'en',
      'en',
    ])
  })
})

describe.each(OTHERS)('the built-in texts in %s', (language) => {
  test('use the same variables as the English ones, and pass the checks of stored templates', async () => {
    for (const topic of TOPIC_NAMES)
      for (const channel of CHANNELS) {
        const own = await textsOf(topic, channel, language)
        expect(nameVariables(own), `${topic} ${channel}`).toEqual(await nameEnglishVariables(topic, channel))
        expect(await findTextViolations({ ...own }, topic)).toEqual([])
        if (!canGather(topic, channel)) continue
        const digest = await textsOf(topic, channel, language, 'digest')
        const english = await nameEnglishVariables(topic, channel, 'digest')
        expect(nameVariables(digest), `digest of ${topic} ${channel}`).toEqual(english)
        expect(await findTextViolations({ ...digest }, topic, 'digest')).toEqual([])
      }
  })

  test('are short enough for the channels', async () => {
    for (const topic of TOPIC_NAMES)
      for (const channel of CHANNELS) {
        const { subject, body, html } = await write(topic, channel, language, buildExampleValues(topic))
        expect(subject.length, subject).toBeLessThanOrEqual(80)
        if (channel === 'email')
          expect(html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`)
        else expect(body.length, body).toBeLessThanOrEqual(280)
      }
  })

  test('read well if every optional value is missing', async () => {
    for (const topic of TOPIC_NAMES) {
      const unknown = Object.entries(TOPICS[topic].variables.properties)
        .filter(([, { type }]) => Array.isArray(type))
        .map(([name]) => [name, null])
      const values = { ...buildExampleValues(topic, { token: null }), ...Object.fromEntries(unknown) }
      const { subject, body } = await write(topic, 'storage', language, values)
      for (const text of [subject, body])
        expect(text, topic).not.toMatch(/\bnull\b|undefined| {2}| [.,:、。]|\.\.|。。|\(\)|（）|^\s*$/)
      expect(body, topic).toMatch(/[.?。]\u2069?$/)
    }
  })

  test('contain no English', async () => {
    for (const topic of TOPIC_NAMES) {
      for (const token of [null, '§']) {
        const values = withoutWords(topic, buildExampleValues(topic, { token }))
        const { subject, body, html } = await write(topic, 'email', language, values)
        for (const text of [subject, body, html?.split('<main>')[1]]) expect(text, topic).not.toMatch(ENGLISH)
      }
    }
    for (const topic of WAITING) {
      const { items, ...values } = buildDigestExampleValues(topic)
      const named = (items as Record<string, unknown>[]).map((item) => withoutWords(topic, item))
      for (const channel of GATHERING) {
        const { subject, body } = await write(topic, channel, language, { ...values, items: named }, 'digest')
        for (const text of [subject, body]) expect(text, topic).not.toMatch(ENGLISH)
      }
    }
  })

  test('differ from the English ones wherever there are words', async () => {
    const [own, english] = await Promise.all([loadLanguage(language), loadLanguage('en')])
    const pairs = [
      ...TOPIC_NAMES.flatMap((topic) => [
        [own.topics[topic].title, english.topics[topic].title],
        [own.topics[topic].message, english.topics[topic].message],
      ]),
      ...Object.entries(english.digests).map(([topic, title]) => [
        own.digests[topic as keyof typeof own.digests],
        title,
      ]),
      ...Object.entries(english.frame).map(([name, text]) => [own.frame[name as keyof typeof own.frame], text]),
    ] as [string, string][]
    for (const [text, original] of pairs)
      if (lettersOf(original)) expect(lettersOf(text), original).not.toBe(lettersOf(original))
      else expect(lettersOf(text), original).toBe('')
  })

  test('name an event and count the others in a digest', async () => {
    const values = buildDigestExampleValues('sales.order.ready')
    const { subject, body, html } = await write('sales.order.ready', 'email', language, values, 'digest')
    expect(subject).toContain('37')
    expect(body.match(/^- .*DE-100045/gm)).toHaveLength(10)
    expect(body).toMatch(/^- .*27/m)
    expect(html?.match(/<li><a href="https:\/\/app\.example\.com">/g)).toHaveLength(10)
  })

  test('are as last reviewed', async () => {
    const single = TOPIC_NAMES.map(async (topic) => {
      const { subject, body } = await write(topic, 'email', language, buildExampleValues(topic))
      return `${topic}\n    ${subject}\n\n${body.trim().replaceAll(/^(?=.)/gm, '    ')}`
    })
    const digests = WAITING.map(async (topic) => {
      const values = buildDigestExampleValues(topic, { named: 2, total: 4 })
      const { subject, body } = await write(topic, 'push', language, values, 'digest')
      return `${topic}, gathered\n    ${subject}\n    ${body}`
    })
    const all = await Promise.all([...single, ...digests])
    await expect(`${all.join('\n\n')}\n`).toMatchFileSnapshot(`built-in/languages/${language}.txt`)
  })
})

describe('values in texts from right to left', () => {
  test('are isolated, so that they do not reorder the words around them', async () => {
    const { body, html } = await write('sales.order.ready', 'email', 'ar', buildExampleValues('sales.order.ready'))
    for (const text of [body, html]) expect(text).toContain('\u2068DE-100045\u2069')
    expect(html).toContain('href="https://app.example.com"')
  })

  test('are not marked in other languages', async () => {
    const { body } = await write('sales.order.ready', 'email', 'de', buildExampleValues('sales.order.ready'))
    expect(body).not.toMatch(/[\u2066-\u2069]/)
  })
})
