import { deliver } from '../../lib/notification/deliveries/deliver.ts'
import { endDueWindows } from '../../lib/notification/digests/end-due-windows.ts'
import { notify } from '../../lib/notification/fan-out/notify.ts'
import type { App } from '../../lib/platform/app/app.ts'
import { listEvents, type OutboxItem } from '../../lib/platform/events/outbox/outbox.ts'
import { type Id, newId } from '../../lib/platform/id.ts'
import { createLog } from '../../lib/platform/log.ts'
import type { Mail } from '../../lib/platform/mail/mail.ts'
import { partition } from '../../lib/platform/store/entities/entity.ts'
import { type Action, type Item, keyOf } from '../../lib/platform/store/table/table.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { aTenantOf } from '../notification/members.ts'
import type { Member } from '../support/client.ts'
import { Crash, type Switches, serve, type Weather, weather } from '../support/faults.ts'
import type { Platform } from './world.ts'

const TOPIC = 'partner.partner.created'
const PREFERENCES = '/api/notification/preferences'
const log = createLog({})

/** One run: a tenant with two members, one of whom opts out at some time. */
interface DigestWorld {
  on: Platform
  tenant: Id
  weather: Weather
  faithful: Member
  fickle: Member
  clock: Date
  /** Names of the events, in order. */
  names: string[]
  mails: Mail[]
  /** Time at which the fickle member opted out. */
  leftAt?: Date
}

/** Runs the work of one process, which may die. */
const attempt = async (world: DigestWorld, work: (app: App) => Promise<void>) => {
  const { on, weather, mails } = world
  const app: App = {
    ...on.app,
    mail: { send: async (mail) => void mails.push(mail) },
    queues: { send: async () => new Set() },
  }
  await serve({ weather, tenant: undefined }, () => work(app)).catch((error) => {
    // Faults that outlast the retries end the process too.
    if (!(error instanceof Crash) && (error as Error).name !== 'Problem' && !('kind' in (error as object))) throw error
  })
}

const emitEvents = async (world: DigestWorld, count: number) => {
  const { on, tenant, clock, names } = world
  await runInUnit(on.db, { tenant, actor: null, now: clock }, async (unit) => {
    for (let i = 0; i < count; i++) {
      const partnerId = newId(clock)
      const partnerName = `Partner ${names.length}`
      names.push(partnerName)
      unit.emit(TOPIC, { subject: `commerce:///partner/partners/${partnerId}`, data: { partnerId, partnerName } })
    }
  })
}

const listItems = async ({ on, tenant }: DigestWorld, name: string) =>
  await on.db.query({ pk: partition(tenant, name) })

/** Runs workers on all unhandled events at once, some of them twice. */
const notifyAll = async (world: DigestWorld) => {
  const items = (await listItems(world, 'outbox')).filter(({ handledAt }) => !handledAt)
  const twice = items.flatMap((item) => (world.weather.random() < 0.3 ? [item, item] : [item]))
  await Promise.all(twice.map((item) => attempt(world, (app) => notify(app, item, world.clock, log))))
}

const endAll = async (world: DigestWorld) => {
  const end = () => attempt(world, (app) => endDueWindows(app, world.clock, log, () => Number.POSITIVE_INFINITY))
  await (world.weather.random() < 0.3 ? Promise.all([end(), end()]) : end())
}

const isDue =
  ({ clock }: DigestWorld) =>
  ({ status, dueSk, createdAt }: Item) =>
    status === 'due' && (createdAt === clock.toISOString() || String(dueSk) <= clock.toISOString())

const deliverAll = async (world: DigestWorld) => {
  const due = (await listItems(world, 'delivery')).filter(isDue(world))
  await Promise.all(due.map((item) => attempt(world, (app) => deliver(app, item, world.clock, log))))
}

const optOut = async (world: DigestWorld) => {
  const entries = [{ type: TOPIC, channel: 'email', enabled: false }]
  await world.fickle.patch(PREFERENCES, { entries })
  world.leftAt = world.clock
}

const MINUTE_MS = 60_000

/** Lets everything finish without faults. */
const settle = async (world: DigestWorld) => {
  world.weather.switches = { ...weather(0, {}).switches }
  for (let round = 0; round < 12; round++) {
    await notifyAll(world)
    world.clock = new Date(world.clock.getTime() + 30 * MINUTE_MS)
    await endAll(world)
    await deliverAll(world)
  }
}

const startWorld = async (on: Platform, seed: number, switches: Partial<Switches>): Promise<DigestWorld> => {
  const [faithful, fickle] = await aTenantOf(['owner', 'finance'])
  return {
    on,
    tenant: faithful.tenant,
    weather: weather(seed, switches),
    faithful,
    fickle,
    clock: new Date(Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS),
    names: [],
    mails: [],
  }
}

const isWindow = (action: Action) => keyOf(action).pk.endsWith('#digest-window')

/** Calls `before` before the first transaction with windows, and sends those of simultaneous work after it. */
const holdWindows = (on: Platform, before: () => Promise<void>): Platform => {
  let held: Promise<void> | undefined
  const { db } = on.app
  const transact: typeof db.transact = async (actions, token) => {
    if (actions.some(isWindow)) {
      held ??= before()
      await held
    }
    return await db.transact(actions, token)
  }
  return { ...on, app: { ...on.app, db: { ...db, transact } } }
}

/** Opens windows for several events at once, and lets others join the windows while these end. */
export const raceForWindows = async (on: Platform, seed: number): Promise<DigestWorld> => {
  const world = await startWorld(on, seed, {})
  for (let i = 0; i < 4; i++) await emitEvents(world, 1)
  let waiting = 0
  let go = () => {}
  const allRead = new Promise<void>((resolve) => {
    go = resolve
  })
  const items = await listItems(world, 'outbox')
  const { db } = on.app
  const transact: typeof db.transact = async (actions, token) => {
    if (++waiting === items.length) go()
    await allRead
    return await db.transact(actions, token)
  }
  const together = { ...world, on: { ...on, app: { ...on.app, db: { ...db, transact } } } }
  await Promise.all(items.map((item) => attempt(together, (app) => notify(app, item, world.clock, log))))
  world.clock = new Date(world.clock.getTime() + 5 * MINUTE_MS)
  await emitEvents(world, 1)
  const joining = { ...world, on: holdWindows(on, () => notifyAll(world)) }
  await attempt(joining, (app) => endDueWindows(app, world.clock, log, () => Number.POSITIVE_INFINITY))
  await settle(world)
  return world
}

/** Makes random events, opt-outs and runs of workers, and in the end lets everything finish without faults. */
export const digestRun = async (on: Platform, seed: number, switches: Partial<Switches>): Promise<DigestWorld> => {
  const world = await startWorld(on, seed, switches)
  const { random } = world.weather
  const leavesAt = random() < 0.5 ? Math.floor(random() * 14) : undefined
  for (let step = 0; step < 14; step++) {
    if (step === leavesAt) await optOut(world)
    if (random() < 0.7) await emitEvents(world, 1 + Math.floor(random() * 6))
    if (random() < 0.7) await emitEvents(world, 1)
    await Promise.all([notifyAll(world), ...(random() < 0.5 ? [endAll(world)] : [])])
    if (random() < 0.7) await deliverAll(world)
    world.clock = new Date(world.clock.getTime() + Math.floor(random() * 4) * MINUTE_MS)
  }
  await settle(world)
  return world
}

const addressOf = ({ identity }: Member) => `${identity.toLowerCase()}@example.com`

interface Received {
  count: number
  named: string[]
}

const read = ({ subject, text }: Mail): Received => {
  const digest = /^(\d+) new partners$/.exec(subject)
  const names = text.match(/Partner \d+/g) ?? []
  return { count: digest ? Number(digest[1]) : 1, named: [...new Set(names)] }
}

/** Lists what is wrong with the mails and the stored items after a run. */
export const digestViolations = async (world: DigestWorld): Promise<string[]> => {
  const wrong: string[] = []
  const { faithful, fickle, names, mails, leftAt, on, tenant } = world
  // A process may die after sending a mail; the next try has the same id, by which it is recognized.
  const unique = [...new Map(mails.map((mail) => [mail.messageId, mail])).values()]
  const deliveries = await listItems(world, 'delivery')
  const events = ((await listItems(world, 'outbox')) as unknown as OutboxItem[]).flatMap(listEvents)
  if (events.length !== names.length) wrong.push(`${events.length} events of ${names.length}`)
  for (const member of [faithful, fickle]) {
    const mine = unique.filter(({ to }) => to === addressOf(member)).map(read)
    const total = mine.reduce((sum, { count }) => sum + count, 0)
    const named = mine.flatMap((each) => each.named)
    if (new Set(named).size < named.length) wrong.push('an event is named twice')
    for (const { count, named: own } of mine)
      if (own.length !== Math.min(10, count)) wrong.push(`a mail about ${count} names ${own.length}`)
    if (member === faithful && total !== names.length) wrong.push(`${total} of ${names.length} were sent`)
    if (member === fickle && !leftAt && total !== names.length) wrong.push(`${total} of ${names.length} were sent`)
    if (total > names.length) wrong.push(`${total} of ${names.length} were sent`)
    const times = deliveries
      .filter(({ recipient }) => recipient === member.identity)
      .map(({ createdAt }) => Date.parse(String(createdAt)))
      .sort((one, other) => one - other)
    for (const [i, at] of times.entries())
      if (i && at - (times[i - 1] ?? 0) < 5 * MINUTE_MS) wrong.push('two messages in one window')
    const windows = await on.db.query({ pk: partition(`${tenant}#${member.identity}`, 'digest-window') })
    for (const { count } of windows) if (count) wrong.push(`${count} events wait for ever`)
  }
  for (const { recipient, status, createdAt, sk } of deliveries) {
    if (status !== 'done' && status !== 'dropped') wrong.push(`delivery ${sk} is ${status}`)
    if (recipient === fickle.identity && leftAt && String(createdAt) > leftAt.toISOString() && status === 'done')
      wrong.push('something was sent after opting out')
  }
  return wrong
}
