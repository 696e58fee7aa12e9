import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { quantile } from '../../bench/report.ts'
import { seeded } from '../support/faults.ts'
import { isProof, proofPart, recordFigures } from '../support/proof.ts'
import { runSeed } from '../support/seed.ts'
import { checkTenant } from './check-tenant.ts'
import { newSeen, runClient, type Seen } from './client.ts'
import { describeGrowth } from './describe-growth.ts'
import { request } from './sender.ts'
import { startLoadedStack } from './start.ts'
import { openBareTable, watchMemory } from './watch.ts'

/** Seconds with each number of clients. */
const { count: seconds } = proofPart(5)
const LEVELS = [1, 8, 32, 128]
const SPIKE_CLIENTS = 320
const SPIKE_SECONDS = Math.min(seconds, 30)
const TENANTS = 6

type Stack = Awaited<ReturnType<typeof startLoadedStack>>

let made = 0

/** Runs so many clients for a time; returns what they saw, the memory meanwhile, and what bare calls took. */
const runLevel = async (stack: Stack, clients: number, forSeconds: number) => {
  const seen = newSeen()
  const end = performance.now() + forSeconds * 1000
  const isOver = () => performance.now() >= end
  for (const { sender } of stack.tenants) sender.renew()
  const bare = await openBareTable(stack.dynamodb)
  const { main, gateway } = stack.pids()
  const [memory, bareMs] = await Promise.all([
    watchMemory([main, gateway], isOver),
    bare.measure(isOver),
    ...Array.from({ length: clients }, (_, i) =>
      runClient(
        {
          tenant: stack.tenants[i % TENANTS] as Stack['tenants'][number],
          seen,
          random: seeded(runSeed + i),
          nextName: () => `load ${++made}`,
        },
        isOver,
      ),
    ),
  ])
  bare.close()
  return { seen, memory, bareMs }
}

/** Asks without a token until told to stop, beyond the limit of the address. */
const askAnonymously = async (api: string, seen: Seen, isOver: () => boolean) => {
  while (!isOver()) {
    const { status, retryAfter } = await request(`${api}/api/partner/partners`, 'GET')
    seen.statuses[status] = (seen.statuses[status] ?? 0) + 1
    if (status === 429 ? !(Number(retryAfter) > 0) : status !== 401 && status !== 503)
      seen.wrong.push(`a request without a token got ${status} with Retry-After ${retryAfter}`)
  }
}

const sumStatuses = (all: readonly Seen[], status: string) =>
  all.reduce((sum, { statuses }) => sum + (statuses[status] ?? 0), 0)

test.runIf(isProof)(
  'every answer under load is true, however many clients there are, and memory does not grow',
  { timeout: 600_000 + seconds * LEVELS.length * 3000 },
  async ({ onTestFinished }) => {
    const stack = await startLoadedStack(TENANTS)
    onTestFinished(stack.stop)
    const all: Seen[] = []
    const wrong: string[] = []
    const figures: Record<string, number> = {}
    const largest = { gateway: 0, queues: 0 }
    const level = async (name: string, clients: number, forSeconds: number, isMeasured = true) => {
      const { seen, memory, bareMs } = await runLevel(stack, clients, forSeconds)
      const [p99, bareP99] = [quantile(seen.ms, 0.99), quantile(bareMs, 0.99)]
      all.push(seen)
      wrong.push(...seen.wrong, ...describeGrowth(memory).map((each) => `${each} with ${clients} clients`))
      largest.gateway = Math.max(largest.gateway, ...memory.map(([, gateway = 0]) => gateway))
      largest.queues = Math.max(largest.queues, ...memory.map(([main = 0]) => main))
      if (!isMeasured) return
      figures[`ms p99 ${name}`] = p99
      figures[`times the p99 of the bare database ${name}`] = p99 / bareP99
    }
    // With few clients a heap grows for many minutes until Node collects it as a whole for the first time.
    await level('to warm up', 32, Math.min(seconds, 60), false)
    for (const clients of LEVELS) await level(`with ${clients} clients`, clients, seconds)

    const anonymous = newSeen()
    let isSpikeOver = false
    const flood = Array.from({ length: 32 }, () => askAnonymously(stack.api, anonymous, () => isSpikeOver))
    await level('in the spike', SPIKE_CLIENTS, SPIKE_SECONDS)
    isSpikeOver = true
    await Promise.all(flood)
    wrong.push(...anonymous.wrong)

    await pause(1000)
    await level('after the spike', 8, SPIKE_SECONDS)
    expect(all.at(-1)?.statuses['503'] ?? 0, 'answers 503 after the spike').toBe(0)
    for (const tenant of stack.tenants) wrong.push(...(await checkTenant(tenant)))
    const entries = stack.tenants.flatMap((tenant) => tenant.entries)
    recordFigures({
      requests: all.reduce((sum, { ms }) => sum + ms.length, 0),
      'things compared with what was answered': entries.length,
      'answers 503': sumStatuses(all, '503'),
      'answers 429': sumStatuses([anonymous], '429'),
      'largest MB of the gateway': largest.gateway,
      'largest MB of the queues': largest.queues,
      ...figures,
    })
    expect(wrong.slice(0, 50)).toEqual([])
    expect(entries.filter((entry) => entry.made === 'yes').length).toBeGreaterThan(0)
  },
)
