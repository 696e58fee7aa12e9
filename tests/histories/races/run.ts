import { parseId } from '../../../lib/platform/id.ts'
import { toEvents } from '../../support/events.ts'
import { shuffled } from '../../support/shuffle.ts'
import { type Caller, chooseFaults, isUnknown, openWorld, type Reply, type World, type Wrap } from '../world.ts'
import { type Contested, makeContested } from './contested.ts'

/** Simultaneous requests for each resource. */
const REQUESTS = 12

interface Sent {
  action: string
  reply: Reply
}

/** Checks that each change was confirmed to one sender, or that a sender got no answer. */
const findAuthorless = ({ noun, actions }: Contested, states: readonly string[], sent: readonly Sent[]): string[] =>
  Object.entries(actions).flatMap(([action, { to }]) => {
    const own = sent.filter((each) => each.action === action).map(({ reply }) => reply)
    const told = own.filter((reply) => reply !== 'crash' && reply.status === 200).length
    const unknown = own.filter(isUnknown).length
    const made = states.filter((state, place) => place > 0 && state === to).length
    return made >= told && made <= told + unknown
      ? []
      : [`${noun}: ${action} happened ${made} times, ${told} told and ${unknown} unknown`]
  })

const findEventFaults = (world: World, caller: Caller, { noun, id, topics }: Contested, states: readonly string[]) => {
  const events = toEvents(world.list(caller.tenant, 'outbox'))
  return Object.entries(topics).flatMap(([state, name]) => {
    const told = events.filter(({ topic, subject }) => topic === name && subject?.endsWith(`/${id}`)).length
    const reached = states.filter((each, place) => place > 0 && each === state).length
    return told === reached ? [] : [`${noun}: became ${state} ${reached} times, which was told ${told} times`]
  })
}

/** Checks that a refusal is a 409 that names a state which the resource had. */
const findWrongRefusals = ({ noun }: Contested, states: readonly string[], sent: readonly Sent[]): string[] =>
  sent.flatMap(({ action, reply }) => {
    if (reply === 'crash' || reply.status === 200 || reply.status === 503) return []
    const namesState = states.some((state) => String(reply.body.detail).includes(` is ${state}`))
    return reply.status === 409 && namesState ? [] : [`${noun}: ${action} was answered ${reply.status} ${reply.text}`]
  })

const findFaults = (world: World, caller: Caller, contested: Contested, sent: readonly Sent[]): string[] => {
  const { noun, id, terminal } = contested
  const states = world.histories.get(parseId(id) as string) ?? []
  const ends = states.filter((state) => terminal.includes(state))
  // Only when nobody knows what came of a request may it be that none was the last.
  const isEnded =
    ends.length === 1 || (!ends.length && sent.some(({ reply }) => reply === 'crash' || reply.status === 503))
  return [
    ...(isEnded && terminal.includes(states.at(-1) ?? '') === (ends.length === 1) ? [] : [`${noun}: was ${states}`]),
    ...findAuthorless(contested, states, sent),
    ...findEventFaults(world, caller, contested, states),
    ...findWrongRefusals(contested, states, sent),
  ]
}

/** Lets requests that exclude each other race for one resource of each kind, and returns what is wrong. */
export const raceBySeed = async (seed: number, wrap?: Wrap) => {
  const world = await openWorld(seed, wrap)
  try {
    const caller = await world.addCaller()
    const all = await makeContested(world, caller)
    chooseFaults(world)
    const sent = new Map<Contested, Sent[]>(all.map((contested) => [contested, []]))
    const races = all.flatMap((contested) => {
      const actions = Object.entries(contested.actions)
      return Array.from({ length: REQUESTS }, (_, index) => {
        const [action, { body }] = actions[index % actions.length] as (typeof actions)[number]
        return async () => {
          const url = `${contested.url}/${action}`
          const reply = await world.ask(caller, { method: 'POST', url, ...(body && { body }) })
          sent.get(contested)?.push({ action, reply })
        }
      })
    })
    for (const race of shuffled(races, seed)) world.begin('racer', race)
    await world.run()
    const wrong = all.flatMap((contested) => findFaults(world, caller, contested, sent.get(contested) ?? []))
    return { wrong, tally: { ...world.tally, objects: all.length, requests: races.length } }
  } finally {
    world.close()
  }
}
