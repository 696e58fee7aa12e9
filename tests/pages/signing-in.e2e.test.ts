import { Secret, TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { signInTo } from '../support/sign-in.ts'
import { callTo } from '../support/started.ts'
import { browser } from '../support/visitor.ts'
import {
  aPersonOf,
  createVisits,
  expectFits,
  launchBrowser,
  linkTo,
  PASSWORD,
  picture,
  signIn,
} from './pages-in-browser.ts'

const { api, mail, providers, variables } = inject('stack')
const files = `http://127.0.0.1:${variables.FILES_PORT}`

/** Computes the code of an authenticator app, now or a step of half a minute ago. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Adds an authenticator app, whose first code is the one before the current, so that the current one still works. */
const addApp = async (request: ReturnType<typeof callTo>) => {
  const { enrolment, secret } = await request('POST', '/api/iam/mfa/totp/begin')
  const code = codeOf(secret, -1)
  const { recoveryCodes } = await request('POST', '/api/iam/mfa/totp/confirm', { enrolment, code, name: 'Phone' })
  return { secret, recoveryCodes }
}

describe.skipIf(!browser)('a person in a browser who signs in', () => {
  let launched: Browser
  beforeAll(async () => {
    launched = await launchBrowser()
  })
  afterAll(() => launched?.close())
  const { failures, open } = createVisits(api, () => launched, [providers, files])
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor()

  it('shows a passkey, which a recovery code replaces, and can begin again with another account', async () => {
    const email = await aPersonOf(api, mail)
    const { accessToken } = await signInTo(api, email, PASSWORD)
    const request = callTo(api, accessToken)

    // The browser makes the passkey, as the page of another application would.
    const page = await open(`${api}/sign-in`)
    const devices = await page.context().newCDPSession(page)
    await devices.send('WebAuthn.enable')
    await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    const { enrolment, options } = await request('POST', '/api/iam/mfa/passkeys/begin')
    const passkey = await page.evaluate(
      `navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(${JSON.stringify(options)}) })
        .then((made) => made.toJSON())`,
    )
    await request('POST', '/api/iam/mfa/passkeys/confirm', { enrolment, passkey, name: 'Laptop' })

    // With a passkey alone, only a recovery code replaces it.
    await signIn(page, email)
    await heading(page, 'Confirm that it is you')
    await page.getByLabel('Recovery code').waitFor()
    await picture(page, 'factor-passkey')
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await heading(page, 'Hello Ada')
    await page.getByRole('button', { name: 'Sign out' }).click()

    await signIn(page, email)
    await heading(page, 'Confirm that it is you')
    await page.getByRole('button', { name: 'Use another account' }).click()
    await heading(page, 'Sign in')
    expect(await page.evaluate('sessionStorage.getItem("entrepot.session")')).toBeNull()
    expect(failures).toEqual([])
  })

  it('shows a code of an app after a password and after another provider, and comes back to what the link was for', async () => {
    const email = await aPersonOf(api, mail, 'Grace')
    const request = callTo(api, (await signInTo(api, email, PASSWORD)).accessToken)
    const { id } = await request('POST', '/api/partner/partners', { name: 'Elbe Logistik', countryCode: 'DE' })
    const { secret, recoveryCodes } = await addApp(request)

    const page = await open(`${api}/partner/partners/${id}`)
    await page.getByRole('button', { name: /^Sign in with localhost/ }).click()
    await page.locator('input[name=login]').fill(email)
    await page.locator('input[name=password]').fill('any')
    await page.locator('form button').click()
    await page.locator('form button').first().click()
    await heading(page, 'Confirm that it is you')
    await page.getByLabel('Code of your authenticator app').fill('000000')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('alert').getByText(/\w/).waitFor()
    await picture(page, 'factor')
    await expectFits(page)
    await page.getByLabel('Code of your authenticator app').fill(codeOf(secret).replace(/^.../, '$& '))
    await page.getByRole('button', { name: 'Continue' }).click()
    await heading(page, 'Elbe Logistik')
    expect(page.url()).toBe(`${api}/partner/partners/${id}`)

    await page.getByRole('button', { name: 'Sign out' }).click()
    await signIn(page, email)
    await page.getByLabel('Code of your authenticator app').fill(recoveryCodes[0])
    await page.getByRole('button', { name: 'Continue' }).click()
    await heading(page, 'Hello Grace')
    expect(failures).toEqual([])
  })

  it('reads in the language of the browser, and is told that the page needs JavaScript', async () => {
    const page = await open(`${api}/sign-in`, { locale: 'de-DE' })
    await heading(page, 'Anmelden')
    await picture(page, 'sign-in-german')
    await page.getByRole('link', { name: 'Passwort vergessen?' }).click()
    await heading(page, 'Neues Passwort wählen')
    for (const path of ['/sign-in', '/register', '/verify-email?token=x']) {
      const without = await open(`${api}${path}`, { javaScriptEnabled: false })
      await without.locator('noscript p').waitFor()
      expect(await without.locator('form:visible').count()).toBe(0)
      if (path === '/sign-in') await picture(without, 'without-script')
      await without.context().close()
    }
    expect(failures).toEqual([])
  })

  it('changes between tenants, reads what the role allows, and goes on when the session has ended', async () => {
    const email = await aPersonOf(api, mail, 'Katherine')
    const demo = callTo(api, (await signInTo(api, 'demo@entrepot.example', 'demo-password')).accessToken)
    const { id } = await demo('POST', '/api/partner/partners', { name: 'Isar Logistik', countryCode: 'DE' })
    await demo('POST', '/api/iam/members', { email, role: 'operations' })
    const token = new URL(await linkTo('/accept-invitation', email, mail)).searchParams.get('token')
    await callTo(api)('POST', '/api/v1/iam/auth/accept-invitation', { token })

    const page = await open(`${api}/partner/partners/${id}`)
    await signIn(page, email)
    await heading(page, 'Choose a tenant')
    await page.locator('#tenant').selectOption('Katherine Trading')
    await page.getByRole('button', { name: 'Continue' }).click()
    await heading(page, 'Not found')
    await picture(page, 'not-found')
    await page.locator('#tenants').selectOption('Demo Trading')
    await heading(page, 'Isar Logistik')
    await page.goto(`${api}/iam/service-accounts`)
    await heading(page, 'Not allowed')
    await picture(page, 'not-allowed')

    // An access token that has expired is renewed; without a session, the page asks for it and then shows the same.
    const spoil = (names: readonly string[]) =>
      page.evaluate(`(() => {
        const session = JSON.parse(sessionStorage.getItem('entrepot.session'))
        for (const name of ${JSON.stringify(names)}) session[name] = 'spent'
        sessionStorage.setItem('entrepot.session', JSON.stringify(session))
      })()`)
    await spoil(['accessToken'])
    await page.goto(`${api}/partner/partners/${id}`)
    await heading(page, 'Isar Logistik')
    await spoil(['accessToken', 'refreshToken'])
    await page.reload()
    await heading(page, 'Sign in')
    await picture(page, 'session-ended')
    await signIn(page, email)
    await page.locator('#tenant').selectOption('Demo Trading')
    await page.getByRole('button', { name: 'Continue' }).click()
    await heading(page, 'Isar Logistik')
    expect(failures).toEqual([])
  })

  it('finishes the custodian wizard, downloads a document, and is told when the tenant requires a second factor', async () => {
    const email = await aPersonOf(api, mail, 'Mary')
    const request = callTo(api, (await signInTo(api, email, PASSWORD)).accessToken)
    const { id: partnerId } = await request('POST', '/api/partner/partners', { name: 'Amazon', countryCode: 'DE' })
    const custodian = { partnerId, type: 'fba_marketplace', name: 'FBA Leipzig' }
    const { id } = await request('POST', '/api/warehousing/custodians', custodian)
    const wizard = '/api/warehousing/custodian-wizard/fba_marketplace'
    const { authorizationUrl, state } = await request('POST', `${wizard}/auth-start`, { custodianId: id })
    const approved = await fetch(`${authorizationUrl}&approve=yes`)
    const code = new URL(approved.url).searchParams.get('spapi_oauth_code') ?? ''
    const page = await open(
      `${api}/custodian-wizard/callback?${new URLSearchParams({ state, spapi_oauth_code: code })}`,
    )
    await signIn(page, email)
    await heading(page, 'Connect the custodian')
    await picture(page, 'wizard')
    await page.getByRole('button', { name: 'Connect' }).click()
    await heading(page, 'The custodian is connected')
    expect(page.url()).toBe(`${api}/custodian-wizard/callback`)
    await picture(page, 'wizard-done')
    await page.getByRole('link', { name: 'FBA Leipzig' }).click()
    await heading(page, 'FBA Leipzig active')

    const invoice = await request('POST', '/api/billing/invoices', {
      partnerId,
      dueDate: '2027-01-31',
      lineItems: [{ description: 'Storage', quantity: 1, unitPrice: 1250 }],
    })
    await request('POST', `/api/billing/invoices/${invoice.id}/issue`)
    await request('POST', `/api/billing/invoices/${invoice.id}/render`)
    await page.goto(`${api}/billing/invoices/${invoice.id}`)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Download/ }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/\.pdf$/)

    const settings = [{ key: 'security.mfaRequired', value: true }]
    await request('PUT', '/api/configuration/settings/bulk', { settings })
    await page.getByRole('button', { name: 'Sign out' }).click()
    await signIn(page, email)
    await page.getByRole('alert').getByText('This tenant requires a second factor').waitFor()
    await picture(page, 'factor-required')
    await page.reload()
    await page.getByRole('button', { name: 'Use another account' }).click()
    await heading(page, 'Sign in')
    expect(failures).toEqual([])
  })
})
