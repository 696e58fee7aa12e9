import { mock } from 'node:test'
import { createTariff } from '../../../lib/billing/tariffs/create-tariff.ts'
import { addProduct } from '../../../lib/catalog/product-store.ts'
import { addVariant, type StoredVariant } from '../../../lib/catalog/variant-store.ts'
import { addPolicy } from '../../../lib/fulfilment/policies/policy-store.ts'
import { addStockItem } from '../../../lib/inventory/stock-items/add-stock-item.ts'
import { addPartner } from '../../../lib/partner/add-partner.ts'
import { type App, useApp } from '../../../lib/platform/app/app.ts'
import { timelyApp } from '../../../lib/platform/app/timely-app.ts'
import { Deadline, TooLate } from '../../../lib/platform/deadline.ts'
import { isTask } from '../../../lib/platform/events/outbox/task.ts'
import { newId } from '../../../lib/platform/id.ts'
import type { OutboundRequest, OutboundResponse } from '../../../lib/platform/outbound/outbound.ts'
import { OutboundError } from '../../../lib/platform/outbound/outbound-error.ts'
import { Problem } from '../../../lib/platform/problem.ts'
import { retryTable } from '../../../lib/platform/store/table/retry-table.ts'
import { formatKey, type Item, type Key, type Table, TransientFault } from '../../../lib/platform/store/table/table.ts'
import { runInUnit, type Unit } from '../../../lib/platform/store/unit.ts'
import { connectChannel, testNewConnection } from '../../../lib/sales/connections/connect-channel.ts'
import { addCustodian } from '../../../lib/warehousing/add-custodian.ts'
import type { StoredCustodian } from '../../../lib/warehousing/custodian.ts'
import { Crash, FAULTS, faulty, faultyCall, type Switches, serve, weather } from '../../support/faults.ts'
import { memoryTable } from '../../support/memory-table.ts'
import { makeScheduler } from '../../support/scheduler.ts'
import { openWarehouse, SECRET, type Warehouse } from './warehouse.ts'

const BEGIN_MS = Date.parse('2026-03-02T10:00:00.000Z')
/** Time that a function has. */
const FUNCTION_MS = 60_000
/** A request that was abandoned arrives after this time at the latest. */
const MAX_LATE_MS = 100_000
const STEP_MS = 20

export interface Keeper {
  custodian: StoredCustodian
  kind: 'custom' | 'simulator' | 'internal'
  /** The software of a `custom` custodian. */
  warehouse?: Warehouse
  seed: string
  settings: string
}

/** Errors that a fault or another person's change explains. */
export const isExplained = (error: unknown): boolean =>
  error instanceof Crash || error instanceof Problem || error instanceof TransientFault || error instanceof TooLate

/** A table in memory that tells of every new event and task, and keeps nothing due that no part of the workload handles. */
const openTable = (onTask: (key: Key) => void) => {
  const table = memoryTable()
  const known = new Set<string>()
  const follow = (items: readonly Item[]) => {
    for (const { pk, sk } of items) {
      if (known.has(formatKey({ pk, sk }))) continue
      known.add(formatKey({ pk, sk }))
      if (isTask({ pk, sk })) onTask({ pk, sk })
    }
  }
  const withoutDueEvent = (item: Item): Item => {
    if (item.kind !== 'outbox' || isTask(item)) return item
    const { duePk: _pk, dueSk: _sk, ...rest } = item
    return rest as Item
  }
  const base: Table = {
    ...table,
    async transact(actions, token) {
      const kept = actions.map((action) => ('put' in action ? { ...action, put: withoutDueEvent(action.put) } : action))
      const outcome = await table.transact(kept, token)
      if (outcome.committed) {
        follow(kept.flatMap((action) => ('put' in action ? [action.put] : [])))
        return outcome
      }
      // Failures are known by the actions as they were given.
      const failed = kept.flatMap((action, i) => {
        const given = actions[i]
        return given && outcome.failed.has(action) ? [[given, outcome.failed.get(action)] as const] : []
      })
      return { committed: false, failed: new Map(failed) }
    },
  }
  return { table, base }
}

const SETTINGS = [
  'split_percent',
  'short_percent',
  'late_percent',
  'lost_percent',
  'damaged_percent',
  'refused_percent',
  'unclear_percent',
  'twice_percent',
  'disorder_percent',
  'silent_percent',
] as const

interface Chance {
  random: () => number
  among: (most: number) => number
}

/** Settings of a simulated custodian, of which some are off. */
const chooseSettings = ({ random, among }: Chance): string => {
  const chosen = SETTINGS.map((name) => [name, random() < 0.5 ? 0 : among(name === 'refused_percent' ? 40 : 101)])
  return new URLSearchParams(
    Object.fromEntries([['step_seconds', 30 + among(60)], ...chosen].map(([name, value]) => [name, String(value)])),
  ).toString()
}

/** A small tenant whose calls of the table and of its custodians a seed orders, and lets fail. */
export const openWorld = async (seed: number, random: () => number) => {
  const among = (most: number) => Math.floor(random() * most)
  const chance = { random, among }
  let now = BEGIN_MS
  const clock = () => new Date(now)
  const scheduler = makeScheduler(among, () => {
    now += STEP_MS
    mock.timers.tick(STEP_MS)
  })
  const tasks: Key[] = []
  const { table, base } = openTable((key) => tasks.push(key))
  const faults = { isOn: false, switches: {} as Partial<Switches>, late: 0 }
  const wrong: string[] = []
  const keepers: Keeper[] = []
  const arrivals: { at: number; arrive: () => void }[] = []

  const callWarehouse = ({ url, body }: OutboundRequest): OutboundResponse => {
    const { warehouse } = keepers.find(({ seed: name }) => url === `https://${name}.example/`) ?? {}
    if (!warehouse) throw new Error(`nobody answers at ${url}`)
    const { status, json } = warehouse.answer(JSON.parse(Buffer.from(body as Uint8Array).toString('utf8')), clock())
    return { status, headers: {}, body: Buffer.from(json === undefined ? '' : JSON.stringify(json)) }
  }
  const send = async (request: OutboundRequest): Promise<OutboundResponse> => {
    const begun = now
    if (faults.isOn && random() < faults.late) {
      arrivals.push({ at: now + among(MAX_LATE_MS), arrive: () => callWarehouse(request) })
      throw new OutboundError('timeout')
    }
    try {
      return await scheduler.call(() =>
        faultyCall(async () => {
          if (now - begun > MAX_LATE_MS) throw new OutboundError('timeout')
          return callWarehouse(request)
        }),
      )
    } catch (error) {
      if (!(error instanceof TransientFault)) throw error
      if (error.kind === 'throttled') return { status: 429, headers: { 'retry-after': '30' }, body: Buffer.alloc(0) }
      if (error.kind === 'conflict') return { status: 500, headers: {}, body: Buffer.alloc(0) }
      throw new OutboundError('timeout')
    }
  }

  const app = {
    db: retryTable(faulty(scheduler.scheduled(base))),
    clock,
    vault: { seal: async (text: string) => text, open: async (text: string) => text },
    config: {
      simulatedStores: true,
      eventsQueue: 'events',
      deliveriesQueue: 'deliveries',
      publicUrl: 'http://localhost:3000',
      webhookLimit: 1_000_000,
    },
    queues: {
      send: async (_queue: string, messages: readonly { body: string }[]) => {
        for (const { body } of messages) {
          const { pk, sk } = JSON.parse(body)
          tasks.push({ pk, sk })
        }
        return new Set<string>()
      },
    },
    outbound: { send },
    files: {},
  } as unknown as App
  useApp(app)
  const tenant = newId(clock())
  const person = newId(clock())

  const tally = { crashes: 0, ...Object.fromEntries(FAULTS.map((fault) => [fault, 0])) } as Record<string, number>
  /** Starts a piece of work in a process of its own, which may die; returns nothing, as its error is judged here. */
  const begin = (actor: string, work: (app: App) => Promise<unknown>) => {
    const sky = weather(among(2 ** 31), faults.isOn ? faults.switches : {})
    scheduler.begin(actor, async () => {
      const until = now + FUNCTION_MS
      const timely = timelyApp(app, new Deadline(() => until - now))
      try {
        await serve({ weather: sky, tenant: undefined }, () => work(timely))
      } catch (error) {
        if (error instanceof Crash) tally.crashes = (tally.crashes ?? 0) + 1
        else if (!isExplained(error)) wrong.push(`${actor} failed: ${(error as Error).stack}`)
        else if (!faults.isOn && (error as Problem).errorCode === 'UNAVAILABLE') wrong.push(`${actor} gave up`)
      }
      for (const fault of FAULTS) tally[fault] = (tally[fault] ?? 0) + sky.tally[fault]
    })
  }
  const write = <T>(work: (unit: Unit) => Promise<T>, by: App = app) =>
    runInUnit(by.db, { tenant, actor: person, now: clock() }, work)

  const variants: StoredVariant[] = []
  const product = await write(async (unit) => addProduct(unit, { name: 'Tea' }))
  const countVariants = random() < 0.12 ? 7 + among(8) : 1 + among(4)
  for (let i = 0; i < countVariants; i++)
    variants.push(
      await write((unit) =>
        addVariant(app.db, unit, {
          productId: product.id,
          sku: `S-${i}`,
          name: `Tea ${i}`,
          prices: [{ currency: 'EUR', amount: 500 }],
        }),
      ),
    )
  const addKeeper = async (index: number) => {
    const kind = random() < 0.55 ? 'custom' : random() < 0.7 ? 'simulator' : 'internal'
    const name = `keeper-${seed}-${index}`
    const settings = chooseSettings(chance)
    const partner = await write(async (unit) => addPartner(unit, { name }))
    const connectionConfig =
      kind === 'custom'
        ? { integrationId: `https://${name}.example/`, webhookSecret: SECRET }
        : { accountId: name, integrationId: settings, webhookSecret: SECRET }
    const capabilities = ['tenant_picks_warehouse', 'cancel_order'] as const
    const custodian = await write((unit) =>
      addCustodian(app, unit, {
        partnerId: partner.id,
        type: kind,
        name,
        ...(kind !== 'internal' && { connectionConfig }),
        enabledCapabilities: [
          ...capabilities,
          ...(kind !== 'internal' && random() < 0.7 ? (['webhook_receipt'] as const) : []),
        ],
      }),
    )
    const habits = { refuses_at_once: among(101), answers_nothing: among(101), decides_later: among(101) }
    const warehouse = kind === 'custom' ? openWarehouse(name, settings, habits, random) : undefined
    keepers.push({ custodian, kind, seed: name, settings, ...(warehouse && { warehouse }) })
    await write((unit) =>
      createTariff(app, unit, {
        partnerId: partner.id,
        name: 'Fulfilment',
        basis: 'custody',
        currency: 'EUR',
        rates: [
          { per: 'order', amount: 150 },
          { per: 'line', amount: 30 },
          { per: 'piece', amount: 12.5 },
          { per: 'parcel', amount: 420 },
        ],
        validFrom: '2020-01-01',
      }),
    )
    for (const variant of variants)
      if (random() < 0.9)
        await write((unit) =>
          addStockItem(app.db, unit, {
            variantId: variant.id,
            custodianId: custodian.id,
            onHand: random() < 0.3 ? among(4) : 5 + among(30),
          }),
        )
  }
  const countKeepers = 1 + among(3)
  for (let index = 0; index < countKeepers; index++) await addKeeper(index)
  await write((unit) =>
    addPolicy(app.db, unit, {
      name: 'Everything',
      isDefault: true,
      rules: [{ name: 'Any', splitAllowed: random() < 0.6 }],
    }),
  )
  const credentials = { api_key: 'key', seed: `shop ${seed}`, orders: '0', products: '0' }
  const given = { name: 'Shop', code: 'SHOP', type: 'simulator', credentials } as const
  const channel = await write(async (unit) =>
    connectChannel(app, unit, given, await testNewConnection(app, unit, given)),
  )
  return {
    ...{ app, table, tenant, channel, variants, keepers, faults, tasks, arrivals, wrong, tally, random, among },
    ...{ begin, write, clock, run: scheduler.run },
    pass(ms: number) {
      now += ms
    },
    /** Items of a kind that the tenant has. */
    list: <T>(name: string) => table.inPartition(`T#${tenant}#${name}`) as unknown as T[],
  }
}

export type World = Awaited<ReturnType<typeof openWorld>>
