import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '../../functions/iam/api.ts'
import { useApp } from '../../lib/platform/app/app.ts'
import { mailsTo } from '../support/mails.ts'
import { drainEvents } from '../support/workers.ts'
import { AUTH, anOwner, ask, laterBy, registered, signedIn, somebody, verified } from './people.ts'

beforeEach(() => {
  useApp(undefined)
  laterBy(0)
})

const MAX_MAILS = 5

const countMails = async (email: string) => {
  await drainEvents()
  return (await mailsTo(email)).length
}

const times = <T>(count: number, work: (place: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, place) => work(place)))

describe('an address, from however many source addresses it is asked for', () => {
  it('gets five mails an hour over registrations, resends and resets, and another one later', async () => {
    const { email, password } = await registered()
    for (let round = 0; round < 4; round++) {
      const spelled = round % 2 ? email.toUpperCase() : email
      const asked = { email: spelled }
      const { status } = await ask('register', { ...asked, password, firstName: `Eve ${round}` })
      expect([status, (await ask('resend-verification', asked)).status]).toEqual([201, 202])
      expect((await ask('request-password-reset', asked)).status).toBe(202)
    }
    expect(await countMails(email)).toBe(MAX_MAILS)
    laterBy(3600)
    expect((await ask('request-password-reset', { email })).status).toBe(202)
    expect(await countMails(email)).toBe(MAX_MAILS + 1)
  })

  it('gets five mails when the requests race', async () => {
    const { email } = await verified()
    const before = await countMails(email)
    const answers = await times(20, () => ask('request-password-reset', { email }))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
    expect(await countMails(email)).toBeLessThanOrEqual(MAX_MAILS)
    expect(await countMails(email)).toBeGreaterThan(before)
  })

  it('gets five mails under all of its names behind a plus sign', async () => {
    const [name, domain] = somebody().email.split('@')
    const spelled = Array.from({ length: 8 }, (_, place) => `${name}+${place}@${domain}`)
    for (const email of spelled) await registered({ email, password: 'correct horse battery' })
    const counts: number[] = []
    for (const email of spelled) counts.push(await countMails(email))
    expect(counts).toEqual([1, 1, 1, 1, 1, 0, 0, 0])
  })

  it('registers without a mail when it got five, and keeps its first registration', async () => {
    const person = somebody()
    for (let i = 0; i < 7; i++) await ask('request-password-reset', { email: person.email })
    const first = await ask('register', { ...person, firstName: 'Ada' })
    const second = await ask('register', { ...person, password: 'a password of another', firstName: 'Eve' })
    expect([first.status, second.status]).toEqual([201, 201])
    expect(Object.keys(second.body)).toEqual(Object.keys(first.body))
    expect(await countMails(person.email)).toBe(0)
    expect((await ask('login', person)).body.errorCode).toBe('EMAIL_NOT_VERIFIED')
    laterBy(3600)
    await ask('resend-verification', { email: person.email })
    expect(await countMails(person.email)).toBe(1)
  })
})

describe('an invited address', () => {
  it('gets five invitations an hour, whichever tenants invite it', async () => {
    const { email } = somebody()
    const owners = await times(3, () => anOwner())
    const invite = (place: number) =>
      (owners[place % 3] as (typeof owners)[0]).post('/api/iam/members', { email, role: 'viewer' })
    const statuses: number[] = []
    for (let i = 0; i < 9; i++) statuses.push((await invite(i)).status)
    expect(statuses).toEqual([201, 201, 201, 200, 200, 429, 429, 429, 429])
    expect(await countMails(email)).toBe(MAX_MAILS)
    laterBy(3600)
    const another = await anOwner()
    expect((await another.post('/api/iam/members', { email, role: 'viewer' })).status).toBe(201)
  })

  it('still gets the mails that it asks for itself', async () => {
    const [owner, guest] = [await anOwner(), await verified()]
    for (let i = 0; i < 6; i++) await owner.post('/api/iam/members', { email: guest.email, role: 'viewer' })
    const before = await countMails(guest.email)
    await ask('request-password-reset', { email: guest.email })
    expect(await countMails(guest.email)).toBe(before + 1)
  })
})

it('another address gets five mails about changes to it, whichever accounts ask', async () => {
  const { email } = somebody()
  for (let i = 0; i < 7; i++) {
    const by = await signedIn(await verified())
    expect((await by.post('/api/iam/account/change-email', { newEmail: email })).status).toBe(202)
  }
  expect(await countMails(email)).toBe(MAX_MAILS)
})

/** What each member of a body is when a stranger fills it in; null if it is left out. */
const GUESSED: Readonly<Record<string, string | boolean | null>> = {
  ...{ password: 'a password of another', newPassword: 'a password of another', firstName: 'Eve', device: null },
  ...{
    token: 'guessed',
    mfaToken: 'guessed',
    refreshToken: 'guessed',
    code: '000000',
    recoveryCode: null,
    passkey: null,
  },
  ...{ company: null, country: null, locale: null, marketingOptIn: null },
}

const UNASKED = Object.entries(endpoints).filter(
  ([, { access, route, body }]) => access === 'public' && route.startsWith(`POST ${AUTH}/`) && body !== undefined,
)

describe('one address, whatever is sent without an account and from however many addresses', () => {
  /** Sends everything that anybody can send about the address. */
  const askEverything = async (email: string) => {
    for (const [, { route, body }] of UNASKED) {
      const names = Object.keys((body as { properties?: object }).properties ?? {})
      const given = Object.fromEntries(
        names.flatMap((name) => {
          const value = name === 'email' ? email : GUESSED[name]
          return value == null ? [] : [[name, value]]
        }),
      )
      const { status, text } = await ask(route.slice(`POST ${AUTH}/`.length), given)
      expect(status, `${route}: ${text}`).toBeLessThan(500)
    }
  }

  it.each([
    ['without an account', MAX_MAILS, async () => somebody().email],
    ['that was never verified', MAX_MAILS, async () => (await registered()).email],
    // A request for another verification counts, although an account that is verified gets no mail for it.
    ['that has an account', MAX_MAILS - 1, async () => (await verified()).email],
  ])('gets five mails an hour and five invitations: one %s', async (_, mailed, build) => {
    const email = await build()
    for (let round = 0; round < 4; round++) await askEverything(email)
    const by = await signedIn(await verified())
    await by.post('/api/iam/account/change-email', { newEmail: email })
    expect(await countMails(email)).toBe(mailed)
    const owners = await times(3, () => anOwner())
    for (let place = 0; place < 9; place++) await owners[place % 3]?.post('/api/iam/members', { email, role: 'viewer' })
    expect(await countMails(email)).toBe(mailed + MAX_MAILS)
  })

  it('is tried with each operation that takes an address', () => {
    const taking = UNASKED.filter(([, { body }]) => JSON.stringify(body).includes('"email"')).map(([name]) => name)
    expect(taking).toEqual(expect.arrayContaining(['register', 'requestPasswordReset', 'resendVerification']))
  })
})
