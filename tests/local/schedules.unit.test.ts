import { afterEach, expect, test, vi } from 'vitest'
import type { FunctionDefinition } from '../../local/definitions.ts'
import { startSchedules } from '../../local/gateway/schedules.ts'

afterEach(() => vi.useRealTimers())

const define = (name: string, source: string, schedule: string) =>
  ({ name, source, schedules: [schedule] }) as unknown as FunctionDefinition

const FUNCTIONS = [
  define('sync', 'functions/sales/every-minute-sync-channels.ts', 'rate(1 minute)'),
  define('redrive', 'functions/events/every-minute-redrive-outbox.ts', 'rate(1 minute)'),
  define('rotate', 'functions/iam/every-day-rotate-signing-keys.ts', 'cron(1 0 * * ? *)'),
]

/** Counts what is invoked at the start and in the two minutes after it. */
const countInvocations = async (options: object) => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1, 0, 0, 1) })
  const invoked: Record<string, number> = {}
  const invoke = async (name: string) => {
    invoked[name] = (invoked[name] ?? 0) + 1
  }
  const schedules = startSchedules(FUNCTIONS, invoke, () => {}, options)
  await vi.advanceTimersByTimeAsync(120_000)
  schedules.stop()
  await vi.advanceTimersByTimeAsync(120_000)
  return invoked
}

test('schedules run at the start and on the minute, those of simulated shops every five seconds', async () => {
  expect(await countInvocations({})).toEqual({ sync: 1 + 24 + 2, redrive: 1 + 2, rotate: 1 })
})

test('schedules on the minute are left to whoever else runs them', async () => {
  expect(await countInvocations({ ticks: false })).toEqual({ sync: 1 + 24, redrive: 1 })
})
