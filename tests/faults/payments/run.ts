import { runTask } from '../../../functions/events/run-task.ts'
import { processDueInvoices } from '../../../lib/billing/invoices/reminders/process-due-invoices.ts'
import { useApp } from '../../../lib/platform/app/app.ts'
import type { Log } from '../../../lib/platform/log.ts'
import { seeded } from '../../support/faults.ts'
import { withoutChance } from '../../support/without-chance.ts'
import { actAtRandom, createInvoices } from './people.ts'
import { findViolations } from './violations.ts'
import { openWorld, type World } from './world.ts'

const MINUTE_MS = 60_000
const LOUD_ROUNDS = 16
const MAX_QUIET_ROUNDS = 20

const SILENT: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }

const listTasks = ({ table }: World) => table.inPartition('T#PLATFORM#task').filter(({ handledAt }) => !handledAt)

/** Delivers some tasks, some of them twice and none in order. */
const deliver = (world: World) => {
  for (const { pk, sk } of listTasks(world)) {
    if (world.faults.isOn && world.random() < 0.3) continue
    const copies = world.faults.isOn && world.random() < 0.2 ? 2 : 1
    for (let copy = 0; copy < copies; copy++)
      world.begin('worker', (app) => runTask(app, { pk, sk }, app.clock(), SILENT))
  }
}

const follow = (world: World) =>
  world.begin('follow invoices', (app) => processDueInvoices(app, app.clock(), SILENT, () => true))

/** Runs a tenant's payments with faults, then without any until nothing is due, and returns what is wrong in the end. */
export const payBySeed = async (seed: number) => {
  const random = seeded(seed)
  const restore = withoutChance(seeded(seed + 1))
  try {
    const world = await openWorld(random)
    await createInvoices(world)
    const { faults, among } = world
    world.chooseFaults()
    faults.isOn = random() < 0.9
    for (let round = 0; round < LOUD_ROUNDS; round++) {
      for (let left = 1 + among(5); left; left--) actAtRandom(world)
      deliver(world)
      if (random() < 0.2) follow(world)
      await world.run()
      world.pass(random() < 0.1 ? among(24 * 60) * MINUTE_MS : among(5000))
    }
    faults.isOn = false
    let rounds = 0
    for (; rounds < MAX_QUIET_ROUNDS && (!rounds || listTasks(world).length); rounds++) {
      deliver(world)
      follow(world)
      await world.run()
    }
    if (listTasks(world).length) world.wrong.push('a task is never done')
    const wrong = [...world.wrong, ...(await findViolations(world))]
    const payments = world.list('payment').length
    return { wrong, tally: { ...world.tally, payments, moves: world.moves.length } as Record<string, number> }
  } finally {
    useApp(undefined)
    restore()
  }
}
