import { mock } from 'node:test'
import { signAccessToken } from '../../lib/platform/access/access-token.ts'
import { listScopesOfRole } from '../../lib/platform/access/scopes.ts'
import { type App, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import type { Remaining } from '../../lib/platform/deadline.ts'
import { type Id, newId } from '../../lib/platform/id.ts'
import { makeOnce } from '../../lib/platform/make-once.ts'
import type { Queues } from '../../lib/platform/queue/queue.ts'
import { retryTable } from '../../lib/platform/store/table/retry-table.ts'
import { type Item, keyOf, type Table, TransientFault } from '../../lib/platform/store/table/table.ts'
import { findModule, type Received, send as request } from '../support/client.ts'
import {
  Crash,
  FAULTS,
  faulty,
  faultyCall,
  type Switches,
  seeded,
  serve,
  type Weather,
  weather,
} from '../support/faults.ts'
import { memoryTable } from '../support/memory-table.ts'
import { makeScheduler } from '../support/scheduler.ts'
import { withoutChance } from '../support/without-chance.ts'

const BEGIN_MS = Date.parse('2026-03-02T10:00:00.000Z')
/** Time that a function has. */
const FUNCTION_MS = 20_000
const STEP_MS = 20
const UNLIMITED = 1_000_000_000

process.env.LOG_LEVEL = 'SILENT'
process.env.SIMULATED_STORES = 'true'

/** A change of the calls that reach the table, such as a planted fault. */
export type Wrap = (table: Table) => Table

export interface Asked {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  body?: unknown
  headers?: Record<string, string>
}

export interface Caller {
  tenant: Id
  identity: Id
  token: string
}

/** The answer that reaches the sender of a request; after a crash, none. */
export type Reply = Received | 'crash'

/** Says whether the sender of a change cannot know if it was made. */
export const isUnknown = (reply: Reply): boolean =>
  reply === 'crash' || (reply.status === 503 && String(reply.body.detail).includes('may or may not have been made'))

const makeApp = (db: Table, clock: () => Date, send: Queues['send']): App =>
  ({
    db,
    clock,
    config: {
      ...readConfig(),
      limits: {
        identity: UNLIMITED,
        ip: UNLIMITED,
        auth: UNLIMITED,
        satellite: UNLIMITED,
        serviceAccount: UNLIMITED,
      },
    },
    vault: { seal: async (text: string) => text, open: async (text: string) => text },
    queues: { send },
  }) as unknown as App

const MODULES = ['partner', 'warehousing', 'catalog', 'inventory', 'fulfilment', 'sales', 'shipping', 'billing']

/** Loads the functions before any work, since waiting for a module would change the order of the calls. */
const loadModules = makeOnce(() => Promise.all(MODULES.map((name) => findModule(`/api/${name}`))))

/** A table in memory that notes each change of the status of a resource. */
const openTable = () => {
  const table = memoryTable()
  /** States of each resource, by its id, oldest first. */
  const histories = new Map<string, string[]>()
  const base: Table = {
    ...table,
    async transact(actions, token) {
      const before = actions.map((action) => table.find(keyOf(action)))
      const outcome = await table.transact(actions, token)
      for (const [place, action] of actions.entries()) {
        if (!outcome.committed || !('put' in action) || typeof action.put.status !== 'string') continue
        const stored = table.find(action.put) as (Item & { status: string }) | undefined
        // A transaction that arrives once more changes nothing, and what it wrote may be deleted by then.
        if (!stored) continue
        const { sk, status } = stored
        const states = histories.get(sk) ?? []
        if (before[place]?.status !== status && states.at(-1) !== status) histories.set(sk, [...states, status])
      }
      return outcome
    },
  }
  return { table, base, histories }
}

/**
 * Opens a platform whose requests run through the real endpoints on a table in memory. A seed orders the calls of the
 * table and decides which of them fail. `close` gives the process its own clock and chance back.
 */
export const openWorld = async (seed: number, wrap: Wrap = (table) => table) => {
  await loadModules()
  const random = seeded(seed)
  const close = withoutChance(seeded(seed + 1))
  const among = (most: number) => Math.floor(random() * most)
  let now = BEGIN_MS
  const clock = () => new Date(now)
  const scheduler = makeScheduler(among, () => {
    now += STEP_MS
    mock.timers.tick(STEP_MS)
  })
  const { table, base, histories } = openTable()
  const faults = { isOn: false, switches: {} as Partial<Switches>, late: 0 }
  const tally: Record<string, number> = Object.fromEntries(FAULTS.map((fault) => [fault, 0]))
  const isLate = () => faults.isOn && random() < faults.late
  /** Bodies of the messages that were sent to queues. */
  const sent: string[] = []
  const send: Queues['send'] = async (_queue, messages) => {
    const accept = async () => void sent.push(...messages.map(({ body }) => body))
    try {
      await scheduler.call(() => faultyCall(accept))
      return new Set()
    } catch (error) {
      if (!(error instanceof TransientFault)) throw error
      return new Set(messages.map(({ id }) => id))
    }
  }
  const app = makeApp(retryTable(wrap(faulty(scheduler.scheduled(base, isLate)))), clock, send)
  useApp(app)

  /** Does a piece of work in a process of its own, which may die. */
  const work = async <T>(piece: (context: Remaining) => Promise<T>): Promise<T | 'crash'> => {
    const until = now + FUNCTION_MS
    const context = { getRemainingTimeInMillis: () => until - now }
    const sky: Weather = weather(among(2 ** 31), faults.isOn ? faults.switches : {})
    try {
      return await serve({ weather: sky, tenant: undefined }, () => piece(context))
    } catch (error) {
      if (!(error instanceof Crash)) throw error
      return 'crash'
    } finally {
      for (const fault of FAULTS) tally[fault] = (tally[fault] ?? 0) + sky.tally[fault]
    }
  }

  const ask = ({ token }: Caller, { method, url, body, headers }: Asked): Promise<Reply> =>
    work((context) =>
      request(method, url, { body, headers: { authorization: `Bearer ${token}`, ...headers }, context }),
    )

  /** Creates a member of a tenant, or a service account that a member sponsors. */
  const addCaller = async (tenant = newId(clock()), sponsor?: Id): Promise<Caller> => {
    const identity = newId(clock())
    const serviceAccount = sponsor && {
      sponsor: { identity: sponsor, membership: newId(clock()) },
      networks: [],
      endsAt: Math.floor(now / 1000) + 900,
    }
    const scopes = listScopesOfRole(sponsor ? 'admin' : 'owner')
    const session = newId(clock())
    const token = await signAccessToken(app, {
      identity,
      session,
      tenant,
      scopes,
      ...(serviceAccount && { serviceAccount }),
    })
    const caller = { tenant, identity, token }
    // Signatures are verified on other threads, whose time would change the order of calls.
    await ask(caller, { method: 'GET', url: '/api/partner/partners' })
    return caller
  }

  return {
    ...{ app, table, faults, tally, random, among, clock, ask, work, addCaller, sent, histories },
    begin: scheduler.begin,
    run: () => scheduler.run(() => undefined),
    pass(ms: number) {
      now += ms
    },
    /** Asks without faults and throws unless the answer is a success. */
    async made(caller: Caller, url: string, body: unknown) {
      const reply = await ask(caller, { method: 'POST', url, body })
      if (reply === 'crash' || reply.status >= 300) throw new Error(`${url} answered ${JSON.stringify(reply)}`)
      return reply.body
    },
    /** Items of a kind that a tenant has. */
    list: <T = Item>(tenant: string, name: string) => table.inPartition(`T#${tenant}#${name}`) as unknown as T[],
    close() {
      useApp(undefined)
      close()
    },
  }
}

export type World = Awaited<ReturnType<typeof openWorld>>

/** The strongest faults; each is on in half of the runs. */
const STRONGEST = {
  throttle: 0.08,
  conflict: 0.1,
  lostReply: 0.1,
  crashBefore: 0.02,
  crashAfter: 0.04,
  duplicate: 0.15,
}

/** Lets faults begin, another mixture in each run and none at all in some. */
export const chooseFaults = ({ faults, random }: World): void => {
  faults.switches = Object.fromEntries(
    FAULTS.map((fault) => [fault, random() < 0.5 ? 0 : STRONGEST[fault] * random()] as const),
  )
  faults.late = random() < 0.5 ? 0 : random() * 0.05
  faults.isOn = random() < 0.9
}
