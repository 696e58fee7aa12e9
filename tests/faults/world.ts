import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { type App, makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import type { Id } from '../../lib/platform/id.ts'
import { openTable } from '../../lib/platform/store/table/open-table.ts'
import { retryTable } from '../../lib/platform/store/table/retry-table.ts'
import type { Table } from '../../lib/platform/store/table/table.ts'
import { aMember, type Member, type Received } from '../support/client.ts'
import {
  Crash,
  faulty,
  nothingRecorded,
  type Recorded,
  recording,
  type Switches,
  serve,
  type Weather,
  weather,
} from '../support/faults.ts'

/** A fault of code as a change of the calls of the table. */
export type Mutant = (table: Table) => Table

export interface Platform {
  app: App
  /** Table without faults, to inspect it afterwards. */
  db: Table
  recorded: Recorded
}

/** The real platform on the real table, with faults injected between the adapter and its retries. */
export const platform = (mutant: Mutant = (table) => table): Platform => {
  const recorded = nothingRecorded()
  const door = recording(openTable(readConfig().table), recorded)
  const limits = {
    identity: 1_000_000,
    ip: 1_000_000,
    auth: 1_000_000,
    satellite: 1_000_000,
    serviceAccount: 1_000_000,
  }
  const app = { ...makeApp({ ...readConfig(), limits }), db: retryTable(mutant(faulty(door))) }
  useApp(app)
  return { app, db: retryTable(door), recorded }
}

export interface Asked {
  action: string
  method: 'post' | 'put' | 'patch' | 'delete'
  url: string
  body: Record<string, unknown>
  /** Idempotency-Key of the request. */
  key?: string
  /** Id of the resource to change. */
  target?: string
}

/** The outcome of a request as its sender knows it. */
export interface Reply extends Asked {
  status: number | 'crash'
  id?: string
  rev?: number
  replayed?: boolean
}

export interface World extends Platform {
  seed: number
  tenant: Id
  member: Member
  weather: Weather
  random: () => number
  replies: Reply[]
  partners: string[]
  custodians: string[]
}

export const world = async (on: Platform, seed: number, switches: Partial<Switches>): Promise<World> => {
  const member = await aMember()
  const { random, ...rest } = weather(seed, switches)
  return {
    ...on,
    seed,
    tenant: member.tenant,
    member,
    weather: { random, ...rest },
    random,
    replies: [],
    partners: [],
    custodians: [],
  }
}

const sending = new AsyncLocalStorage<unknown>()

export const bodyBeingSent = (): unknown => sending.getStore()

const once = async (world: World, asked: Asked): Promise<Reply> => {
  const { method, url, body, key } = asked
  const headers = key === undefined ? {} : { 'idempotency-key': key }
  let answer: Received
  try {
    answer = await sending.run(body, () => serve(world, () => world.member[method](url, body, headers)))
  } catch (error) {
    if (!(error instanceof Crash)) throw error
    const reply: Reply = { ...asked, status: 'crash' }
    world.replies.push(reply)
    return reply
  }
  const { status, headers: answered, body: resource } = answer
  const reply: Reply = {
    ...asked,
    status,
    ...(status < 300 && { id: resource.id, rev: Number(JSON.parse(answered.ETag ?? '"0"')) }),
    ...(answered['Idempotency-Replayed'] && { replayed: true }),
  }
  world.replies.push(reply)
  return reply
}

const PATIENCE = 8

/** Sends a request. Repeats one with a key until its sender knows the outcome. */
export const ask = async (world: World, asked: Asked): Promise<Reply> => {
  for (let attempt = 1; ; attempt++) {
    const reply = await once(world, asked)
    const unknown = reply.status === 'crash' || reply.status === 503
    if (!unknown || asked.key === undefined || attempt === PATIENCE) return reply
  }
}

export const newKey = () => randomUUID()
