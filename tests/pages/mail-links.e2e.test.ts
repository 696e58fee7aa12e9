import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { signInTo } from '../support/sign-in.ts'
import { callTo } from '../support/started.ts'
import { browser } from '../support/visitor.ts'
import {
  anAddress,
  createVisits,
  expectFits,
  launchBrowser,
  linkTo as linkIn,
  PASSWORD,
  picture,
  signIn,
} from './pages-in-browser.ts'

const { api, mail } = inject('stack')
const linkTo = (path: string, email: string) => linkIn(path, email, mail)

describe.skipIf(!browser)('a person in a browser who has only the mails of the platform', () => {
  let launched: Browser
  beforeAll(async () => {
    launched = await launchBrowser()
  })
  afterAll(() => launched?.close())
  const { failures, open } = createVisits(api, () => launched)

  /** Registers on the page and confirms the address by the link of the mail. */
  const register = async (email: string) => {
    const page = await open(`${api}/register`)
    await picture(page, 'register')
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Company').fill('Analytical Engines')
    await page.getByRole('button', { name: 'Create an account' }).click()
    await page.getByText(`We have sent a link to ${email}`).waitFor()
    await page.context().close()
    const confirming = await open(await linkTo('/verify-email', email))
    await picture(confirming, 'verify')
    await confirming.getByRole('button', { name: 'Confirm the address' }).click()
    await confirming.getByRole('heading', { name: 'Your address is confirmed' }).waitFor()
    return confirming
  }

  it('registers, confirms the address, signs in, and chooses another password', async () => {
    const email = anAddress()
    const page = await register(email)
    expect(page.url()).toBe(`${api}/verify-email`)
    await picture(page, 'verified')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await signIn(page, email, 'a wrong password')
    await page.getByRole('alert').getByText(/\w/).waitFor()
    await picture(page, 'sign-in')
    await signIn(page, email)
    await page.getByRole('heading', { name: 'Hello Ada' }).waitFor()
    await picture(page, 'start')
    await expectFits(page)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByLabel('E-mail address').fill(email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText(`If ${email} has an account`).waitFor()
    const link = await linkTo('/reset-password', email)
    await page.goto(link)
    await page.getByLabel('New password').fill('password123')
    await page.getByRole('button', { name: 'Save the password' }).click()
    await page.locator('#newPassword-wrong').getByText(/\w/).waitFor()
    await picture(page, 'reset-refused')
    await expectFits(page)
    await page.getByLabel('New password').fill('another horse battery')
    await page.getByRole('button', { name: 'Save the password' }).click()
    await page.getByRole('heading', { name: 'Your password is changed' }).waitFor()
    await page.goto(link)
    await page.getByLabel('New password').fill('a third horse battery')
    await page.getByRole('button', { name: 'Save the password' }).click()
    await page.getByRole('heading', { name: 'This link does not work any more' }).waitFor()
    await picture(page, 'over')
    await page.goto(`${api}/sign-in`)
    await signIn(page, email, 'another horse battery')
    await page.getByRole('heading', { name: 'Hello Ada' }).waitFor()
    expect(failures).toEqual([])
  })

  it('accepts an invitation, with a new account or with the one that there is', async () => {
    const owner = await signInTo(api, 'demo@entrepot.example', 'demo-password')
    const request = callTo(api, owner.accessToken)
    const [newcomer, known] = [anAddress(), anAddress()]
    await register(known)
    for (const email of [newcomer, known]) await request('POST', '/api/iam/members', { email, role: 'viewer' })

    const page = await open(await linkTo('/accept-invitation', newcomer))
    await picture(page, 'invitation')
    await page.getByRole('button', { name: 'Accept the invitation' }).click()
    await page.getByLabel('First name').fill('Grace')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await picture(page, 'invitation-new')
    await page.getByRole('button', { name: 'Accept the invitation' }).click()
    await page.getByRole('heading', { name: 'You are a member now' }).waitFor()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await signIn(page, newcomer)
    await page.getByRole('heading', { name: 'Hello Grace' }).waitFor()

    const other = await open(await linkTo('/accept-invitation', known))
    await other.getByRole('button', { name: 'Accept the invitation' }).click()
    await other.getByRole('heading', { name: 'You are a member now' }).waitFor()
    await other.getByRole('link', { name: 'Sign in' }).click()
    await signIn(other, known)
    await other.locator('#tenant').waitFor()
    await picture(other, 'tenant')
    expect(failures).toEqual([])
  })

  it('sees what a mail is about after signing in, and what belongs to it', async () => {
    const email = anAddress()
    await register(email)
    const { accessToken } = await signInTo(api, email, PASSWORD)
    const request = callTo(api, accessToken)
    const hostile = 'Nordlicht <img src=x onerror=alert(1)> Logistik'
    const partner = await request('POST', '/api/partner/partners', { name: hostile, countryCode: 'DE' })
    const link = await linkTo('/partner/partners/', email)
    expect(new URL(link).pathname).toBe(`/partner/partners/${partner.id}`)
    const page = await open(link)
    await signIn(page, email)
    await page.getByRole('heading', { name: hostile }).waitFor()
    await picture(page, 'partner')
    await expectFits(page)
    expect(page.url()).toBe(link)
    expect(await page.evaluate('localStorage.length')).toBe(0)

    // The page of the list, and a session that lasts in the tab.
    await page.getByRole('link', { name: 'Partners' }).click()
    await page.getByRole('link', { name: hostile }).waitFor()
    await picture(page, 'partners')
    const invoice = await request('POST', '/api/billing/invoices', {
      partnerId: partner.id,
      dueDate: '2027-01-31',
      lineItems: [{ description: 'Storage', quantity: 2, unitPrice: 1250 }],
    })
    await page.goto(`${api}/billing/invoices/${invoice.id}`)
    await page.getByText('€25.00').first().waitFor()
    await picture(page, 'invoice')
    await expectFits(page)
    await page.goto(`${api}/billing/invoices/${partner.id}`)
    await page.getByRole('heading', { name: 'Not found' }).waitFor()
    await page.goto(`${api}/iam/sessions`)
    await page.getByRole('button', { name: 'End' }).first().waitFor()
    await picture(page, 'sessions')
    expect(failures).toEqual([])
  })
})
