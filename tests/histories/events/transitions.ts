import { randomUUID } from 'node:crypto'
import { buildMemberScope } from '../../../lib/notification/member-scope.ts'
import { toEvents } from '../../support/events.ts'
import { type Caller, chooseFaults, isUnknown, openWorld, type World, type Wrap } from '../world.ts'
import { addRecipients, openDelivery } from './delivery.ts'

const TRANSITIONS = 25
const CLIENTS = 3
const WORKERS = 3
const MAX_REPEATS = 8
const MAX_QUIET_ROUNDS = 40
const MINUTE_MS = 60_000

const URL = '/api/partner/partners'

/** Creates partners, and changes one now and then; each creation is told to all recipients. */
const change = async (world: World, caller: Caller, index: number) => {
  const headers = { 'idempotency-key': randomUUID() }
  const asked = { method: 'POST', url: URL, body: { name: `Partner ${index}.` }, headers } as const
  for (let attempt = 1; attempt <= MAX_REPEATS; attempt++) {
    const reply = await world.ask(caller, asked)
    if (!isUnknown(reply)) return
  }
}

export const listWrong = (world: World, tenant: string, recipients: readonly string[]): string[] => {
  const wrong: string[] = []
  const partners = world.list<{ sk: string; name: string }>(tenant, 'partner')
  const items = world.list(tenant, 'outbox')
  const events = toEvents(items).filter(({ topic }) => topic === 'partner.partner.created')
  for (const { sk, name } of partners) {
    const told = events.filter(({ subject }) => subject?.endsWith(`/${sk}`)).length
    if (told !== 1) wrong.push(`${name} has ${told} events`)
  }
  if (events.length > partners.length) wrong.push('an event tells of a partner that is not there')
  for (const { sk, handledAt } of items) if (!handledAt) wrong.push(`the event ${sk} was never handled`)
  for (const identity of recipients) {
    const scope = buildMemberScope({ tenant, identity })
    const notifications = world.list<{ message: string; rev: number }>(scope, 'notification')
    for (const { name } of partners) {
      const seen = notifications.filter(
        ({ message }) => message.includes(name.slice(0, -1).concat(' ')) || message.includes(name),
      )
      if (seen.length !== 1) wrong.push(`${name} was told ${seen.length} times to one recipient`)
    }
    if (notifications.length !== partners.length) wrong.push(`a recipient has ${notifications.length} notifications`)
    if (notifications.some(({ rev }) => rev !== 1)) wrong.push('a notification was written twice')
  }
  return wrong
}

/** Lets clients make changes whose events are delivered with kills, losses and duplicates, and returns what is wrong. */
export const deliverBySeed = async (seed: number, wrap?: Wrap) => {
  const world = await openWorld(seed, wrap)
  try {
    const { faults, begin, run, pass } = world
    const caller = await world.addCaller()
    const recipients = await addRecipients(world, caller.tenant)
    const delivery = openDelivery(world, caller.tenant)
    chooseFaults(world)
    let made = 0
    while (made < TRANSITIONS) {
      for (let client = 0; client < CLIENTS && made < TRANSITIONS; client++) {
        const index = made++
        begin(`client ${client}`, () => change(world, caller, index))
      }
      begin('stream', delivery.followTable)
      delivery.deliver(WORKERS)
      if (world.random() < 0.2) begin('redrive', delivery.redrive)
      await run()
      pass(world.random() < 0.1 ? world.among(MINUTE_MS) : 0)
    }
    faults.isOn = false
    let rounds = 0
    for (; rounds < MAX_QUIET_ROUNDS; rounds++) {
      begin('stream', delivery.followTable)
      delivery.deliver(WORKERS)
      await run()
      delivery.collect()
      if (delivery.queue.waiting.length) continue
      if (!delivery.listDue().length) break
      pass(3 * MINUTE_MS)
      begin('redrive', delivery.redrive)
      await run()
    }
    const wrong = listWrong(world, caller.tenant, recipients)
    if (rounds === MAX_QUIET_ROUNDS) wrong.push('something is due for ever')
    const transitions = world.list(caller.tenant, 'partner').length
    const { crashBefore = 0, crashAfter = 0 } = world.tally
    const crashes = crashBefore + crashAfter
    return { wrong, tally: { ...world.tally, transitions, crashes, ...delivery.tally } }
  } finally {
    world.close()
  }
}
