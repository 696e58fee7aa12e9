import { createHook } from 'node:async_hooks'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { hashEmail } from '../../lib/platform/access/email.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { client, send } from '../support/client.ts'
import { ask, invited, laterBy, mailedToken, PASSWORD, type Person, registered, somebody, verified } from './people.ts'

const HOME = '198.51.100.7'
const RIGHT = 200
const REFUSED = 429

let strangers = 0
const elsewhere = () => `203.0.113.${++strangers % 250}`

const logIn = ({ email }: Pick<Person, 'email'>, password: string, from: string, deviceToken?: string | null) =>
  ask('login', { email, password, ...(deviceToken !== undefined && { deviceToken }) }, {}, from)

/** Sends ten wrong passwords, each from a new address. */
const tenGuesses = async (person: Pick<Person, 'email'>) => {
  const statuses = []
  for (let i = 0; i < 10; i++) statuses.push((await logIn(person, 'a wrong guess', elsewhere())).status)
  expect(statuses).toEqual(Array(10).fill(401))
}

const guessFrom = async (person: Pick<Person, 'email'>, from: string, times: number, deviceToken?: string) => {
  const answers = []
  for (let i = 0; i < times; i++) answers.push(await logIn(person, 'a wrong guess', from, deviceToken))
  return answers
}

beforeEach(() => {
  useApp(undefined)
  // The rate limit by address comes before the one by account and is not tested here.
  const { config } = app()
  useApp({ ...app(), config: { ...config, limits: { ...config.limits, auth: 1000 } } })
  laterBy(0)
})

describe('an owner during a guessing attack', () => {
  test('signs in from an address that was used before', async () => {
    const person = await verified()
    expect((await logIn(person, PASSWORD, HOME)).status).toBe(RIGHT)
    await tenGuesses(person)
    expect((await logIn(person, PASSWORD, HOME)).status).toBe(RIGHT)
    expect((await logIn(person, PASSWORD, HOME)).status).toBe(RIGHT)
  })

  test('signs in from anywhere with the device token of an earlier sign-in', async () => {
    const person = await verified()
    const { body } = await logIn(person, PASSWORD, HOME)
    await tenGuesses(person)
    const answer = await logIn(person, PASSWORD, elsewhere(), body.deviceToken)
    expect([answer.status, typeof answer.body.deviceToken]).toEqual([RIGHT, 'string'])
    expect((await logIn(person, PASSWORD, elsewhere())).status).toBe(REFUSED)
  })

  test('cannot sign in from an unknown address, with the usual delay', async () => {
    const person = await verified()
    await logIn(person, PASSWORD, HOME)
    await tenGuesses(person)
    const answer = await logIn(person, PASSWORD, elsewhere())
    expect([answer.status, Number(answer.headers['Retry-After']) > 0]).toEqual([REFUSED, true])
    laterBy(901)
    expect((await logIn(person, PASSWORD, elsewhere())).status).toBe(RIGHT)
  })

  test('signs in from the address of the e-mail verification', async () => {
    const person = await registered()
    const verifiedFrom = elsewhere()
    await ask('verify-email', { token: await mailedToken(person.email, 'verification') }, {}, verifiedFrom)
    await tenGuesses(person)
    expect((await logIn(person, PASSWORD, verifiedFrom)).status).toBe(RIGHT)
    const token = await mailedToken(person.email, 'password-reset')
    const resetFrom = elsewhere()
    await ask('reset-password', { token, newPassword: 'another right one' }, {}, resetFrom)
    expect((await logIn(person, 'another right one', elsewhere())).status).toBe(REFUSED)
    expect((await logIn(person, 'another right one', resetFrom)).status).toBe(RIGHT)
  })

  test('signs in from the address where the invitation was accepted', async () => {
    const owner = await verified()
    const { body } = await logIn(owner, PASSWORD, HOME)
    const tenant = body.tenants[0].id
    const { email, token } = await invited({ ...owner, ...client(body.accessToken), tenant } as never, 'viewer')
    const acceptedFrom = elsewhere()
    await ask('accept-invitation', { token, password: PASSWORD, firstName: 'Grace' }, {}, acceptedFrom)
    await tenGuesses({ email })
    expect((await logIn({ email }, PASSWORD, acceptedFrom)).status).toBe(RIGHT)
  })
})

describe('a guessing attack from a known origin', () => {
  test('ends after ten more attempts from a known address', async () => {
    const person = await verified()
    await logIn(person, PASSWORD, HOME)
    await tenGuesses(person)
    await guessFrom(person, HOME, 10)
    expect((await logIn(person, PASSWORD, HOME)).status).toBe(REFUSED)
    laterBy(901)
    expect((await logIn(person, PASSWORD, HOME)).status).toBe(RIGHT)
  })

  test('ends after ten more attempts with a known device token from any address', async () => {
    const person = await verified()
    const { deviceToken } = (await logIn(person, PASSWORD, HOME)).body
    await tenGuesses(person)
    for (let i = 0; i < 10; i++) await guessFrom(person, elsewhere(), 1, deviceToken)
    expect((await logIn(person, PASSWORD, elsewhere(), deviceToken)).status).toBe(REFUSED)
    // The address has attempts of its own, which the token did not use up.
    expect((await logIn(person, PASSWORD, HOME)).status).toBe(RIGHT)
  })

  test('gets the same responses as one from elsewhere', async () => {
    const person = await verified()
    const nobody = somebody()
    await logIn(person, PASSWORD, HOME)
    await tenGuesses(person)
    await tenGuesses(nobody)
    const told = ({ status, headers, body }: Awaited<ReturnType<typeof logIn>>) => ({
      status,
      headers: Object.keys(headers),
      body: { ...body, instance: '' },
    })
    const [known] = await guessFrom(person, HOME, 1)
    const [unknown] = await guessFrom(nobody, HOME, 1)
    const [stranger] = await guessFrom(person, elsewhere(), 1)
    expect(known?.status).toBe(REFUSED)
    expect(told(known as never)).toEqual(told(unknown as never))
    expect(told(known as never)).toEqual(told(stranger as never))
  })

  test('takes as many steps for a registered e-mail address as for an unknown one', async () => {
    const person = await verified()
    const nobody = somebody()
    await logIn(person, PASSWORD, HOME)
    const { db } = app()
    const steps: string[] = []
    const noted = Object.fromEntries(
      (['get', 'query', 'update', 'put', 'transact', 'batchGet'] as const).map((name) => [
        name,
        (...given: unknown[]) => {
          steps.push(name)
          return (db[name] as (...all: unknown[]) => unknown)(...given)
        },
      ]),
    )
    useApp({ ...app(), db: { ...db, ...noted } })
    const hashes = createHook({ init: (_id, type) => void (type === 'ARGON2REQUEST' && steps.push('hash')) }).enable()
    onTestFinished(() => void hashes.disable())
    const stepsOf = async (guess: () => Promise<unknown>) => {
      steps.length = 0
      await guess()
      return [...steps].sort()
    }
    const guess = (who: Pick<Person, 'email'>, from: string) => stepsOf(() => logIn(who, 'a wrong guess', from))
    const early = await guess(person, HOME)
    expect(await guess(nobody, HOME)).toEqual(early)
    expect(early.filter((step) => step === 'hash')).toHaveLength(1)
    for (let i = 1; i < 10; i++) {
      await guess(person, elsewhere())
      await guess(nobody, elsewhere())
    }
    await guess(person, elsewhere())
    await guess(nobody, elsewhere())
    const late = await guess(person, HOME)
    expect(await guess(nobody, HOME)).toEqual(late)
    expect(await guess(person, elsewhere())).toEqual(late)
  })
})

describe('a device token or known address', () => {
  test('is not accepted if it was forged or issued to somebody else', async () => {
    const [person, other] = [await verified(), await verified()]
    const { deviceToken } = (await logIn(other, PASSWORD, HOME)).body
    await tenGuesses(person)
    const altered = `${deviceToken.startsWith('A') ? 'B' : 'A'}${deviceToken.slice(1)}`
    for (const token of [deviceToken, altered, 'x', '', null])
      expect((await logIn(person, PASSWORD, elsewhere(), token)).status).toBe(REFUSED)
    const agent = await send('POST', '/api/v1/iam/auth/login', {
      body: { email: person.email, password: PASSWORD },
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0', 'x-forwarded-for': HOME },
      from: elsewhere(),
    })
    expect(agent.status).toBe(REFUSED)
  })

  test('becomes invalid with a new password', async () => {
    const person = await verified()
    const { deviceToken } = (await logIn(person, PASSWORD, HOME)).body
    const token = await mailedToken(person.email, 'password-reset')
    await ask('reset-password', { token, newPassword: 'another right one' }, {}, elsewhere())
    await tenGuesses(person)
    expect((await logIn(person, 'another right one', elsewhere(), deviceToken)).status).toBe(REFUSED)
    expect((await logIn(person, 'another right one', HOME)).status).toBe(REFUSED)
  })

  test('expires after 180 days for a token and 90 days for an address', async () => {
    const person = await verified()
    const { deviceToken } = (await logIn(person, PASSWORD, HOME)).body
    laterBy(91 * 24 * 3600)
    await tenGuesses(person)
    expect((await logIn(person, PASSWORD, HOME)).status).toBe(REFUSED)
    expect((await logIn(person, PASSWORD, elsewhere(), deviceToken)).status).toBe(RIGHT)
    laterBy(90 * 24 * 3600)
    await tenGuesses(person)
    expect((await logIn(person, PASSWORD, elsewhere(), deviceToken)).status).toBe(REFUSED)
  })

  test('is not stored in clear text', async () => {
    const person = await verified()
    const { deviceToken } = (await logIn(person, PASSWORD, HOME)).body
    const { identity } = (await app().db.get({ pk: `I#email#${hashEmail(person.email)}`, sk: 'EMAIL' })) as never
    const known = await app().db.get({ pk: `I#${identity}`, sk: 'KNOWN' })
    expect(JSON.stringify(known)).not.toContain(HOME)
    expect(JSON.stringify(await app().db.query({ pk: `I#${identity}` }))).not.toContain(deviceToken)
    expect(Buffer.from(deviceToken, 'base64url').toString('latin1')).not.toContain(identity)
  })
})
