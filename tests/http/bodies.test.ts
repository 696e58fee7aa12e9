import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { aMember, type Member, send } from '../support/client.ts'

const PARTNERS = '/api/partner/partners'

let owner: Member
let made = 0
beforeAll(async () => {
  owner = await aMember()
})
afterEach(() => useApp(undefined))

const violationsOf = async (body: string) => {
  const answer = await owner.post(PARTNERS, body)
  expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION_ERROR'])
  return answer.body.violations as { propertyPath: string; message: string }[]
}

describe('a request without a body', () => {
  // The local gateway passes falsy JSON values unchanged, and a missing body as null.
  it.each([
    ['no member', {}],
    ['null', { body: null }],
    ['an empty text', { body: '' }],
    ['the number 0', { body: 0 }],
    ['the value false', { body: false }],
    ['an empty text in base64', { body: '', isBase64Encoded: true }],
  ])('is processed like any other webhook if the event has %s', async (_name, event) => {
    const url = `/hooks/channels/${newId(new Date())}`
    const from = `2001:db8:0:${++made}::1`
    // The window of the rate limit must not end in between.
    const now = app().clock()
    useApp({ ...app(), clock: () => now })
    const remaining = async () => {
      const answer = await send('POST', url, { event, from })
      expect([answer.status, answer.body.errorCode]).toEqual([404, 'NOT_FOUND'])
      return Number(answer.headers['X-RateLimit-Remaining'])
    }
    const before = await remaining()
    expect(await remaining()).toBe(before - 1)
  })

  it.each([
    ['null', { body: null }],
    ['an empty text', { body: '' }],
  ])('is refused because a body is required if the event has %s', async (_name, event) => {
    const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' }
    const { status, body } = await send('POST', PARTNERS, { headers, event })
    expect([status, body.violations]).toEqual([400, [{ propertyPath: '', message: 'a JSON body is required' }]])
  })
})

describe('a body that is not UTF-8', () => {
  it('is refused with a problem', async () => {
    const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' }
    const event = { body: Buffer.from([0x22, 0xff, 0x22]).toString('base64'), isBase64Encoded: true }
    const { status, body } = await send('POST', PARTNERS, { headers, event })
    expect([status, body.violations]).toEqual([400, [{ propertyPath: '', message: 'must be UTF-8 text' }]])
  })
})

describe('a number in a body', () => {
  const range = 'must be between -9007199254740991 and 9007199254740991'

  it.each([
    '9007199254740992',
    '9007199254740993',
    '-9007199254740993',
    '12345678901234567890',
    '1e400',
    '123456789e9',
  ])('%s is refused because it would be rounded', async (number) => {
    expect(await violationsOf(`{"name":"x","a":{"b":[1,${number}]}}`)).toEqual([
      { propertyPath: 'a.b[1]', message: range },
    ])
  })

  it('is accepted up to the largest exact integer, and in text whatever its size', async () => {
    const exact = await violationsOf(
      '{"name":"x","a":9007199254740991,"b":-9007199254740991,"c":0.1234567890123456789}',
    )
    expect(exact.map(({ propertyPath }) => propertyPath)).toEqual(['a', 'b', 'c'])
    expect(new Set(exact.map(({ message }) => message))).toEqual(new Set(['must not be given, because it is unknown']))
    expect((await owner.post(PARTNERS, '{"name":"12345678901234567890"}')).status).toBe(201)
  })
})

describe('a member of a body', () => {
  const twice = (propertyPath: string) => ({ propertyPath, message: 'is given more than once' })

  it.each([
    ['at the top', '{"name":"x","name":"y"}', ['name']],
    ['with the same value', '{"name":"x", "name" :"x"}', ['name']],
    ['spelled with an escape', '{"name":"x","n\\u0061me":"y"}', ['name']],
    ['deep inside', '{"a":[{"b":1},{"b":1,"c":2,"b":3}]}', ['a[1].b']],
    ['beside others', '{"a":{"x":1,"x":2},"b":1,"b":2}', ['a.x', 'b']],
    ['with quotes in its name', '{"\\"":1,"\\"":2,"\\\\":1}', ['"']],
    ['given three times', '{"a":1,"a":2,"a":3}', ['a', 'a']],
  ])('that is given more than once is refused: %s', async (_name, body, paths) => {
    expect(await violationsOf(body)).toEqual(paths.map(twice))
  })

  it.each(['{"name":"one: \\"name\\": two"}', '{"name" : "\\\\" }'])(
    'can contain text that looks like a member: %s',
    async (body) => {
      expect((await owner.post(PARTNERS, body)).status).toBe(201)
    },
  )

  it('that is given twice is reported at most two hundred times', async () => {
    const answer = await owner.post(PARTNERS, `{"a":[${Array(50_000).fill('{"b":1,"b":1}').join(',')}]}`)
    expect([answer.status, answer.body.violations.length]).toEqual([400, 200])
  })

  it('that is given twice in a form is refused', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const { body } = await send('POST', '/auth/external/saml/callback', {
      headers,
      body: 'RelayState=a&SAMLResponse=b&RelayState=c',
    })
    expect(body.violations).toEqual([twice('RelayState')])
  })
})
