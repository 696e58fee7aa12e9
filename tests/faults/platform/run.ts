import '../fulfilment/pack-at-once.ts'

import { useApp } from '../../../lib/platform/app/app.ts'
import { type Switches, seeded } from '../../support/faults.ts'
import { withoutChance } from '../../support/without-chance.ts'
import type { Mutant } from '../world.ts'
import { begin, type Reply } from './asking.ts'
import { beginBackground, loadFunctions } from './deliver.ts'
import { loadModules } from './load-modules.ts'
import { chooseBillingRequest } from './requests/billing.ts'
import { chooseCatalogRequest } from './requests/catalog.ts'
import type { Choose } from './requests/choose.ts'
import { chooseMemberRequest } from './requests/members.ts'
import { chooseNotificationRequest } from './requests/notifications.ts'
import { choosePartnerRequest, createPartner } from './requests/partners.ts'
import { chooseSalesRequest } from './requests/sales.ts'
import { chooseSettlementRequest } from './requests/settlements.ts'
import { findViolations } from './violations/find-violations.ts'
import { openPlatform, type PlatformWorld } from './world.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Time for which a key is surely known. */
const KEY_MS = 20 * HOUR_MS
const LOUD_ROUNDS = 12
const MAX_QUIET_ROUNDS = 400

const MODULES = {
  billing: chooseBillingRequest,
  settlements: chooseSettlementRequest,
  sales: chooseSalesRequest,
  catalog: chooseCatalogRequest,
  members: chooseMemberRequest,
  notifications: chooseNotificationRequest,
} satisfies Record<string, Choose>
export type Module = keyof typeof MODULES

/** A run is about one or two modules, so that its requests meet; partners are part of most. */
const chooseModules = ({ random, pick }: PlatformWorld): Choose[] => {
  const names = Object.keys(MODULES) as Module[]
  const chosen = [pick(names), ...(random() < 0.4 ? [pick(names)] : [])]
  return chosen.map((name) => MODULES[name as Module])
}

/** Somebody sends a request, now and then twice at once. */
const sendSome = (world: PlatformWorld, chosen: readonly Choose[], replies: Reply[], again: readonly Reply[]) => {
  const { random, pick, among, clock } = world
  const isOld = (key: string) => again.some((each) => each.key === key && clock().getTime() - each.at > KEY_MS)
  for (let left = 1 + among(5); left; left--) {
    const repeated = random() < 0.08 ? pick(again.filter(({ key }) => key && !isOld(key))) : undefined
    const choose = random() < 0.15 ? choosePartnerRequest : pick(chosen)
    const asked = repeated ?? choose?.(world)
    if (!asked) continue
    const { status: _status, id: _id, at: _at, ...request } = asked as Reply
    const times = request.key === undefined || random() < 0.8 ? 1 : 2
    for (let time = 0; time < times; time++) begin(world, request, replies)
  }
}

/** Kinds of due items that must be worked off; others, such as the next sync of a channel, are due for ever. */
const WORKED_OFF = /^(outbox|delivery|webhook|webhook-lane|run-partition|digest-window|content-change|stock-change)#/

const findNextTime = ({ table }: PlatformWorld): number | undefined => {
  const times = table
    .listDue()
    .flatMap(({ duePk, dueSk }) => (WORKED_OFF.test(String(duePk)) ? [Date.parse(String(dueSk).slice(0, 24))] : []))
  return times.length ? Math.min(...times) : undefined
}

/** Lets the schedules, the stream and the queues work without faults until nothing is left to do. */
const settle = async (world: PlatformWorld): Promise<number> => {
  const functions = await loadFunctions()
  for (let round = 1; round <= MAX_QUIET_ROUNDS; round++) {
    beginBackground(world, functions, 1000)
    await world.run()
    if (world.queue.length || world.stream.length) continue
    const next = findNextTime(world)
    if (next === undefined) return round
    const wait = next - world.clock().getTime()
    world.pass(wait > 0 ? wait + 1 : MINUTE_MS)
  }
  const left = world.table.listDue().filter(({ duePk }) => WORKED_OFF.test(String(duePk)))
  world.wrong.push(`something is due for ever: ${JSON.stringify(left.slice(0, 3))} ${JSON.stringify(world.queue)}`)
  return MAX_QUIET_ROUNDS
}

interface Options {
  /** Faults with these probabilities, instead of some that the seed chooses. */
  switches?: Switches | undefined
  mutant?: Mutant | undefined
  /** Modules that the requests are about; by default some that the seed chooses. */
  modules?: readonly Module[] | undefined
}

/**
 * Runs a tenant's requests and workers with faults, then without any until nothing is due, and returns what is wrong in the
 * end.
 */
export const runBySeed = async (seed: number, { switches, mutant, modules }: Options = {}) => {
  await loadModules()
  const functions = await loadFunctions()
  const random = seeded(seed)
  const restore = withoutChance(seeded(seed + 1))
  try {
    const world = await openPlatform(random, mutant)
    const { faults, among } = world
    const chosen = modules?.map((name) => MODULES[name]) ?? chooseModules(world)
    const replies: Reply[] = []
    for (let left = 2; left; left--) begin(world, createPartner(world) as Reply, replies)
    await world.run()
    world.chooseFaults()
    faults.isOn = random() < 0.9 || switches !== undefined
    if (switches) faults.switches = switches
    for (let round = 0; round < LOUD_ROUNDS; round++) {
      sendSome(world, chosen, replies, [...replies])
      beginBackground(world, functions, 1 + among(12))
      await world.run()
      world.pass(random() < 0.15 ? among(30) * HOUR_MS : among(4 * MINUTE_MS))
      await world.signIn()
      await world.learnSecrets()
    }
    faults.isOn = false
    const rounds = await settle(world)
    const wrong = [...world.wrong, ...(await findViolations(world, replies))]
    return { wrong, tally: { ...world.tally, rounds, requests: replies.length } as Record<string, number> }
  } finally {
    useApp(undefined)
    restore()
  }
}
