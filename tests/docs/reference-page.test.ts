import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf, withTotp } from '../iam/factors.ts'
import { browser } from '../support/visitor.ts'
import { serveHandlers } from './serve-handlers.ts'

describe.skipIf(!browser)('the reference in a browser', { shuffle: false }, () => {
  let served: Awaited<ReturnType<typeof serveHandlers>>
  let launched: Browser
  // Rendering the whole reference takes a processor some eight seconds, so all happens on one page, from its first moments on.
  let page: Page
  const component = Promise.withResolvers<void>()
  const left: string[] = []
  const failures: string[] = []

  beforeAll(async () => {
    served = await serveHandlers()
    launched = await chromium.launch({ executablePath: browser as string, args: ['--no-sandbox'] })
    page = await launched.newPage()
    page.setDefaultTimeout(100_000)
    page.on('request', (request) => {
      if (!request.url().startsWith(`${served.url}/`) && !/^(data|blob):/.test(request.url())) left.push(request.url())
    })
    page.on('pageerror', (error) => void failures.push(error.message))
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) failures.push(message.text())
    })
    await page.route('**/*-component.js', async (route) => {
      await component.promise
      await route.continue()
    })
    await page.goto(`${served.url}/api/docs`, { waitUntil: 'domcontentloaded' })
  })
  afterAll(async () => {
    component.resolve()
    await launched.close()
    await served.stop()
  })

  const openOperation = async (words: string, summary: string) => {
    await page.getByRole('button', { name: 'Search' }).first().click()
    await page.getByRole('combobox').fill(words)
    await page.getByRole('option', { name: summary }).first().click()
    await page.getByRole('heading', { name: summary }).waitFor()
  }

  const sendRequest = async (path: string) => {
    await page.getByRole('button', { name: `Test Request (get ${path})` }).click()
    const send = page.getByRole('button', { name: /^Send get request/ })
    const [answer] = await Promise.all([
      page.waitForResponse((response) => new URL(response.url()).pathname === path),
      send.click(),
    ])
    return answer.status()
  }

  it('opens what its reader clicked before the component was there', async () => {
    await page.getByRole('link', { name: 'Warehousing' }).click()
    await page.getByRole('button', { name: 'Search' }).click()
    expect(await page.locator('#reference').innerText()).toBe('')
    component.resolve()
    await page.getByRole('combobox').fill('custodians')
    await page.getByRole('option', { name: 'List custodians' }).first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'List custodians' }).first().waitFor()
    expect(await page.locator('#shell').count()).toBe(0)
    expect(await page.locator('#introduction').count()).toBe(1)
  })

  it('has the introduction at once, finds operations, shows samples and asks no other host', async () => {
    await page.getByText('manages a merchant').waitFor()
    await page.locator('#reference #introduction').waitFor()
    await openOperation('/api/partner/partners', 'List partners, newest first')
    expect(page.url()).toBe(`${served.url}/api/docs#tag/partners/GET/api/partner/partners`)
    const sample = page.getByRole('button', { name: /Shell Curl/ }).first()
    await page.getByText('curl', { exact: true }).first().waitFor()
    await sample.click()
    for (const name of ['@entrepot/client', 'Requests']) await page.getByRole('option', { name }).first().waitFor()
    await page.keyboard.press('Escape')
    expect([left, failures]).toEqual([[], []])
  })

  it('signs in with a second factor and to a chosen tenant, and sends requests there', async () => {
    const person = await withTotp()
    const other = await person.before.post('/api/iam/tenants', { name: 'Second tenant' })
    expect(other.status, other.text).toBe(201)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByLabel('E-mail address').fill(person.email)
    await page.getByLabel('Password').fill(person.password)
    const submit = page.getByRole('dialog').getByRole('button', { name: 'Sign in' })
    await submit.click()
    const code = page.getByLabel('Code of your authenticator app')
    await code.fill('lost-code')
    await submit.click()
    await page.getByRole('alert').getByText(/\w/).waitFor()
    await code.fill(codeOf(person.secret))
    await submit.click()
    await page.getByLabel('Tenant').selectOption({ label: 'Second tenant' })
    await submit.click()
    await page.getByRole('button', { name: 'Signed in to Second tenant' }).waitFor()
    await openOperation('/api/partner/partners', 'List partners, newest first')
    expect(await sendRequest('/api/partner/partners')).toBe(200)
    expect(left).toEqual([])
  })
})
