import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aMember } from '../support/client.ts'
import { runSeed } from '../support/seed.ts'
import { aimless, ask, selectCases, takesBody, usual, where } from './asking.ts'
import { hostileVariants, RAW } from './hostile.ts'
import { expectDescribed } from './operations.ts'
import { listTexts, PAYLOADS, readText, replaceText } from './payloads.ts'

const RUNS = 40
const SEED = 20_261_121

/** Signs and single letters are no words to search for: a search for them alone is none. */
const hasWord = (payload: string) => /[a-z]{3}/i.test(payload)

/** The answer has another value there: the reason of the return, and the locale of the template that was found. */
const TOLD_OTHERWISE = new Set(['rejectReturn reason', 'previewTemplate locale'])

/** White space around what people find these by is removed. */
const CLEANED = new Set([
  'createVariant sku',
  'updateVariant sku',
  'recordBill billNumber',
  'createBankCsvMapping name',
  'createShipment trackingNumber',
  'createShipment sku',
  'updateShipment trackingNumber',
  'updateOrder 0',
])

/** Control characters and characters that nobody sees are no part of identifiers. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}|(?!\s)\p{Cc}/gu
const cleaned = (text: string) => text.replace(INVISIBLE, '').normalize('NFC').trim()

describe('hostile input', () => {
  it.each(selectCases(where(takesBody), 1 / 6))(
    'never makes $operation fail, and the answer names what is wrong with the body',
    async (operation) => {
      const made = await usual(operation)
      const body = fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...hostileVariants(made.body)) },
        { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }) },
        { weight: 1, arbitrary: fc.constantFrom(...RAW) },
      )
      await fc.assert(
        fc.asyncProperty(body, async (hostile) => {
          const text = typeof hostile === 'string' ? JSON.stringify(hostile) : hostile
          const answer = await ask(operation, { ...made, body: RAW.includes(hostile as never) ? hostile : text })
          expectDescribed(operation, answer)
        }),
        { numRuns: RUNS, seed: SEED },
      )
      expect(({} as { admin?: unknown }).admin).toBeUndefined()
    },
  )

  it.each(selectCases(where(takesBody), 1 / 6))(
    'is refused by $operation if the body is too large, too deep, not JSON or of another type',
    async (operation) => {
      const made = aimless(operation)
      const sent = async (body: string, headers: Record<string, string> = {}) => {
        const answer = await ask(operation, { ...made, body }, { headers })
        expectDescribed(operation, answer)
        const { status, body: problem } = answer
        return status === 400 ? problem.violations : status
      }
      const most = operation.endpoint.maxBytes ?? 1024 * 1024
      const refused = (message: string, propertyPath = '') => [{ propertyPath, message }]
      expect(await sent(JSON.stringify({ long: 'x'.repeat(most) }))).toBe(413)
      const deep = `${'[{"a":'.repeat(5_000)}1${'}]'.repeat(5_000)}`
      expect(await sent(deep)).toEqual(refused('must not be nested deeper than 32 levels'))
      expect(await sent('{"a":')).toEqual(refused('must be JSON'))
      const prototype = '{"__proto__":{"admin":true}}'
      expect(await sent(prototype)).toEqual(refused('must not be given, because its name is reserved', '__proto__'))
      expect(await sent('{}', { 'content-type': 'text/plain' })).toBe(415)
      expect(await sent('{}', { 'content-type': 'multipart/form-data; boundary=x' })).toBe(415)
    },
  )

  it.each(
    selectCases(
      where(({ method }) => method !== 'GET'),
      1 / 6,
    ),
  )('never makes $operation fail if the body is absent or not text', async (operation) => {
    const made = await usual(operation)
    const bytes = Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]).toString('base64')
    const events = [
      ...[undefined, null, '', 0, false].map((body) => ({ body })),
      { body: '', isBase64Encoded: true },
      { body: bytes, isBase64Encoded: true },
    ]
    for (const event of events)
      expectDescribed(operation, await ask(operation, { ...made, body: undefined }, { event }))
  })

  it.each(
    selectCases(
      where(({ path }) => path.includes('{')),
      1 / 6,
    ),
  )('is not found by $operation if a path value is too long or not text', async (operation) => {
    const made = aimless(operation)
    const names = Object.keys(made.params ?? {})
    expect(names.length).toBeGreaterThan(0)
    for (const name of names)
      for (const value of ['x'.repeat(1_025), 'x'.repeat(2_100), '👍'.repeat(300), '7'.repeat(9_000)]) {
        const answer = await ask(operation, { ...made, params: { ...made.params, [name]: value } })
        expect([name, answer.status]).toEqual([name, 404])
        expectDescribed(operation, answer)
      }
    const { path } = operation
    const broken = await ask({ ...operation, path: path.replace(/\{\w+\}/, '%FF') }, made)
    expect(broken.status).toBe(404)
  })

  it.each(
    selectCases(
      where(({ described }) => described.parameters.some((each) => each.in === 'query')),
      1 / 6,
    ),
  )('is refused by $operation if a query value is too long', async (operation) => {
    const made = aimless(operation)
    for (const { name = '' } of operation.described.parameters.filter((each) => each.in === 'query'))
      for (const value of ['x'.repeat(4_097), '9'.repeat(5_000), '%F0%9F%91%8D'.repeat(2_100)]) {
        const answer = await ask(operation, { ...made, query: `${name}=${value}` })
        expect([name, answer.status]).toEqual([name, 400])
        const message = 'must have at most 4096 characters'
        expect(answer.body.violations).toContainEqual({ propertyPath: name, message })
        expectDescribed(operation, answer)
      }
  })

  it.each(where(({ endpoint }) => !endpoint.open))(
    'is refused by $operation if a query parameter is unknown',
    async (operation) => {
      const made = aimless(operation)
      const answer = await ask(operation, {
        ...made,
        query: 'nothingOfTheKind=1',
      })
      expect(answer.status).toBe(400)
      expect(answer.body.violations).toContainEqual({
        propertyPath: 'nothingOfTheKind',
        message: 'must not be given, because it is unknown',
      })
      expectDescribed(operation, answer)
    },
  )

  it.each(
    selectCases(
      where(({ described }) => described.parameters.some((each) => each.in === 'query')),
      1 / 6,
    ),
  )('never makes $operation fail in a query value', async (operation) => {
    const made = await usual(operation)
    const names = operation.described.parameters.flatMap((each) => (each.in === 'query' ? [each.name] : []))
    const value = fc.oneof(
      fc.constantFrom(
        '',
        '0',
        '-1',
        '1.5',
        '1e9',
        'NaN',
        '9'.repeat(40),
        'null',
        '[]',
        '%',
        '%00',
        '\u0000',
        '%ud800',
        '../..',
        'true',
        '#',
        'T#01JNBV8ZK4T6Q9WD3E5RXH7M2C#partner',
        '%C3%28',
        '%ED%A0%80',
        '__proto__',
      ),
      fc.string({ unit: 'binary', maxLength: 300 }),
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), value, fc.boolean(), async (name, text, twice) => {
        const one = `${name}=${/^%/.test(text) ? text : encodeURIComponent(text.toWellFormed())}`
        const answer = await ask(operation, { ...made, query: twice ? `${one}&${one}` : one })
        expectDescribed(operation, answer)
        if (twice) expect(answer.status).toBe(400)
      }),
      { numRuns: RUNS, seed: SEED },
    )
  })

  it.each(selectCases(where(takesBody), 1 / 6))(
    'is stored by $operation unchanged or refused if it means something to an interpreter',
    async (operation) => {
      // A carrier is shown under the name that its tenant has given it, so the carriers of earlier tests must not be there.
      const somebody = await aMember()
      const made = { token: somebody.token as string, ...(await usual(operation, somebody)) }
      const texts = listTexts(made.body).filter((path) => !TOLD_OTHERWISE.has(`${operation.operation} ${path.at(-1)}`))
      if (!texts.length) return
      // A request that is repeated may be answered with what an earlier one has stored.
      const sent = texts.map((path) => String(readText(made.body, path)))
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...texts), fc.constantFrom(...PAYLOADS), async (path, payload) => {
          sent.push(payload)
          const answer = await ask(operation, { ...made, body: replaceText(made.body, path, payload) })
          expectDescribed(operation, answer)
          const told = answer.status < 300 ? readText(answer.body, path) : undefined
          // Languages are written in lower case, whatever was sent.
          const isCleaned = CLEANED.has(`${operation.operation} ${path.at(-1)}`)
          const write = (text: string) => (isCleaned ? cleaned(text) : text).toLowerCase()
          if (typeof told === 'string') expect(sent.map(write)).toContain(told.toLowerCase())
        }),
        { numRuns: RUNS, seed: runSeed },
      )
    },
  )

  it.each(
    selectCases(
      where(({ described }) => described.parameters.some((each) => each.in === 'query' && each.name === 'search')),
      1 / 3,
    ),
  )('finds nothing with $operation if a search means something to an interpreter', async (operation) => {
    const somebody = await aMember()
    const made = await usual(operation, somebody)
    for (const payload of PAYLOADS.filter(hasWord)) {
      const query = [made.query, `search=${encodeURIComponent(payload)}`].filter(Boolean).join('&')
      const answer = await ask(operation, { token: somebody.token as string, ...made, query })
      expectDescribed(operation, answer)
      expect([payload, answer.status, answer.body.totalItems ?? 0]).toEqual([payload, answer.status, 0])
    }
  })
})
