import type { FulfilmentStatus } from '../../../schemas/fulfilment/fulfilment-status.ts'
import type { Id } from '../../platform/id.ts'
import type { StoredOrder } from '../orders/order.ts'

/** Statuses of orders that may be open. */
export const WATCHED_STATUSES = ['accepted', 'held'] as const
export type WatchedStatus = (typeof WATCHED_STATUSES)[number]

/** The progress of looking at the open orders of a channel again; it lasts between runs. */
export interface Looking {
  /** By status, the last order of which it is known whether it was still open a day after its import. */
  passed: Partial<Record<WatchedStatus, string>>
  /** When the round through all watched orders began. */
  begunAt?: string
  /** The last order that the round has looked at; absent once it has looked at all. */
  after?: string
  /** Orders that the round has found in the shop. */
  found: number
  /** Orders that the shop lacked, which only a second walk believes. */
  missing: readonly Id[]
  /** Orders that the shop said that it lacks when it was asked for each, as they were then. */
  gone: readonly { id: Id; rev: number }[]
}

export const BEGIN_LOOKING: Looking = { passed: {}, found: 0, missing: [], gone: [] }

const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS

/** Orders that are younger are seen by the walks, or by webhooks; most are over by then. */
export const WATCHED_AFTER_MS = DAY_MS
/** Shorter than a day by the time until a later walk believes that an order is missing. */
const ROUND_MS = 22 * HOUR_MS
/** Nobody may ever say that an order was sent which others send. */
const UNPLANNED_DAYS = 365

/** Returns the round that is to go on, or that begins now; undefined until the next one is due. */
export const findRound = ({ begunAt, after }: Looking, now: Date): { begunAt: string; after: string } | undefined => {
  if (begunAt !== undefined && after !== undefined) return { begunAt, after }
  const isDue = begunAt === undefined || now.getTime() - Date.parse(begunAt) >= ROUND_MS
  return isDue ? { begunAt: now.toISOString(), after: '' } : undefined
}

const hasGoods = ({ lineItems }: Pick<StoredOrder, 'lineItems'>): boolean =>
  lineItems.some(
    ({ kind, quantity, fulfilledElsewhereQuantity: elsewhere }) => kind === 'goods' && quantity > elsewhere,
  )

/** Tells whether nothing that the shop may still say of an order changes what is sent. */
export const isOver = (
  order: Pick<StoredOrder, 'status' | 'isRouted' | 'shopMeaning' | 'createdAt' | 'lineItems'>,
  fulfilment: FulfilmentStatus | undefined,
  now: Date,
): boolean => {
  if (order.status === 'held') return false
  if (order.status !== 'accepted') return true
  if (fulfilment !== undefined) return ['fulfilled', 'cancelled', 'none'].includes(fulfilment)
  if (order.isRouted) return !hasGoods(order)
  return order.shopMeaning === 'sent' || now.getTime() - Date.parse(order.createdAt) > UNPLANNED_DAYS * DAY_MS
}
