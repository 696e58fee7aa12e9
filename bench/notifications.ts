import type { Member } from '../lib/iam/member.ts'
import { members } from '../lib/iam/member-store.ts'
import { changePolicy } from '../lib/notification/preferences/policy-store.ts'
import { addPartner } from '../lib/partner/add-partner.ts'
import type { App } from '../lib/platform/app/app.ts'
import type { Occurred } from '../lib/platform/events/outbox/outbox.ts'
import { type Id, newId } from '../lib/platform/id.ts'
import { newRecord, partition, toItem, uniqueKey } from '../lib/platform/store/entities/entity.ts'
import { MAX_ACTIONS } from '../lib/platform/store/table/table.ts'
import { runInUnit } from '../lib/platform/store/unit.ts'
import { waitFor } from '../local/wait.ts'
import { fixed, quantile, table } from './report.ts'
import { measureAtStack } from './stack/start.ts'

// Measures the time from a change to the recipients' lists, and how it grows with the number of recipients.
// Measure less with `EVENTS=20 MOST=100 npm run bench -- notifications`.

const RECIPIENTS = [10, 100, 1000, 10_000].filter((number) => number <= Number(process.env.MOST ?? 10_000))
const ROUNDS = { few: 5, many: 1 }
const MANY = 1000
const EVENTS = Number(process.env.EVENTS ?? 100)
const RECIPIENTS_EACH = 10
const WARM_UP_EVENTS = 10

/** Creates a tenant whose members get notifications about partners in their lists only, because mails depend on the server. */
const aTenant = async ({ db, clock }: App, number: number): Promise<Id> => {
  const tenant = newId(clock())
  const puts = Array.from({ length: number }, (): Member => {
    const identityId = newId(clock())
    const email = `${identityId}@bench.example`
    const rest = { role: 'finance', status: 'active', firstName: 'Ada', invitation: null } as const
    return { ...newRecord(newId(clock())), identityId, email, ...rest }
  }).flatMap((member) => [
    { put: toItem(members, tenant, member) },
    { put: { ...uniqueKey(tenant, members, 'identity', member.identityId as Id), kind: 'unique', id: member.id } },
  ])
  for (let start = 0; start < puts.length; start += MAX_ACTIONS)
    await db.transact(puts.slice(start, start + MAX_ACTIONS))
  await runInUnit(db, { tenant, actor: null, now: clock() }, (unit) =>
    changePolicy(db, unit, [{ type: 'partner.partner.created', channel: 'email', enabled: false }]),
  )
  return tenant
}

const change = ({ db, clock }: App, tenant: Id, index: number) =>
  runInUnit(
    db,
    { tenant, actor: null, now: clock() },
    async (unit) => void addPartner(unit, { name: `Partner ${index}` }),
  )

const toMilliseconds = (text: unknown) => Date.parse(text as string)

/** Polls rarely, so that polling does not affect the measurement. */
const POLL_MS = 50

/**
 * Measures for each event the time from its commit until its first and its last recipients have it in their lists, as seen
 * from outside. A chunk is written with the event's progress.
 */
const arrivals = async ({ db, clock }: App, tenant: Id, wanted: number, gone: Promise<string>) => {
  const [begun, ended] = [new Map<Id, number>(), new Map<Id, number>()]
  const done = async () => {
    const only = ['handledAt', 'told', 'occurredAt']
    const items = await db.query<Occurred>({ pk: partition(tenant, 'outbox'), only })
    for (const { sk, told, handledAt, occurredAt } of items) {
      const ms = clock().getTime() - toMilliseconds(occurredAt)
      if ((told || handledAt) && !begun.has(sk)) begun.set(sk, ms)
      if (handledAt && !ended.has(sk)) ended.set(sk, ms)
    }
    return items.length > 0 && ended.size === items.length && items
  }
  const items = await waitFor(`${wanted} notifications`, done, {
    // A message that a busy machine dropped is sent again after minutes.
    seconds: 400 + wanted / 5,
    everyMs: POLL_MS,
    unless: gone,
  })
  const commits = items.map(({ occurredAt }) => toMilliseconds(occurredAt))
  const ends = items.map(({ sk, occurredAt }) => toMilliseconds(occurredAt) + (ended.get(sk) as number))
  return {
    firstMs: Math.min(...begun.values()),
    lastMs: Math.max(...ended.values()),
    ms: [...ended.values()],
    wholeMs: Math.max(...ends) - Math.min(...commits),
  }
}

const stream = async (app: App, number: number, gone: Promise<string>) => {
  const tenant = await aTenant(app, RECIPIENTS_EACH)
  for (let i = 0; i < number; i++) await change(app, tenant, i)
  return await arrivals(app, tenant, number * RECIPIENTS_EACH, gone)
}

const computeMedian = <T>(list: readonly T[], of: (each: T) => number) => quantile(list.map(of), 0.5)

const growth = async (app: App, gone: Promise<string>) => {
  const rows: string[][] = []
  let least: number | undefined
  for (const number of RECIPIENTS) {
    const rounds: { firstMs: number; lastMs: number }[] = []
    for (let round = 0; round < (number < MANY ? ROUNDS.few : ROUNDS.many); round++) {
      const tenant = await aTenant(app, number)
      await change(app, tenant, 0)
      const { firstMs, lastMs } = await arrivals(app, tenant, number, gone)
      rounds.push({ firstMs, lastMs })
    }
    const last = computeMedian(rounds, ({ lastMs }) => lastMs)
    least ??= last / number
    const each = last / number
    rows.push([
      String(number),
      fixed(
        computeMedian(rounds, ({ firstMs }) => firstMs),
        0,
      ),
      fixed(last, 0),
      fixed(each, 2),
      `${fixed(each / least, 2)} x`,
    ])
  }
  return table(['recipients of one event', 'first, ms', 'last, ms', 'ms each', 'to the first row'], rows)
}

export const notifications = (): Promise<string> =>
  measureAtStack(async ({ gone }, app) => {
    await stream(app, WARM_UP_EVENTS, gone)
    const { ms, wholeMs } = await stream(app, EVENTS, gone)
    const seconds = wholeMs / 1000
    const figures = [EVENTS / seconds, (EVENTS * RECIPIENTS_EACH) / seconds].map((each) => fixed(each))
    const waits = [0.5, 0.95].map((share) => fixed(quantile(ms, share), 0))
    const columns = [`${EVENTS} events, each for ${RECIPIENTS_EACH}`, 'events/s', 'notifications/s', 'p50 ms', 'p95 ms']
    const rate = table(columns, [['from commit to list', ...figures, ...waits]])
    return `${rate}\n\n${await growth(app, gone)}`
  })
