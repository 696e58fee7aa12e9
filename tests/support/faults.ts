import { AsyncLocalStorage } from 'node:async_hooks'
import { isTask } from '../../lib/platform/events/outbox/task.ts'
import type { Id } from '../../lib/platform/id.ts'
import {
  type Action,
  type Item,
  type Key,
  keyOf,
  type Table,
  TransientFault,
} from '../../lib/platform/store/table/table.ts'

/** Makes a generator of numbers from 0 to 1 that are equal for equal seeds. */
export const seeded = (seed: number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The process that served the request died. Only the sender of the request sees this error. */
export class Crash extends Error {}

/** Probability of each fault at one call of the table. */
export interface Switches {
  throttle: number
  conflict: number
  /** The write is made and its answer is lost. */
  lostReply: number
  crashBefore: number
  crashAfter: number
  /** A transaction is sent twice with its token. */
  duplicate: number
}

export type Fault = keyof Switches
export const FAULTS = ['throttle', 'conflict', 'lostReply', 'crashBefore', 'crashAfter', 'duplicate'] as const

/** Faults that happen to the requests of one run. */
export interface Weather {
  random: () => number
  switches: Switches
  tally: Record<Fault, number>
  /** Says whether the fault strikes here although its probability does not ask for it. */
  strikes?: (fault: Fault) => boolean
}

export const weather = (seed: number, switches: Partial<Switches>): Weather => {
  const none = Object.fromEntries(FAULTS.map((fault) => [fault, 0])) as Record<Fault, number>
  return { random: seeded(seed), switches: { ...none, ...switches }, tally: { ...none } }
}

interface Served {
  weather: Weather
  tenant: Id | undefined
  dead: boolean
  die: (crash: Crash) => void
}

const served = new AsyncLocalStorage<Served>()

/**
 * Serves one request like a process of its own. A crash ends it: its pending calls never return, so that no `catch` in
 * the code under test can see the crash as an error, and the promise rejects with the `Crash`.
 */
export const serve = <T>(to: Pick<Served, 'weather' | 'tenant'>, work: () => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    served.run({ ...to, dead: false, die: reject }, () => void work().then(resolve, reject))
  })

const never = () => new Promise<never>(() => {})

const struck = (fault: Fault) => {
  const { weather } = served.getStore() as Served
  const hit = weather.random() < weather.switches[fault] || weather.strikes?.(fault) === true
  if (hit) weather.tally[fault]++
  return hit
}

const crash = () => {
  const request = served.getStore() as Served
  request.dead = true
  request.die(new Crash('the process is gone'))
  return never()
}

const through = async <T>(call: () => Promise<T>, { writes, twice }: { writes: boolean; twice?: boolean }) => {
  const request = served.getStore()
  if (!request) return await call()
  if (request.dead) return await never()
  if (struck('crashBefore')) return await crash()
  if (struck('throttle')) throw new TransientFault('throttled')
  if (writes && struck('conflict')) throw new TransientFault('conflict')
  let answer = await call()
  if (twice && struck('duplicate')) answer = await call()
  if (request.dead || (writes && struck('crashAfter'))) return await crash()
  if (writes && struck('lostReply')) throw new TransientFault('unreachable')
  return answer
}

/** Injects the same faults into a call that changes something at another party. */
export const faultyCall = <T>(call: () => Promise<T>): Promise<T> => through(call, { writes: true })

/** Injects faults between the table and its retries. Calls outside of `serve` pass unchanged. */
export const faulty = (table: Table): Table => ({
  get: (key) => through(() => table.get(key), { writes: false }),
  batchGet: (keys) => through(() => table.batchGet(keys), { writes: false }),
  query: (range) => through(() => table.query(range), { writes: false }),
  put: (put) => through(() => table.put(put), { writes: true }),
  update: (update) => through(() => table.update(update), { writes: true }),
  transact: (actions, token) => through(() => table.transact(actions, token), { writes: true, twice: true }),
})

/** Calls that reached DynamoDB, by tenant. */
export interface Recorded {
  written: Map<string, Map<string, Key>>
  /** All committed versions of all resources. */
  versions: Map<string, Item[]>
  /** Keys that a request of another tenant used. */
  trespasses: Map<string, string[]>
}

export const nothingRecorded = (): Recorded => ({ written: new Map(), versions: new Map(), trespasses: new Map() })

const within = <V>(map: Map<string, V>, key: string, empty: () => V): V => {
  const known = map.get(key) ?? empty()
  map.set(key, known)
  return known
}

const ALLOWED = /^(T#([0-7][0-9A-HJKMNP-TV-Z]{25}|PLATFORM)#|G#|I#|P#)/

/** Tasks of all tenants lie in one partition; each names its tenant. */
const isOwnTask = (action: Action, tenant: string | undefined): boolean =>
  'put' in action && isTask(action.put) && (action.put.data as { tenant?: string } | undefined)?.tenant === tenant

/** Records all calls and refuses keys outside the request's tenant. */
export const recording = (table: Table, record: Recorded): Table => {
  const seen = new Set<string>()
  const check = (keys: readonly Pick<Key, 'pk'>[]) => {
    const tenant = served.getStore()?.tenant
    for (const { pk } of keys) {
      const owner = ALLOWED.exec(pk)
      if (owner && (!tenant || owner[2] === undefined || owner[2] === tenant)) continue
      within(record.trespasses, tenant ?? '', () => []).push(pk)
      throw new Error(`a key of another: ${pk}`)
    }
  }
  const write = ({ pk, sk }: Key) => {
    const tenant = pk.split('#')[1] as string
    if (pk.startsWith('T#')) within(record.written, tenant, () => new Map()).set(`${pk}\n${sk}`, { pk, sk })
  }
  return {
    async get(key) {
      check([key])
      return await table.get(key)
    },
    async batchGet(keys) {
      check(keys)
      return await table.batchGet(keys)
    },
    async query(range) {
      if (!range.index) check([range])
      return await table.query(range)
    },
    async put(put) {
      check([put.put])
      write(put.put)
      return await table.put(put)
    },
    async update(update) {
      check([update.update])
      write(update.update)
      return await table.update(update)
    },
    async transact(actions, token) {
      check(actions.filter((action) => !isOwnTask(action, served.getStore()?.tenant)).map(keyOf))
      for (const action of actions) write(keyOf(action))
      const outcome = await table.transact(actions, token)
      if (!outcome.committed || (token && seen.has(token))) return outcome
      if (token) seen.add(token)
      for (const action of actions)
        if ('put' in action && typeof action.put.rev === 'number')
          within(record.versions, action.put.pk.split('#')[1] as string, () => []).push(action.put)
      return outcome
    },
  }
}
