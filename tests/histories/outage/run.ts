import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Table, TransientFault } from '../../../lib/platform/store/table/table.ts'
import { type Asked, type Caller, isUnknown, openWorld, type Reply, type World } from '../world.ts'

const OUTAGE_MS = 60_000
const CLIENTS = 6
const REQUESTS = 4
const MAX_TRIES = 40

/** What the database does while it is out: it refuses at once, is silent and executes nothing, or executes in silence. */
const WAYS = ['refuses', 'is silent', 'loses its answers'] as const
type Way = (typeof WAYS)[number]

interface Outage {
  until: number
  way: Way
}

const never = () => new Promise<never>(() => undefined)

/** A table that does not answer during an outage. */
const makeOutages = (clock: () => Date, table: Table) => {
  const outage: Outage = { until: 0, way: 'refuses' }
  const during = async <T>(call: () => Promise<T>): Promise<T> => {
    if (clock().getTime() >= outage.until) return await call()
    if (outage.way === 'is silent') return await never()
    if (outage.way === 'loses its answers') await call()
    throw new TransientFault('unreachable')
  }
  const made: Table = {
    get: (key) => during(() => table.get(key)),
    batchGet: (keys) => during(() => table.batchGet(keys)),
    query: (range) => during(() => table.query(range)),
    put: (put) => during(() => table.put(put)),
    update: (update) => during(() => table.update(update)),
    transact: (actions, token) => during(() => table.transact(actions, token)),
  } as Table
  return { outage, table: made }
}

interface Tried {
  mark: string
  replies: Reply[]
}

const create = (mark: string, key?: string): Asked => ({
  method: 'POST',
  url: '/api/partner/partners',
  body: { name: mark },
  ...(key && { headers: { 'idempotency-key': key } }),
})

/** Sends a request until it succeeds, and waits as long as each answer says. */
const insist = async (world: World, caller: Caller, request: () => Asked, note: (reply: Reply) => void) => {
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const reply = await world.ask(caller, request())
    note(reply)
    if (reply !== 'crash' && reply.status !== 503) return
    await sleep(Number(reply === 'crash' ? 1 : reply.headers['Retry-After']) * 1000)
  }
}

const findUntruths = (world: World, caller: Caller, tried: readonly Tried[]): string[] => {
  const names = world.list<{ name: string }>(caller.tenant, 'partner').map(({ name }) => name)
  return tried.flatMap(({ mark, replies }) => {
    const found: string[] = []
    const times = names.filter((name) => name === mark).length
    const isDone = replies.some((reply) => reply !== 'crash' && reply.status === 201)
    if (times > 1) found.push(`${mark} was made ${times} times`)
    if (isDone && !times) found.push(`${mark} was acknowledged and is not there`)
    if (!isDone && times && !replies.some(isUnknown)) found.push(`${mark} was made although its answer denies it`)
    for (const reply of replies) {
      if (reply === 'crash' || [200, 201].includes(reply.status)) continue
      if (reply.status !== 503) found.push(`${mark} was answered ${reply.status} ${reply.text}`)
      else if (!(Number(reply.headers['Retry-After']) > 0)) found.push(`${mark} was answered without Retry-After`)
    }
    return found
  })
}

/** Lets clients work while the database does not answer for a minute, and returns what is wrong afterwards. */
export const outlastBySeed = async (seed: number, wrap: (table: Table) => Table = (table) => table) => {
  let clock = () => new Date(0)
  const outages: Outage[] = []
  const world = await openWorld(seed, (table) => {
    const made = makeOutages(() => clock(), table)
    outages.push(made.outage)
    return wrap(made.table)
  })
  clock = world.clock
  try {
    const caller = await world.addCaller()
    const way = WAYS[seed % WAYS.length] as Way
    const tried: Tried[] = []
    const unfinished: string[] = []
    const tally = { uncertain: 0, refused: 0, completed: 0 }
    const noteIn = (entry: Tried) => (reply: Reply) => {
      entry.replies.push(reply)
      if (isUnknown(reply)) tally.uncertain++
      else if (reply !== 'crash' && reply.status === 503) tally.refused++
      else tally.completed++
    }
    for (let client = 0; client < CLIENTS; client++)
      world.begin(`client ${client}`, async () => {
        for (let index = 0; index < REQUESTS; index++) {
          // The outage begins while requests are under way.
          if (client === 0 && index === 1)
            Object.assign(outages[0] ?? {}, { until: world.clock().getTime() + OUTAGE_MS, way })
          const entry = (mark: string): Tried => {
            const made = { mark, replies: [] }
            tried.push(made)
            return made
          }
          if (client % 3 === 0) {
            const repeated = entry(`with a key ${client} ${index}`)
            const key = randomUUID()
            await insist(world, caller, () => create(repeated.mark, key), noteIn(repeated))
            if (!repeated.replies.some((reply) => reply !== 'crash' && reply.status === 201))
              unfinished.push(repeated.mark)
          } else if (client % 3 === 1) {
            let attempt = 0
            let single = entry('')
            const nextRequest = () => {
              single = entry(`alone ${client} ${index} ${++attempt}`)
              return create(single.mark)
            }
            await insist(world, caller, nextRequest, (reply) => noteIn(single)(reply))
          } else {
            const read = entry(`reading ${client} ${index}`)
            await insist(world, caller, () => ({ method: 'GET', url: '/api/partner/partners' }), noteIn(read))
            if (!read.replies.some((reply) => reply !== 'crash' && reply.status === 200)) unfinished.push(read.mark)
          }
        }
      })
    await world.run()
    const wrong = [...findUntruths(world, caller, tried), ...unfinished.map((mark) => `${mark} never completed`)]
    if (!tally.refused) wrong.push('nobody noticed the outage')
    return { wrong, tally: { outages: 1, ...tally } }
  } finally {
    world.close()
  }
}

const STORM = { throttle: 0.3, conflict: 0.2 }

/** Lets clients work while the database throttles 30 % of the calls and 20 % of the writes conflict. */
export const weatherBySeed = async (seed: number) => {
  const world = await openWorld(seed)
  try {
    const caller = await world.addCaller()
    Object.assign(world.faults, { switches: STORM, isOn: true })
    const tried: Tried[] = []
    for (let client = 0; client < CLIENTS; client++)
      world.begin(`client ${client}`, async () => {
        for (let index = 0; index < REQUESTS; index++) {
          const entry: Tried = { mark: `${client} ${index}`, replies: [] }
          tried.push(entry)
          const key = randomUUID()
          await insist(
            world,
            caller,
            () => create(entry.mark, key),
            (reply) => entry.replies.push(reply),
          )
        }
      })
    await world.run()
    const wrong = findUntruths(world, caller, tried)
    for (const { mark, replies } of tried) {
      const last = replies.at(-1)
      if (last === undefined || last === 'crash' || last.status !== 201) wrong.push(`${mark} never completed`)
    }
    const { throttle = 0, conflict = 0 } = world.tally
    return { wrong, tally: { throttle, conflict, requests: tried.length } }
  } finally {
    world.close()
  }
}
