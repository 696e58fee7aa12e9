import { beforeEach, expect, test } from 'vitest'
import { useApp } from '../../lib/platform/app/app.ts'
import { ask, laterBy, PASSWORD, somebody, verified } from '../iam/people.ts'
import type { Received } from '../support/client.ts'
import { proofPart, recordFigures } from '../support/proof.ts'
import { shuffled } from '../support/shuffle.ts'

process.env.LOG_LEVEL = 'SILENT'

const part = proofPart(12)
/** Sign-ins that an address may try in a minute, and failures that an account takes in a quarter of an hour. */
const LIMIT = 10
const WINDOW_SECONDS = 901
const MOST_KNOWN = 20

beforeEach(() => {
  useApp(undefined)
  laterBy(0)
})

const logIn = (email: string, from: string, password = 'a wrong guess') => ask('login', { email, password }, {}, from)

/** Describes answers by all that does not differ with every request. */
const describe = ({ status, headers, body }: Received) =>
  JSON.stringify([status, Object.keys(headers), { ...body, instance: '' }])

const addressOf = (number: number) =>
  `100.${Math.floor(number / 62_500) % 250}.${Math.floor(number / 250) % 250}.${number % 250}`

test(`one address that tries ${part.count} accounts stops at its limit, and learns not which exist`, {
  timeout: 120_000 + part.count * 1000,
}, async () => {
  const known = Math.min(MOST_KNOWN, Math.floor(part.count / 2))
  const people = await Promise.all(Array.from({ length: known }, () => verified()))
  const emails = shuffled(
    [...people, ...Array.from({ length: part.count - known }, somebody)].map(({ email }) => email),
    part.from,
  )
  const answers: Received[] = []
  for (const email of emails) answers.push(await logIn(email, '198.51.100.1'))
  const [allowed, refused] = [answers.slice(0, LIMIT), answers.slice(LIMIT)]
  expect(new Set(allowed.map(({ status }) => status))).toEqual(new Set([401]))
  expect(new Set(allowed.map(describe)).size).toBe(1)
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]))
  expect(new Set(refused.map(describe)).size).toBe(1)
  expect(refused.every(({ headers }) => Number(headers['Retry-After']) > 0)).toBe(true)
  // The tried accounts are open to their owners elsewhere.
  const [owner] = people
  expect((await logIn(owner?.email ?? '', '198.51.100.2', PASSWORD)).status).toBe(200)
  recordFigures({ accounts: part.count })
})

test(`${part.count} addresses that try one account stop at its limit, and its owner still signs in`, {
  timeout: 120_000 + part.count * 1000,
}, async () => {
  const home = '198.51.100.7'
  const { email } = await verified()
  const unknown = somebody().email
  expect((await logIn(email, home, PASSWORD)).status).toBe(200)
  const told = { known: [] as string[], unknown: [] as string[] }
  const statuses: number[] = []
  for (let i = 0; i < part.count; i++) {
    const answer = await logIn(email, addressOf(i))
    statuses.push(answer.status)
    told.known.push(describe(answer))
    told.unknown.push(describe(await logIn(unknown, addressOf(i))))
  }
  expect(statuses).toEqual([...Array(LIMIT).fill(401), ...Array(part.count - LIMIT).fill(429)])
  expect(told.known).toEqual(told.unknown)
  expect((await logIn(email, home, PASSWORD)).status).toBe(200)
  expect((await logIn(email, addressOf(part.count), PASSWORD)).status).toBe(429)
  laterBy(WINDOW_SECONDS)
  expect((await logIn(email, addressOf(part.count + 1), PASSWORD)).status).toBe(200)
  recordFigures({ addresses: part.count })
})
