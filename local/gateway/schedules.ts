import type { FunctionDefinition } from '../definitions.ts'
import type { Invoke } from '../pollers/invoke.ts'

const MINUTE_MS = 60_000
const EVERY_MINUTE = 'rate(1 minute)'

/** Schedules of a minute that run more often here, so that whoever tries the simulated shops and custodians need not wait. */
const OFTEN = new Set([
  'functions/sales/every-minute-sync-channels.ts',
  'functions/warehousing/every-minute-poll-custodians.ts',
])
const OFTEN_MS = 5000

const MINUTES: Record<string, number> = { minute: 1, hour: 60, day: 24 * 60 }

const matchesField = (field: string, value: number): boolean =>
  field.split(',').some((part) => {
    if (part === '*' || part === '?') return true
    const [, from = '', to, step] = /^(\*|\d+)(?:-(\d+))?(?:\/(\d+))?$/.exec(part) ?? []
    if (!from) throw new Error(`serverless.yml: the schedule field ${field} is not supported locally`)
    const first = from === '*' ? 0 : Number(from)
    if (step) return value >= first && (value - first) % Number(step) === 0
    return value >= first && value <= Number(to ?? first)
  })

/** True if a schedule such as `rate(5 minutes)` or `cron(20 3 * * ? *)` runs in the given minute. */
export const isDue = (schedule: string, minute: Date): boolean => {
  const [, kind, given = ''] = /^(rate|cron)\((.+)\)$/.exec(schedule) ?? []
  if (kind === 'rate') {
    const [, count, unit = ''] = /^(\d+) (minute|hour|day)s?$/.exec(given) ?? []
    if (!count) throw new Error(`serverless.yml: the schedule ${schedule} is not supported locally`)
    return (minute.getTime() / MINUTE_MS) % (Number(count) * (MINUTES[unit] as number)) === 0
  }
  const [minutes = '', hours = '', days = '', months = '', weekdays = ''] = kind ? given.split(' ') : []
  return (
    matchesField(minutes, minute.getUTCMinutes()) &&
    matchesField(hours, minute.getUTCHours()) &&
    matchesField(days, minute.getUTCDate()) &&
    matchesField(months, minute.getUTCMonth() + 1) &&
    matchesField(weekdays, minute.getUTCDay() + 1)
  )
}

/**
 * Invokes scheduled functions on the minute, some more often, and those of every minute at once, since they find what waits.
 * Skips a function that is still running.
 */
export const startSchedules = (
  functions: readonly FunctionDefinition[],
  invoke: Invoke,
  report: (line: string) => void,
  {
    isQueueLost = false,
    ticks = true,
  }: {
    /** True if the queues were empty when the platform started, so that they may have lost messages. */
    isQueueLost?: boolean
    /** False if somebody else runs the schedules on the minute. */
    ticks?: boolean
  } = {},
) => {
  const scheduled = functions.filter(({ schedules }) => schedules.length)
  const running = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  // Refuses an unsupported schedule at the start and not at its first minute.
  for (const { schedules } of scheduled) for (const schedule of schedules) isDue(schedule, new Date(0))

  const run = async ({ name }: FunctionDefinition, time: Date, more: object = {}) => {
    if (running.has(name)) return
    running.add(name)
    try {
      const event = { source: 'aws.events', 'detail-type': 'Scheduled Event', time: time.toISOString(), detail: {} }
      await invoke(name, { ...event, ...more })
    } catch (error) {
      report((error as Error).message)
    } finally {
      running.delete(name)
    }
  }

  const computeDelay = () => MINUTE_MS - (Date.now() % MINUTE_MS)
  const tick = () => {
    const minute = new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS)
    for (const each of scheduled) if (each.schedules.some((schedule) => isDue(schedule, minute))) void run(each, minute)
    timer = setTimeout(tick, computeDelay())
  }
  for (const each of scheduled)
    if (each.schedules.includes(EVERY_MINUTE)) void run(each, new Date(), isQueueLost ? { isQueueLost } : {})
  if (ticks) timer = setTimeout(tick, computeDelay())
  const often = setInterval(() => {
    for (const each of scheduled) if (OFTEN.has(each.source)) void run(each, new Date())
  }, OFTEN_MS)
  return {
    stop() {
      clearTimeout(timer)
      clearInterval(often)
    },
  }
}
