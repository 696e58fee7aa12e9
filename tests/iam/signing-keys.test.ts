import { decodeProtectedHeader } from 'jose'
import { expect, test } from 'vitest'
import { handler as rotate } from '../../functions/iam/every-day-rotate-signing-keys.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { client, send } from '../support/client.ts'
import { nextMailTo } from '../support/mails.ts'
import { drainEvents } from '../support/workers.ts'

const AUTH = '/api/v1/iam/auth'
const DAY_SECONDS = 86_400
const PASSWORD = 'a horse of no battery'

const laterBy = (seconds: number) => {
  const at = app().clock()
  useApp({ ...app(), clock: () => new Date(at.getTime() + seconds * 1000) })
}
const published = async () => {
  const { body } = await send('GET', '/.well-known/jwks.json')
  return (body.keys as { kid: string }[]).map(({ kid }) => kid)
}
const signIn = async (email: string) =>
  (await send('POST', `${AUTH}/login`, { body: { email, password: PASSWORD } })).body as Record<string, string>
const kidOf = (token = '') => decodeProtectedHeader(token).kid
const works = async (token = '') => (await client(token).get('/api/iam/me')).status === 200

test('the signing key is replaced after a month, and all tokens stay valid', async () => {
  const email = 'ada@keys.example.com'
  await send('POST', `${AUTH}/register`, { body: { email, password: PASSWORD, firstName: 'Ada' } })
  await drainEvents()
  const token = /token=([\w.-]+)/.exec((await nextMailTo(email)).text)?.[1]
  await send('POST', `${AUTH}/verify-email`, { body: { token } })
  const [first] = await published()
  await rotate({})
  expect(await published()).toEqual([first])

  laterBy(31 * DAY_SECONDS)
  const early = await signIn(email)
  await Promise.all([rotate({}), rotate({}), rotate({})])
  await rotate({})
  const both = await published()
  expect(both).toHaveLength(2)
  const second = both.find((kid) => kid !== first)
  // Other instances may not know the new key yet, so the old one still signs.
  const announced = await signIn(email)
  expect([kidOf(early.accessToken), kidOf(announced.accessToken)]).toEqual([first, first])

  laterBy(601)
  const late = await signIn(email)
  expect(kidOf(late.accessToken)).toBe(second)
  expect(await Promise.all([early, announced, late].map(({ accessToken }) => works(accessToken)))).toEqual([
    true,
    true,
    true,
  ])
  const { body: refreshed } = await send('POST', `${AUTH}/refresh`, { body: { refreshToken: early.refreshToken } })
  expect([kidOf(refreshed.accessToken), await works(refreshed.accessToken)]).toEqual([second, true])

  laterBy(2 * 3600)
  expect(await published()).toEqual([second])
})
