import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { waitFor } from '../../local/wait.ts'
import { mailsTo } from '../support/mails.ts'
import { callTo } from '../support/started.ts'
import { browser } from '../support/visitor.ts'

export const PASSWORD = 'correct horse battery'
export const anAddress = () => `${randomUUID()}@example.com`

/** Waits for a mail to the address that has a link to the page, and returns the link. */
export const linkTo = async (path: string, email: string, mail: string): Promise<string> =>
  await waitFor(
    `a link to ${path} for ${email}`,
    async () => {
      const texts = (await mailsTo(email, mail)).map(({ text }) => text)
      return texts
        .flatMap((text) => text.match(/https?:\/\/\S+/g) ?? [])
        .find((url) => new URL(url).pathname.startsWith(path))
    },
    { seconds: 60 },
  )

/** Registers a person and confirms the address, without a page. */
export const aPersonOf = async (api: string, mail: string, firstName = 'Ada'): Promise<string> => {
  const email = anAddress()
  const request = callTo(api)
  const person = { email, password: PASSWORD, firstName, company: `${firstName} Trading` }
  await request('POST', '/api/v1/iam/auth/register', person)
  const token = new URL(await linkTo('/verify-email', email, mail)).searchParams.get('token')
  await request('POST', '/api/v1/iam/auth/verify-email', { token })
  return email
}

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: browser as string, args: ['--no-sandbox'] })

/** Opens pages as visitors, and notes what a page asks of others than these and what its script fails at. */
export const createVisits = (api: string, launched: () => Browser, others: readonly string[] = []) => {
  const failures: string[] = []
  const allowed = [api, ...others].map((origin) => `${origin}/`)
  const open = async (url: string, options: BrowserContextOptions = {}): Promise<Page> => {
    const context = await launched().newContext({ locale: 'en-US', ...options })
    // A stand-in may ask for a font of others, for which a machine without a network would wait.
    await context.route(
      ({ hostname }) => !['localhost', '127.0.0.1'].includes(hostname),
      (route) => route.abort(),
    )
    const page = await context.newPage()
    page.on('pageerror', ({ message }) => void failures.push(message))
    page.on('request', (request) => {
      const [asker, asked] = [request.frame().url(), request.url()]
      if (asker !== 'about:blank' && !asker.startsWith(`${api}/`)) return
      if (!allowed.some((origin) => asked.startsWith(origin))) failures.push(`asked ${asked}`)
      if (request.headers().referer) failures.push(`told ${request.headers().referer}`)
    })
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) failures.push(message.text())
    })
    await page.goto(url)
    return page
  }
  return { failures, open }
}

/** Saves pictures of the page on a phone, on a screen and in the dark, if `SCREENSHOTS` names a folder. */
export const picture = async (page: Page, name: string): Promise<void> => {
  if (!process.env.SCREENSHOTS) return
  for (const [width, scheme] of [
    [390, 'light'],
    [1280, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme: scheme })
    await writeFile(
      `${process.env.SCREENSHOTS}/${name}-${width}-${scheme}.png`,
      await page.screenshot({ fullPage: true }),
    )
  }
}

/** Pages fit a phone, whatever they show. */
export const expectFits = async (page: Page): Promise<void> => {
  await page.setViewportSize({ width: 320, height: 800 })
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
  await page.setViewportSize({ width: 1280, height: 800 })
}

export const signIn = async (page: Page, email: string, password = PASSWORD): Promise<void> => {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
