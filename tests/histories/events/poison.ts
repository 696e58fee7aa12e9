import type { SQSEvent } from 'aws-lambda'
import { handler as onEvent } from '../../../functions/events/on-event.ts'
import { openWorld } from '../world.ts'
import { addRecipients, callAlone, openDelivery } from './delivery.ts'
import { MAX_RECEIVES } from './queue.ts'
import { listWrong } from './transitions.ts'

const EVENTS = 30
const MAX_MESSAGES = 10
const UNKNOWN = 'no.such.topic'
const TOPIC = 'partner.partner.created'

const readKey = (body: string): string => JSON.parse(body).sk

/** Delivers events of which some fail every time, repairs these and replays them, and returns what is wrong. */
export const poisonBySeed = async (seed: number) => {
  const world = await openWorld(seed)
  try {
    const { faults, begin, run, random, among, table, work } = world
    const caller = await world.addCaller()
    const recipients = await addRecipients(world, caller.tenant)
    const { queue, followTable, collect } = openDelivery(world, caller.tenant)
    for (let index = 0; index < EVENTS; index++)
      await world.made(caller, '/api/partner/partners', { name: `Partner ${index}.` })
    const poison = new Set<string>()
    for (const item of world.list(caller.tenant, 'outbox')) {
      if (item.topic !== TOPIC || random() > 0.2) continue
      poison.add(item.sk)
      await table.put({ put: { ...item, topic: UNKNOWN } })
    }
    const wrong: string[] = []
    const deaths = { kills: 0, replayed: 0 }

    const deliverAll = async () => {
      while (queue.waiting.length) {
        const batch = queue.take(1 + among(MAX_MESSAGES))
        // A worker that dies uses up a try of all its messages, so no message meets that until its last try.
        const mayDie = batch.every(({ body, receives }) => poison.has(readKey(body)) || receives < MAX_RECEIVES - 1)
        faults.switches = { crashBefore: 0.05, crashAfter: 0.05 }
        faults.isOn = mayDie && random() < 0.3
        const Records = batch.map(({ id, body }) => ({ messageId: id, body, attributes: {} }))
        begin('worker', async () => {
          const answer = await work((context) =>
            callAlone(world, () => onEvent({ Records } as unknown as SQSEvent, context)),
          )
          if (answer === 'crash') deaths.kills++
          const failed = answer === 'crash' ? [] : answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)
          queue.giveBack(batch.filter(({ id }) => answer === 'crash' || failed.includes(id)))
        })
        await run()
      }
      faults.isOn = false
    }

    begin('stream', followTable)
    await run()
    collect()
    await deliverAll()
    const dead = queue.dead.map(({ body }) => readKey(body))
    for (const key of poison) if (!dead.includes(key)) wrong.push(`the poison ${key} was not put aside`)
    for (const key of dead) if (!poison.has(key)) wrong.push(`the healthy ${key} was put aside`)
    for (const { receives } of queue.dead)
      if (receives !== MAX_RECEIVES) wrong.push(`put aside after ${receives} tries`)
    for (const { sk, handledAt } of world.list(caller.tenant, 'outbox'))
      if (!handledAt !== poison.has(sk)) wrong.push(`the event ${sk} is ${handledAt ? '' : 'not '}handled`)

    for (const item of world.list(caller.tenant, 'outbox'))
      if (item.topic === UNKNOWN) await table.put({ put: { ...item, topic: TOPIC } })
    deaths.replayed = queue.replayDead()
    await deliverAll()
    if (queue.dead.length) wrong.push(`${queue.dead.length} messages are left after the repair`)
    wrong.push(...listWrong(world, caller.tenant, recipients))
    return { wrong, tally: { events: EVENTS, poison: poison.size, ...deaths } }
  } finally {
    world.close()
  }
}
