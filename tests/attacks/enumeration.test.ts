import { createHook } from 'node:async_hooks'
import { performance } from 'node:perf_hooks'
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { endpoints } from '../../functions/iam/api.ts'
import { hashPasswordsAt, PASSWORD_HASH_COST } from '../../lib/iam/accounts/password.ts'
import { type App, app, useApp } from '../../lib/platform/app/app.ts'
import { type DataKeys, openDataKeys } from '../../lib/platform/vault/data-keys.ts'
import { makeVault } from '../../lib/platform/vault/vault.ts'
import { aMember, client, type Received } from '../support/client.ts'
import { proofPart, recordFigures } from '../support/proof.ts'
import { type Probe, SITUATIONS } from './situations.ts'
import { computeWelch } from './welch.ts'

process.env.LOG_LEVEL = 'SILENT'

const before = app()
const steps: string[] = []

/** The keys of the deployment; each call of KMS is a step, and calls at the same time are one. */
const countedKeys = (): DataKeys => {
  const keys = openDataKeys(before.config.kmsKeyId)
  let running = 0
  const note =
    <G extends unknown[], R>(name: string, call: (...given: G) => Promise<R>) =>
    async (...given: G): Promise<R> => {
      if (!running++) steps.push(name)
      return await call(...given).finally(() => {
        running--
      })
    }
  return { generate: note('generate key', keys.generate), unwrap: note('unwrap key', keys.unwrap) }
}

const { config } = before
const unlimited: App = { ...before, config: { ...config, limits: { ...config.limits, auth: 1_000_000 } } }
beforeEach(() => useApp(unlimited))
afterEach(() => useApp(before))

/** Removes what differs with every request from an answer. */
const describeShape = ({ status, headers, body }: Received) => ({
  status,
  headers: Object.keys(headers),
  body:
    body &&
    JSON.stringify(body, (name, value) =>
      /^(@?id|instance|email|createdAt|updatedAt|expiresAt)$/.test(name) ? '' : value,
    ),
})

/** Reads the keys that the first request of an app reads, whoever sends it. */
const warmUp = async () => {
  const { token } = await aMember()
  await client(token).get('/api/partner/partners?itemsPerPage=1')
}

const READS_AND_WRITES = ['get', 'query', 'update', 'put', 'transact', 'batchGet'] as const

/**
 * Counts the calls of the table with the actions of their transactions, those of KMS, and the hashes of passwords, that a
 * request makes before it is answered, and the same request once more.
 */
const countSteps = async (probe: Probe) => {
  const { db, clock } = unlimited
  const noted = READS_AND_WRITES.map((name) => [
    name,
    (...given: unknown[]) => {
      steps.push(name === 'transact' ? `transact ${(given[0] as unknown[]).length} actions` : name)
      return (db[name] as (...all: unknown[]) => unknown)(...given)
    },
  ])
  const hashes = createHook({ init: (_id, type) => void (type === 'ARGON2REQUEST' && steps.push('hash')) }).enable()
  onTestFinished(() => void hashes.disable())
  const ask = await probe()
  // A vault of its own knows no key from what was prepared.
  const vault = makeVault(countedKeys(), clock)
  useApp({ ...unlimited, vault, db: { ...db, ...Object.fromEntries(noted) } })
  await warmUp()
  const seen = []
  for (const time of ['first', 'again']) {
    steps.length = 0
    const answer = await ask()
    seen.push({ time, answer: describeShape(answer), steps: steps.toSorted() })
  }
  useApp(unlimited)
  hashes.disable()
  return seen
}

/** The same of a closed account is tried by tests/iam/guessing.test.ts. */
const counted = Object.entries(SITUATIONS).filter(([name]) => !name.includes('closed'))

describe('whoever asks learns nothing of what exists', () => {
  test.each(counted)('by %s', async (_, situation) => {
    const seen: [string, unknown][] = []
    for (const [name, probe] of Object.entries(situation)) seen.push([name, await countSteps(probe)])
    const [[, first]] = seen as [[string, unknown]]
    for (const [name, found] of seen) expect(found, name).toEqual(first)
  })
})

/** No answer comes earlier, however slow or fast the machine is. */
const LEAST_MS = 50

test('requests for a mail are answered after a fixed time at the earliest', async () => {
  const hidden = Object.values(endpoints).filter(({ hidesTime }) => hidesTime)
  expect(hidden.map(({ route }) => route).sort()).toEqual([
    'POST /api/v1/iam/auth/request-password-reset',
    'POST /api/v1/iam/auth/resend-verification',
  ])
  for (const { route } of hidden) {
    const start = performance.now()
    await client().post(route.slice('POST '.length), { email: 'nobody@example.com' })
    expect(performance.now() - start).toBeGreaterThanOrEqual(LEAST_MS)
  }
})

const part = proofPart(0)
/** The usual bound of tests for leaks by time: less than one run in a hundred thousand exceeds it by chance. */
const MAX_T = 4.5

describe.skipIf(part.count === 0)('the time of an answer', () => {
  // The cheap hashes of tests are faster than the differences of a table in memory, which no network hides.
  beforeAll(() => hashPasswordsAt(PASSWORD_HASH_COST))

  test.each(Object.entries(SITUATIONS))(
    `tells nothing of what exists, by %s, in ${part.count} pairs`,
    {
      timeout: 120_000 + part.count * 2000,
    },
    async (situation, probes) => {
      const [[reference, first], ...others] = Object.entries(probes) as [[string, Probe], ...[string, Probe][]]
      const measure = async (probe: Probe) => {
        const ask = await probe()
        const start = performance.now()
        await ask()
        return performance.now() - start
      }
      for (const [name, other] of others) {
        const times: [number[], number[]] = [[], []]
        for (let i = -10; i < part.count; i++)
          for (const [side, probe] of (i % 2
            ? [
                [0, first],
                [1, other],
              ]
            : [
                [1, other],
                [0, first],
              ]) as [0 | 1, Probe][]) {
            const ms = await measure(probe)
            if (i >= 0) times[side].push(ms)
          }
        const t = Math.abs(computeWelch(...times))
        recordFigures({ [`largest t of ${situation}, ${reference} and ${name}`]: Math.round(t * 100) / 100 })
        expect(t, `${situation}: ${reference} and ${name}`).toBeLessThan(MAX_T)
      }
    },
  )
})
