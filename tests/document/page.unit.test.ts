import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPagePolicy, renderPortalPage } from '../../lib/document/portal/render-portal-page.ts'
import { layOut } from '../../lib/document/printing/layout.ts'
import type { PrintedDocument } from '../../lib/document/printing/printed-document.ts'
import { renderHtml } from '../../lib/document/printing/render-html.ts'
import { browser } from '../support/visitor.ts'
import { EXAMPLES } from './examples.ts'

const pages = Object.entries<PrintedDocument>(EXAMPLES).map(
  ([name, printed]) => [name, renderHtml(layOut(printed)), printed] as const,
)

test.each(pages)(
  'the page of %s says its language and direction, and holds all that it shows',
  (_name, html, printed) => {
    const { lang, region, dir, sums } = layOut(printed)
    expect(html).toContain(`<html lang="${lang}-${region}" dir="${dir}">`)
    for (const { amount } of sums) expect(html).toContain(amount)
    expect(html).not.toMatch(/<script|<link|@import|url\(|style="|\son[a-z]+=/)
    expect(html.replace(/data:[^"]*/g, '')).not.toMatch(/\b(src|href)="h/)
  },
)

describe.skipIf(!browser)('the page in a browser', () => {
  let launched: Browser
  beforeAll(async () => {
    launched = await chromium.launch({ executablePath: browser as string, args: ['--no-sandbox'] })
  })
  afterAll(() => launched?.close())

  test.each([320, 1024])('fits a width of %i and loads no external resources', async (width) => {
    const page = await launched.newPage({ viewport: { width, height: 700 } })
    const asked: string[] = []
    page.on('request', (request) => void (request.url().startsWith('data:') || asked.push(request.url())))
    for (const [name, html] of pages) {
      await page.setContent(html)
      expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBeLessThanOrEqual(width)
    }
    expect(asked).toEqual([])
    await page.close()
  })

  test('looks the same under its content security policy, with a download button', async () => {
    const page = await launched.newPage()
    const [, html] = pages[0] as (typeof pages)[number]
    await page.route('**/*', (route) =>
      route.fulfill({
        body: renderPortalPage(html, 'de_DE', '/file'),
        headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': buildPagePolicy(html) },
      }),
    )
    await page.goto('http://localhost/document')
    const button = page.getByRole('link', { name: 'PDF herunterladen' })
    expect(await button.getAttribute('href')).toBe('/file')
    expect(await page.evaluate("getComputedStyle(document.querySelector('h1')).color")).toBe('rgb(31, 58, 95)')
    expect(await page.evaluate("document.querySelector('img').naturalWidth")).toBeGreaterThan(0)
    await page.close()
  })
})
