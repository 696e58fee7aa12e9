import { runTask } from '../../../functions/events/run-task.ts'
import { signAccessToken } from '../../../lib/platform/access/access-token.ts'
import { listScopesOfRole } from '../../../lib/platform/access/scopes.ts'
import { app } from '../../../lib/platform/app/app.ts'
import { newId } from '../../../lib/platform/id.ts'
import { createLog } from '../../../lib/platform/log.ts'
import { client, type Member, type Received } from '../../support/client.ts'
import { seeded } from '../../support/faults.ts'
import { type Book, openBook } from '../book.ts'
import type { Line, Total } from './prices.ts'
import type { ShopOrder } from './shop-order.ts'

export interface Customer {
  id: string
  name: string
  vatId: string | null
  iban: string
  /** Tax categories of what it buys. */
  categories: readonly string[]
}

export interface Sold extends Total {
  id: string
  number: string
  customer: Customer
  lines: readonly (Line & { id: string })[]
  pricesIncludeTax: boolean
  dueDate: string
  issuedAt: number
  open: number
  /** Gross sum of credit notes that are not cancelled. */
  credited: number
  isPaidInPart: boolean
  /** True once something was owed after the due date, when the platform looked. */
  isOverdue: boolean
  isCancelled: boolean
}

export interface PaidIn {
  id: string
  customer: Customer
  amount: number
  fee: number
  allocations: { invoice: Sold; amount: number }[]
  unallocated: number
  refunded: number
  isReversed: boolean
  endToEndId: string | null
}

export interface Note {
  id: string
  number: string | null
  invoice: Sold
  gross: number
  status: 'issued' | 'applied' | 'cancelled'
}

export interface Owed {
  id: string
  supplierId: string
  number: string
  total: number
  issuedOn: string
  status: string
}

export interface Charged {
  id: string | null
  amount: number
  day: string
  isSettled: boolean
}

export interface Settled {
  id: string
  number: string
  total: number
  /** The total without what was carried forward from another settlement. */
  own: number
  status: string
}

/** An amount that the bank has still to show in a statement. */
export interface Booking {
  cents: number
  name: string
  endToEndId?: string
  text: string
}

export interface World {
  year: number
  orders: number
  random: () => number
  /** Milliseconds; everybody's clock. */
  now: number
  tenant: string
  clerk: Member
  approver: Member
  banker: Member
  book: Book
  customers: Customer[]
  suppliers: { id: string; name: string }[]
  custodian: { id: string; name: string }
  channels: Record<ShopOrder['channel'], string>
  profiles: { id: string; customer: Customer; lines: Line[]; every: number }[]
  invoices: Sold[]
  payments: PaidIn[]
  notes: Note[]
  bills: Owed[]
  charges: Charged[]
  settlements: Settled[]
  shopOrders: ShopOrder[]
  /** The draft that bills orders; null if there is none. */
  draftId: string | null
  /** Taxes of the invoices of orders, by their ids. */
  taxesOf: Map<
    string,
    { ratePercent: number; country: string | null; oneStopShop: boolean; base: number; tax: number }[]
  >
  /** Sums of the return of the one-stop shop, by quarter, type, country and rate. */
  oneStopShop: Map<string, { net: number; tax: number }>
  bookings: Booking[]
  /** `shownThrough` is the last day of the last statement, in milliseconds since 1970. */
  bank: { balance: number; statements: number; shownThrough: number; mappingId: string }
  tally: Record<string, number>
  wrong: string[]
}

const SECOND_MS = 1000
/** Well within the life of an access token. */
const FRESH_MS = 600_000

/** Creates a person of the business, who signs in again as time goes by. Each request takes a second. */
export const aPerson = (world: Pick<World, 'now' | 'tenant'>): Member => {
  const identity = newId(new Date(world.now))
  let session = { at: Number.NEGATIVE_INFINITY, client: client() }
  const signIn = async () => {
    world.now += SECOND_MS
    if (world.now - session.at < FRESH_MS) return session.client
    const scopes = listScopesOfRole('owner')
    const signed = { identity, session: newId(new Date(world.now)), tenant: world.tenant, scopes }
    session = { at: world.now, client: client(await signAccessToken(app(), signed)) }
    return session.client
  }
  return {
    identity,
    tenant: world.tenant,
    token: undefined,
    get: async (...asked) => (await signIn()).get(...asked),
    delete: async (...asked) => (await signIn()).delete(...asked),
    post: async (...asked) => (await signIn()).post(...asked),
    put: async (...asked) => (await signIn()).put(...asked),
    patch: async (...asked) => (await signIn()).patch(...asked),
  }
}

/** Returns the body of an answer; throws if it is not a success. */
export const must = async (asked: Promise<Received>): Promise<Received['body']> => {
  const { status, body, text } = await asked
  if (status >= 300) throw new Error(`answered ${status}: ${text}`)
  return body
}

/** Opens an empty world at the beginning of a year and moves everybody's clock there. */
export const openWorld = (seed: number, orders: number): World => {
  const year = 2040 + (seed % 4)
  const base = { now: Date.UTC(year, 0, 1, 6), tenant: newId(new Date(Date.UTC(year, 0, 1))) }
  const world = {
    ...base,
    ...{ year, orders, random: seeded(seed), book: openBook() },
    ...{ customers: [], suppliers: [], profiles: [], invoices: [], payments: [], notes: [], bills: [] },
    ...{ charges: [], settlements: [], shopOrders: [], draftId: null, bookings: [], tally: {}, wrong: [] },
    ...{ taxesOf: new Map(), oneStopShop: new Map() },
    ...{ custodian: { id: '', name: '' }, channels: { gross: '', net: '', owed: '' } },
    bank: { balance: 0, statements: 0, shownThrough: 0, mappingId: '' },
  } as unknown as World
  app().clock = () => new Date(world.now)
  Object.assign(world, { clerk: aPerson(world), approver: aPerson(world), banker: aPerson(world) })
  return world
}

/** Moves the clock to a day of a month, at any time of the day. It never goes back. */
export const moveTo = (world: World, month: number, day: number): void => {
  const at = Date.UTC(world.year, month - 1, day) + Math.floor(world.random() * 86_400) * SECOND_MS
  world.now = Math.max(world.now, at)
}

export const among = (world: World, count: number): number => Math.floor(world.random() * count)

export const choose = <T>(world: World, list: readonly T[]): T => list[among(world, list.length)] as T

export const count = ({ tally }: World, name: string, by = 1): void => {
  tally[name] = (tally[name] ?? 0) + by
}

/** Notes a difference between what the platform says and what the business knows. */
export const compare = ({ wrong }: World, about: string, said: unknown, known: unknown): void => {
  if (JSON.stringify(said) !== JSON.stringify(known))
    wrong.push(`${about} is ${JSON.stringify(said)} and should be ${JSON.stringify(known)}`)
}

/** Runs the tasks of billing until none is left, as the worker does. */
export const runTasks = async ({ tenant }: World): Promise<void> => {
  for (;;) {
    const all = await app().db.query<{ task: string; data: { tenant?: string }; handledAt?: string }>({
      pk: 'T#PLATFORM#task',
    })
    const own = all.filter(
      ({ task, data, handledAt }) => !handledAt && data.tenant === tenant && task.startsWith('billing.'),
    )
    if (!own.length) return
    for (const task of own) await runTask(app(), task, app().clock(), createLog({}))
  }
}
