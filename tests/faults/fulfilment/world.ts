import { createTariff } from '../../../lib/billing/tariffs/create-tariff.ts'
import { addProduct } from '../../../lib/catalog/product-store.ts'
import { addVariant, type StoredVariant } from '../../../lib/catalog/variant-store.ts'
import { addPolicy } from '../../../lib/fulfilment/policies/policy-store.ts'
import { addStockItem } from '../../../lib/inventory/stock-items/add-stock-item.ts'
import { addPartner } from '../../../lib/partner/add-partner.ts'
import type { App } from '../../../lib/platform/app/app.ts'
import { isTask } from '../../../lib/platform/events/outbox/task.ts'
import { newId } from '../../../lib/platform/id.ts'
import type { OutboundRequest, OutboundResponse } from '../../../lib/platform/outbound/outbound.ts'
import { OutboundError } from '../../../lib/platform/outbound/outbound-error.ts'
import {
  type Action,
  formatKey,
  type Item,
  type Key,
  type Table,
  TransientFault,
} from '../../../lib/platform/store/table/table.ts'
import type { Unit } from '../../../lib/platform/store/unit.ts'
import { connectChannel, testNewConnection } from '../../../lib/sales/connections/connect-channel.ts'
import { addCustodian } from '../../../lib/warehousing/add-custodian.ts'
import type { StoredCustodian } from '../../../lib/warehousing/custodian.ts'
import { faultyCall } from '../../support/faults.ts'
import { openScheduledWorld } from '../scheduled-world.ts'
import { chooseTelling } from './telling.ts'
import { keepVersions } from './timelines.ts'
import { openWarehouse, SECRET, type Warehouse } from './warehouse.ts'

/** A request that was abandoned arrives after this time at the latest. */
const MAX_LATE_MS = 100_000

export interface Keeper {
  custodian: StoredCustodian
  kind: 'custom' | 'simulator' | 'internal'
  /** The software of a `custom` custodian. */
  warehouse?: Warehouse
  seed: string
  settings: string
}

/** Tells of every new task, and keeps nothing due that no part of the workload handles. */
const followTasks = (
  table: Table,
  onTask: (key: Key) => void,
  onCommit: (actions: readonly Action[]) => void,
): Table => {
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
  return {
    ...table,
    async transact(actions, token) {
      const kept = actions.map((action) => ('put' in action ? { ...action, put: withoutDueEvent(action.put) } : action))
      const outcome = await table.transact(kept, token)
      if (outcome.committed) {
        onCommit(kept)
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
  const tasks: Key[] = []
  const kept = keepVersions()
  const toBase = (table: Table) => followTasks(table, (key) => tasks.push(key), kept.note)
  const world = openScheduledWorld(random, { toBase })
  const { among, clock, faults, scheduler } = world
  const chance = { random, among }
  const keepers: Keeper[] = []
  const arrivals: { at: number; arrive: () => void }[] = []

  const callWarehouse = ({ url, body }: OutboundRequest): OutboundResponse => {
    const { warehouse } = keepers.find(({ seed: name }) => url === `https://${name}.example/`) ?? {}
    if (!warehouse) throw new Error(`nobody answers at ${url}`)
    const { status, json } = warehouse.answer(JSON.parse(Buffer.from(body as Uint8Array).toString('utf8')), clock())
    return { status, headers: {}, body: Buffer.from(json === undefined ? '' : JSON.stringify(json)) }
  }
  const send = async (request: OutboundRequest): Promise<OutboundResponse> => {
    const begun = clock().getTime()
    if (faults.isOn && random() < faults.late) {
      arrivals.push({ at: begun + among(MAX_LATE_MS), arrive: () => callWarehouse(request) })
      throw new OutboundError('timeout')
    }
    try {
      return await scheduler.call(() =>
        faultyCall(async () => {
          if (clock().getTime() - begun > MAX_LATE_MS) throw new OutboundError('timeout')
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

  const app = world.use({
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
  })
  const tenant = newId(clock())
  const write = <T>(work: (unit: Unit) => Promise<T>, by: App = app) => world.writeAs(tenant, work, by)

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
    const habits = {
      ...{ refuses_at_once: among(101), answers_nothing: among(101), decides_later: among(101) },
      telling: chooseTelling(random),
    }
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
  const list = <T>(name: string) => world.listOf<T>(tenant, name)
  /** References of orders of which somebody guessed what was sent. */
  const misjudged = new Set<string>()
  return { ...world, app, tenant, channel, variants, keepers, tasks, arrivals, misjudged, kept, write, list }
}

export type World = Awaited<ReturnType<typeof openWorld>>
