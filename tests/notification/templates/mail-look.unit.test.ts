import { type Browser, chromium, type Page } from 'playwright-core'
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

/** Shows each mail in the page, which is asked once for all of them, and lists those that are too wide or lack their button. */
const LIST_MISFITS = `(mails) => mails.flatMap(([topic, html]) => {
  document.open()
  document.write(html)
  document.close()
  const { scrollWidth } = document.documentElement
  const button = document.querySelector('a.button')
  const isShown = button?.checkVisibility({ visibilityProperty: true }) && button.getBoundingClientRect().width > 0
  return scrollWidth <= innerWidth && isShown ? [] : [topic + ' is ' + scrollWidth + ' wide']
})`

describe.skipIf(!browser)('every mail in a browser', () => {
  let launched: Browser
  let page: Page
  const asked: string[] = []
  beforeAll(async () => {
    launched = await chromium.launch({ executablePath: browser as string, args: ['--no-sandbox'] })
    page = await launched.newPage()
    page.on('request', (request) => asked.push(request.url()))
  })
  afterAll(() => launched?.close())

  const listMisfits = async (mails: readonly [string, string][], width: number) => {
    await page.setViewportSize({ width, height: 700 })
    return await page.evaluate(`(${LIST_MISFITS})(${JSON.stringify(mails)})`)
  }

  test.each([320, 1024])('a mail fits a width of %i with words of any length', async (width) => {
    const mails: [string, string][] = []
    for (const topic of TOPIC_NAMES)
      for (const mail of [await mailOf(topic, withLongTexts(buildExampleValues(topic))), await digestOf(topic)])
        if (mail !== undefined) mails.push([topic, mail])
    expect(await listMisfits(mails, width)).toEqual([])
    const [[topic, mail] = ['', '']] = mails
    for (const wrong of ['.button { display: none }', '.button { visibility: hidden }', 'h1 { width: 2000px }'])
      expect(await listMisfits([[topic, mail.replace('</style>', `${wrong}</style>`)]], width), wrong).not.toEqual([])
  })

  test('a mail loads no external resources', async () => {
    const mails: [string, string][] = []
    for (const topic of TOPIC_NAMES) mails.push([topic, await mailOf(topic, buildExampleValues(topic))])
    asked.length = 0
    await listMisfits(mails, 1024)
    expect(asked).toEqual([])
    const images = [1, 2, 3].map((place) => `http://127.0.0.1:9/${place}.png`)
    await listMisfits(
      images.map((url): [string, string] => ['any', `<img src="${url}">`]),
      1024,
    )
    await expect.poll(() => asked).toEqual(images)
  })
})
