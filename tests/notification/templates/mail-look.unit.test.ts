import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBuiltInTexts, type Texts } from '../../../lib/notification/templates/built-in/find-built-in-texts.ts'
import { buildDigestExampleValues } from '../../../lib/notification/templates/digest-variables.ts'
import { buildExampleValues } from '../../../lib/notification/templates/template-variables.ts'
import { writeMessage } from '../../../lib/notification/templates/write-message.ts'
import { TOPIC_NAMES, type TopicName } from '../../../schemas/notification/topic.ts'
import { browser } from '../../support/visitor.ts'

const style = { locale: 'en', zone: 'UTC' }
const LONG = 'DonaudampfschifffahrtsgesellschaftskapitänswitwenrenteN'.repeat(4)

const digestOf = async (topic: TopicName) => {
  const texts = await findBuiltInTexts(topic, 'email', { language: 'en', form: 'digest' })
  if (!texts) return undefined
  const { items, ...values } = buildDigestExampleValues(topic)
  const long = { ...values, items: (items as Record<string, unknown>[]).map(withLongTexts) }
  return (await writeMessage(texts, 'email', { values: long, style, footer: LONG })).html as string
}

const mailOf = async (topic: TopicName, values: Record<string, unknown>) =>
  (
    await writeMessage((await findBuiltInTexts(topic, 'email', { language: 'en' })) as Texts, 'email', {
      values,
      style,
      footer: LONG,
    })
  ).html as string

/** Appends a very long word to each text, also to addresses. */
const withLongTexts = (values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const isOpen = typeof value === 'string' && !/^\d{4}-|^[A-Z]{3}$/.test(value)
      return [name, isOpen ? `${value}${LONG}` : value]
    }),
  )

describe.skipIf(!browser)('every mail in a browser', () => {
  let launched: Browser
  beforeAll(async () => {
    launched = await chromium.launch({ executablePath: browser as string, args: ['--no-sandbox'] })
  })
  afterAll(() => launched?.close())

  test.each([320, 1024])('a mail fits a width of %i with words of any length', async (width) => {
    const page = await launched.newPage({ viewport: { width, height: 700 } })
    for (const topic of TOPIC_NAMES) {
      for (const mail of [await mailOf(topic, withLongTexts(buildExampleValues(topic))), await digestOf(topic)]) {
        if (mail === undefined) continue
        await page.setContent(mail)
        expect(await page.evaluate('document.documentElement.scrollWidth'), topic).toBeLessThanOrEqual(width)
        expect(await page.locator('a.button').isVisible(), topic).toBe(true)
      }
    }
    await page.close()
  })

  test('a mail loads no external resources', async () => {
    const page = await launched.newPage()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    for (const topic of TOPIC_NAMES) await page.setContent(await mailOf(topic, buildExampleValues(topic)))
    expect(asked).toEqual([])
    await page.close()
  })
})
