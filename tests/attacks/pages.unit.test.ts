import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { renderPortalPage } from '../../lib/document/portal/render-portal-page.ts'
import { type Layout, layOut } from '../../lib/document/printing/layout.ts'
import type { PrintedDocument } from '../../lib/document/printing/printed-document.ts'
import { renderHtml } from '../../lib/document/printing/render-html.ts'
import { renderPdf } from '../../lib/document/printing/render-pdf.ts'
import { findBuiltInTexts } from '../../lib/notification/templates/built-in/find-built-in-texts.ts'
import { buildDigestExampleValues } from '../../lib/notification/templates/digest-variables.ts'
import { buildExampleValues } from '../../lib/notification/templates/template-variables.ts'
import { writeMessage } from '../../lib/notification/templates/write-message.ts'
import { chooseLanguage } from '../../lib/shipping/tracking-page/choose-language.ts'
import { renderTrackingPage } from '../../lib/shipping/tracking-page/render-tracking-page.ts'
import { TOPIC_NAMES } from '../../schemas/notification/topic.ts'
import { EXAMPLES } from '../document/examples.ts'
import { selectShare } from '../support/select-share.ts'
import { browser } from '../support/visitor.ts'

/** Texts that become markup, scripts or requests wherever one sign of them is not escaped. */
const HOSTILE = [
  '<script>hit(1)</script>',
  '"><img src=x onerror=hit(2)>',
  "'><svg onload=hit(3)>",
  '</style><script>hit(4)</script>',
  '</title><iframe srcdoc="<script>parent.hit(5)</script>">',
  '<a href="javascript:hit(6)">x</a>',
  '" onmouseover="hit(7)" autofocus onfocus="hit(8)" x="',
  '<link rel=stylesheet href=//attacker.net/x.css>',
  '<meta http-equiv=refresh content="0;url=https://attacker.net">',
  '<base href=https://attacker.net/><form action=/x><input name=a></form>',
  '<img src=https://attacker.net/pixel.png>',
  '--><script>hit(9)</script><!--',
  '&lt;script&gt;hit(10)&lt;/script&gt;',
  '{{ constructor }}{% raw %}<script>hit(11)</script>{% endraw %}',
  '\\u003cscript\\u003ehit(12)\\u003c/script\\u003e',
  '$& $` $1',
].join(' ')
/** Texts that a typesetter could take for commands, and a reader of PDF for links. */
const IN_PDF = '#link("javascript:x")[y] javascript:x #eval("1") $x$ \\u{1} file:///etc/passwd'

/** Fields whose values a schema limits to a form that no markup has. */
const LIMITED = /^(lang|region|dir|paper|colour|align|logo|content|locale|zone|currency|.*(At|Date|Until|Url|By))$/

/** Puts a hostile text behind every text that is free. */
const poison = (value: unknown, hostile = HOSTILE, name = ''): unknown => {
  if (Buffer.isBuffer(value)) return value
  if (Array.isArray(value)) return value.map((each) => poison(each, hostile, name))
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, poison(each, hostile, key)]))
  const isFree = typeof value === 'string' && !LIMITED.test(name) && !/^\d{4}-\d\d-\d\d|^[A-Z]{3}$/.test(value)
  return isFree ? `${value} ${hostile}` : value
}

const documents = Object.entries<PrintedDocument>(EXAMPLES).map(([name, printed]) => {
  const html = renderHtml(poison(layOut(printed)) as Layout)
  return [name, renderPortalPage(html, printed.locale, '/file')] as const
})

const parcel = {
  ...{ heading: HOSTILE, state: HOSTILE, tone: 'good', when: HOSTILE, remarks: [HOSTILE], contents: [HOSTILE] },
  ...{ steps: [{ label: HOSTILE, isDone: true }], facts: [[HOSTILE, HOSTILE]], link: `https://x.example/${HOSTILE}` },
  events: [{ text: HOSTILE, at: HOSTILE }],
} as const
const trackingPage = renderTrackingPage({
  language: chooseLanguage('en', 'en'),
  sender: { name: HOSTILE, logo: null, colour: '#000000', shop: HOSTILE },
  orderNumber: HOSTILE,
  parcels: [parcel as never, { ...parcel, events: [] } as never],
})

const style = { locale: 'en', zone: 'UTC' }
const writeMails = async () => {
  const mails: [string, string][] = []
  for (const topic of TOPIC_NAMES) {
    const single = await findBuiltInTexts(topic, 'email', { language: 'en' })
    const digest = await findBuiltInTexts(topic, 'email', { language: 'en', form: 'digest' })
    for (const [texts, values] of [
      [single, buildExampleValues(topic)],
      [digest, digest && buildDigestExampleValues(topic)],
    ] as const)
      if (texts && values) {
        const message = { values: poison(values) as Record<string, unknown>, style, footer: HOSTILE }
        mails.push([topic, (await writeMessage(texts, 'email', message)).html as string])
      }
  }
  return mails
}

/** Elements and attributes that a page must not have; a browser finds them as it reads the markup. */
const FIND_ACTIVE = `[
  ...document.querySelectorAll('script, iframe, object, embed, base, form, link, svg, meta[http-equiv]'),
  ...[...document.querySelectorAll('*')].filter((each) => [...each.attributes].some(({ name }) => name.startsWith('on'))),
  ...[...document.querySelectorAll('[href]')].filter(({ href }) => !/^(https?|mailto):/.test(String(href))),
  ...[...document.querySelectorAll('[src]')].filter(({ src }) => !src.startsWith('data:')),
].map((each) => each.outerHTML.slice(0, 100))`

describe.skipIf(!browser)('a page with hostile texts in a browser', () => {
  let launched: Browser
  let page: Page
  const happened: string[] = []
  beforeAll(async () => {
    launched = await chromium.launch({ executablePath: browser as string, args: ['--no-sandbox'] })
    page = await launched.newPage()
    page.on('dialog', (dialog) => {
      happened.push('dialog')
      void dialog.dismiss()
    })
    await page.exposeFunction('hit', (number: number) => void happened.push(`script ${number}`))
    await page.route('**/*', (route) => {
      const url = route.request().url()
      if (url === 'http://localhost/page')
        return route.fulfill({ body: shown, contentType: 'text/html; charset=utf-8' })
      happened.push(`request ${url}`)
      return route.abort()
    })
  })
  afterAll(() => launched?.close())
  let shown = ''

  const look = async (html: string) => {
    happened.length = 0
    shown = html
    await page.goto('http://localhost/page')
    await page.mouse.move(100, 100)
    return [...happened, ...((await page.evaluate(FIND_ACTIVE)) as string[])]
  }

  test('shows what is active, if a sign is not escaped', async () => {
    for (const text of HOSTILE.split(/ (?=["'<-])/).slice(0, 4))
      expect(await look(`<!doctype html><title>x</title><body>${text}</body>`), text).not.toEqual([])
  })

  test.each(selectShare(documents, 1 / 4))('of %s runs nothing and asks nobody', async (_, html) => {
    expect(html).toContain('hit(1)')
    expect(await look(html)).toEqual([])
  })

  test('for the buyer of a parcel runs nothing and asks nobody', async () => {
    expect(await look(trackingPage)).toEqual([])
  })

  test('that is a mail runs nothing and asks nobody', async () => {
    for (const [topic, html] of selectShare(await writeMails(), 1 / 5)) expect(await look(html), topic).toEqual([])
  })
})

test('a PDF with hostile texts has no script, and no link but to the web and to mail', async () => {
  const pdf = await renderPdf(poison(layOut(EXAMPLES['invoice-one-line']), IN_PDF) as Layout)
  const text = pdf.toString('latin1')
  expect(text).not.toMatch(/\/(JavaScript|JS|Launch|OpenAction|AA|SubmitForm|GoToR|EmbeddedFile)\b/)
  for (const [, address] of text.matchAll(/\/URI\s*\(([^)]*)/g)) expect(address).toMatch(/^(https?|mailto):/)
})
