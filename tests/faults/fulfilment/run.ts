import './pack-at-once.ts'

import { runTask } from '../../../functions/events/run-task.ts'
import { handler as followStock } from '../../../functions/inventory/every-minute-follow-stock.ts'
import type { CustodianDelivery } from '../../../lib/custodians/custodian-connector.ts'
import { pollCustodians } from '../../../lib/fulfilment/news/poll-custodians.ts'
import { receiveCustodianWebhook } from '../../../lib/fulfilment/news/receive-custodian-webhook.ts'
import { useApp } from '../../../lib/platform/app/app.ts'
import { createSharing } from '../../../lib/platform/create-sharing.ts'
import { redrive } from '../../../lib/platform/events/redrive.ts'
import type { Log } from '../../../lib/platform/log.ts'
import { makeOnce } from '../../../lib/platform/make-once.ts'
import { runInUnit } from '../../../lib/platform/store/unit.ts'
import { markDelayedShipments } from '../../../lib/shipping/shipments/mark-delayed.ts'
import { seeded } from '../../support/faults.ts'
import { withoutChance } from '../../support/without-chance.ts'
import { isExplained } from '../scheduled-world.ts'
import { actAtRandom, type Bought, buy, finishByHand } from './people.ts'
import { findViolations } from './violations.ts'
import { openWorld, type World } from './world.ts'

const MINUTE_MS = 60_000
const LOUD_ROUNDS = 14
const MAX_QUIET_ROUNDS = 1500
const CONTEXT = { getRemainingTimeInMillis: () => 60_000 }

const chooseFaults = (world: World) => {
  const { faults, random } = world
  world.chooseFaults()
  faults.late = random() < 0.5 ? 0 : random() * 0.15
}

/** Faults of the code end in the log of schedules, which must not hide them. */
const listenTo = (world: World): Log => ({
  info: () => undefined,
  warn: () => undefined,
  error: (code, error) => {
    if (!isExplained(error)) world.wrong.push(`${code}: ${(error as Error).stack}`)
  },
})

/** Delivers some messages, some of them twice and none in order; `most` of them at once. */
const deliver = (world: World, log: Log, most: number) => {
  const { tasks, among, random, faults } = world
  for (let left = Math.min(most, tasks.length); left; left--) {
    const [key] = tasks.splice(among(tasks.length), 1)
    if (!key) return
    if (faults.isOn && random() < 0.08) continue
    const copies = faults.isOn && random() < 0.12 ? 2 : 1
    for (let copy = 0; copy < copies; copy++) world.begin('worker', (app) => runTask(app, key, app.clock(), log))
  }
}

const sendWebhook = (world: World, custodianText: string, delivery: CustodianDelivery, log: Log) =>
  world.begin('hook', async (app) => {
    const shared = createSharing()
    await runInUnit(app.db, { tenant: undefined, actor: null, now: app.clock() }, (unit) =>
      receiveCustodianWebhook(app, unit, { custodianText, delivery, shared }, log),
    )
  })

const runSchedules = (world: World, log: Log) => {
  world.begin('redrive', (app) => redrive(app, app.clock(), log))
  world.begin('poller', (app) => pollCustodians(app, log, () => true))
  world.begin('stock', async () => followStock({}, CONTEXT))
  world.begin('delays', (app) => markDelayedShipments(app, app.clock(), log, () => true))
}

/** Lets the world outside happen up to now. */
const letHappen = (world: World, since: Date, log: Log) => {
  const now = world.clock()
  for (const { warehouse, custodian } of world.keepers)
    for (const delivery of warehouse?.listWebhooks(since, now) ?? [])
      if (custodian.enabledCapabilities.includes('webhook_receipt')) sendWebhook(world, custodian.id, delivery, log)
  for (const late of world.arrivals.splice(0)) {
    if (late.at <= now.getTime()) late.arrive()
    else world.arrivals.push(late)
  }
}

/** Kinds of due items that the schedules of this workload handle. */
const HANDLED = /^(outbox|polled-order|stock-change|shipment)#/

const findNextTime = (world: World): number | undefined => {
  const { keepers, arrivals, table, clock } = world
  const due = table
    .listDue()
    .flatMap(({ duePk, dueSk }) => (HANDLED.test(String(duePk)) ? [Date.parse(String(dueSk).slice(0, 24))] : []))
  const hooks = keepers.flatMap(({ warehouse }) => {
    const at = warehouse?.findNextWebhook(clock())
    return at === undefined ? [] : [Date.parse(at)]
  })
  return [...due, ...hooks, ...arrivals.map(({ at }) => at)].sort((one, other) => one - other)[0]
}

/** Loads what the platform loads with its first use, since waiting for a module would change the order of the calls. */
const loadAll = makeOnce(() =>
  Promise.all([
    import('../../../lib/billing/tariffs/charge-fulfilment.ts'),
    import('../../../lib/connectors/simulator/catalog.ts'),
    import('../../../lib/connectors/simulator/fulfilments.ts'),
    import('../../../lib/connectors/simulator/inventory.ts'),
    import('../../../lib/connectors/simulator/webhooks.ts'),
    import('../../../lib/custodians/custom/goods.ts'),
    import('../../../lib/custodians/custom/orders.ts'),
    import('../../../lib/custodians/simulator/goods.ts'),
    import('../../../lib/custodians/simulator/orders.ts'),
    import('../../../lib/fulfilment/dispatch/cancel-at-custodian.ts'),
    import('../../../lib/fulfilment/incidents/retry-incidents.ts'),
    import('../../../lib/fulfilment/news/process-custodian-webhook.ts'),
    import('../../../lib/fulfilment/orders/settle-stock.ts'),
    import('../../../lib/fulfilment/returns/open-parcel-return.ts'),
    import('../../../lib/fulfilment/routing/route-order.ts'),
    import('../../../lib/sales/shipments/publish-shipment.ts'),
  ]),
)

/** Runs a tenant's orders with faults, then without any until nothing is due, and returns what is wrong in the end. */
export const fulfilBySeed = async (seed: number) => {
  await loadAll()
  const random = seeded(seed)
  const restore = withoutChance(seeded(seed + 1))
  try {
    const world = await openWorld(seed, random)
    const log = listenTo(world)
    const bought: Bought[] = []
    chooseFaults(world)
    world.faults.isOn = random() < 0.9
    let since = world.clock()
    const live = async (most: number) => {
      letHappen(world, since, log)
      since = world.clock()
      deliver(world, log, most)
      runSchedules(world, log)
      await world.run()
    }
    const isBusy = random() < 0.7
    for (let round = 0; round < LOUD_ROUNDS; round++) {
      if (random() < 0.4) buy(world, bought)
      if (isBusy) for (let left = world.among(3); left; left--) actAtRandom(world, bought)
      await live(1 + world.among(12))
      world.pass(random() < 0.3 ? 5000 : world.among(6 * MINUTE_MS))
    }
    world.faults.isOn = false
    let rounds = 0
    for (; rounds < MAX_QUIET_ROUNDS; rounds++) {
      const isBusy = finishByHand(world)
      await live(1000)
      if (world.tasks.length || isBusy) continue
      const next = findNextTime(world)
      if (next === undefined) {
        // People may have to hand over what the last news gave them.
        if (finishByHand(world, true)) continue
        break
      }
      // Work that is due and cannot be done yet is tried again when the schedules run next.
      const wait = next - world.clock().getTime()
      world.pass(wait > 0 ? wait + 1 : MINUTE_MS)
    }
    if (rounds === MAX_QUIET_ROUNDS) world.wrong.push('something is due for ever')
    const wrong = [...world.wrong, ...(await findViolations(world, bought))]
    return { wrong, tally: { ...world.tally, rounds, orders: bought.length }, world }
  } finally {
    useApp(undefined)
    restore()
  }
}
