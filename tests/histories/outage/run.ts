import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Table, TransientFault } from '../../../lib/platform/store/table/table.ts'
import { type Asked, type Caller, isUnknown, openWorld, type Reply, type World, type Wrap } from '../world.ts'

const OUTAGE_MS = 60_000
const CLIENTS = 6
const REQUESTS = 4
const MAX_TRIES = 40

/** Ways to be out: the database refuses at once, never answers, or executes without an answer. */
export const WAYS = ['refuses', 'is silent', 'loses its answers'] as const
type Way = (typeof WAYS)[number]

interface Outage {
  /** Milliseconds since 1970. */
  until: number
  way: Way
}

const never = () => new Promise<never>(() => undefined)

/** A table that does not answer during an outage. */
const failDuring = (outage: Outage, clock: () => Date, table: Table): Table => {
  const during = async <T>(call: () => Promise<T>): Promise<T> => {
    if (clock().getTime() >= outage.until) return await call()
    if (outage.way === 'is silent') return await never()
    if (outage.way === 'loses its answers') await call()
    throw new TransientFault('unreachable')
  }
  return {
    get: (key) => during(() => table.get(key)),
    batchGet: (keys) => during(() => table.batchGet(keys)),
    query: (range) => during(() => table.query(range)),
    put: (put) => during(() => table.put(put)),
    update: (update) => during(() => table.update(update)),
    transact: (actions, token) => during(() => table.transact(actions, token)),
  } as Table
}

/** A request and the answers to it, which is repeated until it succeeds. */
interface Tried {
  asked: Asked
  replies: Reply[]
}

const URL = '/api/partner/partners'

const create = (name: string, headers: Record<string, string> = {}): Asked => ({
  ...{ method: 'POST', url: URL, body: { name }, headers },
})
const createWithKey = (name: string): Asked => create(name, { 'idempotency-key': randomUUID() })

const isDone = (reply: Reply | undefined) => reply !== undefined && reply !== 'crash' && reply.status < 300

/** Sends requests until one succeeds, and waits between them as long as the answers say. */
const insist = async (world: World, caller: Caller, tried: Tried[], choose: (attempt: number) => Asked) => {
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const asked = choose(attempt)
    const reply = await world.ask(caller, asked)
    const known = tried.find((each) => each.asked === asked)
    if (known) known.replies.push(reply)
    else tried.push({ asked, replies: [reply] })
    if (isDone(reply)) return
    await sleep(Number(reply === 'crash' ? 1 : reply.headers['Retry-After']) * 1000)
  }
  throw new Error('a request never succeeds')
}

/** Checks that answers say truthfully what was made, and when to try again. */
const findUntruths = (world: World, caller: Caller, tried: readonly Tried[]): string[] => {
  const names = world.list<{ name: string }>(caller.tenant, 'partner').map(({ name }) => name)
  return tried.flatMap(({ asked, replies }) => {
    const found: string[] = []
    const about = JSON.stringify(asked)
    if (asked.method === 'POST') {
      const times = names.filter((name) => name === (asked.body as { name: string }).name).length
      if (times > 1) found.push(`${about} was executed ${times} times`)
      if (replies.some(isDone) && !times) found.push(`${about} was acknowledged and did not happen`)
      if (!replies.some(isDone) && times && !replies.some(isUnknown)) found.push(`${about} happened and was denied`)
    }
    for (const reply of replies) {
      if (reply === 'crash' || isDone(reply)) continue
      if (reply.status !== 503) found.push(`${about} was answered ${reply.status} ${reply.text}`)
      else if (!(Number(reply.headers['Retry-After']) > 0)) found.push(`${about} was answered without Retry-After`)
    }
    return found
  })
}

const countReplies = (tried: readonly Tried[], fits: (reply: Reply) => boolean) =>
  tried.reduce((sum, { replies }) => sum + replies.filter(fits).length, 0)

/** Clients of three kinds: they repeat one request with its key, send another one each time, or read. */
const CHOOSERS: readonly ((name: string) => (attempt: number) => Asked)[] = [
  (name) => {
    const asked = createWithKey(name)
    return () => asked
  },
  (name) => (attempt) => create(`${name}, attempt ${attempt}`),
  () => {
    const asked: Asked = { method: 'GET', url: URL }
    return () => asked
  },
]

/** Lets clients work while the database does not answer for a minute, and returns what is wrong afterwards. */
export const outlastBySeed = async (seed: number, wrap: Wrap = (table) => table) => {
  const outage: Outage = { until: 0, way: WAYS[seed % WAYS.length] as Way }
  let clock = () => new Date(0)
  const world = await openWorld(seed, (table) => wrap(failDuring(outage, () => clock(), table)))
  clock = world.clock
  try {
    const caller = await world.addCaller()
    const tried: Tried[] = []
    for (let client = 0; client < CLIENTS; client++)
      world.begin(`client ${client}`, async () => {
        for (let request = 0; request < REQUESTS; request++) {
          // The outage begins while requests of others are under way.
          if (client === 0 && request === 1) outage.until = world.clock().getTime() + OUTAGE_MS
          const choose = CHOOSERS[client % CHOOSERS.length] as (typeof CHOOSERS)[number]
          await insist(world, caller, tried, choose(`${client} ${request}`))
        }
      })
    await world.run()
    const uncertain = countReplies(tried, isUnknown)
    const completed = countReplies(tried, isDone)
    const refused = countReplies(tried, () => true) - uncertain - completed
    const wrong = findUntruths(world, caller, tried)
    if (!refused) wrong.push('nobody noticed the outage')
    return { wrong, tally: { outages: 1, uncertain, completed, refused } }
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
        for (let request = 0; request < REQUESTS; request++) {
          const asked = createWithKey(`${client} ${request}`)
          await insist(world, caller, tried, () => asked)
        }
      })
    await world.run()
    const { throttle = 0, conflict = 0 } = world.tally
    return { wrong: findUntruths(world, caller, tried), tally: { throttle, conflict, requests: tried.length } }
  } finally {
    world.close()
  }
}
