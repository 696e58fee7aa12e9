import { beforeEach, describe, expect, it } from 'vitest'
import { useApp } from '../../lib/platform/app/app.ts'
import { client, send } from '../support/client.ts'
import { nextMailTo } from '../support/mails.ts'
import { drainEvents } from '../support/workers.ts'
import { AUTH, PASSWORD } from './people.ts'

beforeEach(() => useApp(undefined))

let people = 0
/** Each person has an address of their own, so that rate limits by address do not interfere. */
const somebody = () => {
  const number = ++people
  const email = `reader${number}.${process.env.TABLE_NAME}@example.com`
  const ask = async (path: string, fields: object = {}, acceptLanguage?: string) => {
    const headers = acceptLanguage === undefined ? {} : { 'accept-language': acceptLanguage }
    const answer = await send('POST', `${AUTH}/${path}`, {
      from: `198.51.102.${number}`,
      headers,
      body: { email, ...fields },
    })
    await drainEvents()
    return answer
  }
  const register = (fields: object = {}, acceptLanguage?: string) =>
    ask('register', { password: PASSWORD, firstName: 'Kim', ...fields }, acceptLanguage)
  return { email, ask, register }
}

const verifiedWith = async (fields: object, acceptLanguage?: string) => {
  const person = somebody()
  await person.register(fields, acceptLanguage)
  const mail = await nextMailTo(person.email)
  const token = /token=([\w.-]+)/.exec(mail.text)?.[1] as string
  expect((await send('POST', `${AUTH}/verify-email`, { body: { token } })).status).toBe(204)
  const { accessToken } = (await person.ask('login', { password: PASSWORD })).body
  return { ...person, ...client(accessToken) }
}

describe('the mails about an account', () => {
  it('are in the language that the browser wished for at the registration', async () => {
    const person = somebody()
    await person.register({}, 'de-AT,de;q=0.9,en;q=0.8')
    expect(await nextMailTo(person.email)).toMatchObject({
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
      text: expect.stringMatching(/^Guten Tag Kim,\n\nWillkommen!/),
      html: expect.stringContaining('<html lang="de-AT" dir="ltr">'),
    })
    await person.ask('request-password-reset', {}, 'fr')
    expect(await nextMailTo(person.email)).toMatchObject({ subject: 'Passwort zurücksetzen' })
  })

  it('are in the language that the registration names, whatever the browser wishes for', async () => {
    const person = somebody()
    await person.register({ locale: 'PL-pl' }, 'de')
    expect(await nextMailTo(person.email)).toMatchObject({
      subject: 'Prosimy o potwierdzenie adresu e-mail',
      html: expect.stringContaining('<html lang="pl-PL" dir="ltr">'),
    })
  })

  it.each([undefined, '', '*', 'sv-SE', '../../x;q=1'])('are in English for the wish %j', async (wish) => {
    const person = somebody()
    expect((await person.register({}, wish)).status).toBe(201)
    expect(await nextMailTo(person.email)).toMatchObject({ subject: 'Confirm your e-mail address' })
  })

  it('change their language with the profile', async () => {
    const person = await verifiedWith({}, 'de')
    const before = (await person.get('/api/iam/me')).body
    expect(before).toMatchObject({ locale: 'de', phone: null })
    const changed = await person.patch('/api/iam/me', { locale: 'it-it' })
    expect([changed.status, changed.body.locale]).toEqual([200, 'it_IT'])
    expect((await person.get('/api/iam/account/data')).body.locale).toBe('it_IT')
    await person.ask('request-password-reset')
    expect(await nextMailTo(person.email)).toMatchObject({ subject: 'Reimposti la Sua password' })
    expect((await person.patch('/api/iam/me', { locale: null })).body.locale).toBeNull()
    await person.ask('request-password-reset')
    expect(await nextMailTo(person.email)).toMatchObject({ subject: 'Reset your password' })
    expect((await person.patch('/api/iam/me', { locale: 'German' })).body.violations).toMatchObject([
      { propertyPath: 'locale' },
    ])
  })
})
