import { createHash } from 'node:crypto'
import type { Order } from '../../../schemas/sales/order.ts'
import type { PublicationState } from '../../../schemas/sales/order-fulfilments.ts'
import type { Parcel } from '../../connectors/fulfilments/fulfilment.ts'
import { addUpPieces } from '../../connectors/fulfilments/match-parcel.ts'
import { toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import type { StoredShipment } from '../../shipping/shipments/shipment.ts'

/** Facts that the platform knows of one parcel in a shop. */
export interface StoredPublication {
  status: PublicationState
  /** The shop's ids of its fulfilments. */
  externalIds: readonly string[]
  /** Tracking numbers that were sent, whether the shop answered or not. */
  numbers: readonly string[]
  /** The tracking number that the shop confirmed last. */
  shownNumber: string | null
  /** True once a request that publishes the parcel may have left. */
  wasTried: boolean
  /** Attempts in a row that failed. */
  tries: number
  /** True if these attempts were to withdraw the parcel. */
  isWithdrawing: boolean
  nextAttemptAt: string | null
  errorCode: string | null
  message: string | null
  publishedAt: string | null
  /** Digest of what was settled last; the same need not be published again. */
  settled: string | null
  /** The open run of the parcel. */
  runId: Id | null
  /** Steps of it that the timeline of the order tells. */
  told: number
}

export const NEW_PUBLICATION: StoredPublication = {
  status: 'waiting',
  externalIds: [],
  numbers: [],
  shownNumber: null,
  wasTried: false,
  tries: 0,
  isWithdrawing: false,
  nextAttemptAt: null,
  errorCode: null,
  message: null,
  publishedAt: null,
  settled: null,
  runId: null,
  told: 0,
}

/** The parcels of an order in its shop, by the ids of their shipments. */
export interface Publications {
  channelId: Id
  parcels: Readonly<Record<Id, StoredPublication>>
  /** True if the rest of the order will never be handed over. */
  isComplete?: boolean
}

/** The details of a parcel that a shop is told. */
export type Goal = 'publish' | 'withdraw'

/** Returns the publication for this goal: attempts for the other one do not count. */
export const turnTo = (goal: Goal, known: StoredPublication): StoredPublication =>
  known.isWithdrawing === (goal === 'withdraw')
    ? known
    : { ...known, isWithdrawing: goal === 'withdraw', tries: 0, nextAttemptAt: null }

/** Stands in the place of the digest of a parcel that is shown, once the parcel was withdrawn. */
export const WITHDRAWN = 'withdrawn'

/** Attempts to withdraw a parcel, within a few minutes, for which the next parcel waits. */
const MAX_AWAITED_TRIES = 4

/** Tells whether the shop may soon expect the pieces of an ended parcel again, so that the next parcel has to wait. */
export const isToWithdrawFirst = (
  shipment: Pick<StoredShipment, 'handedOverAt' | 'status'>,
  found: StoredPublication | undefined,
): boolean => {
  if (isHandedOver(shipment) || !found?.wasTried || found.settled === WITHDRAWN) return false
  return turnTo('withdraw', found).tries < MAX_AWAITED_TRIES
}

/** Tells whether the shop has to hear of a shipment: it left and was not cancelled. */
export const isHandedOver = ({ handedOverAt, status }: Pick<StoredShipment, 'handedOverAt' | 'status'>): boolean =>
  handedOverAt !== null && status !== 'cancelled'

type SoldLine = Pick<Order['lineItems'][number], 'kind' | 'sku' | 'quantity' | 'fulfilledElsewhereQuantity'>

/** Tells whether the shipments have all pieces of the order that are sent from here: goods with a SKU. */
export const hasAllPieces = (
  lines: readonly SoldLine[],
  shipments: readonly Pick<StoredShipment, 'lines'>[],
): boolean => {
  const gone = addUpPieces(shipments.flatMap((shipment) => shipment.lines))
  const ours = lines.flatMap(({ kind, sku, quantity, fulfilledElsewhereQuantity: elsewhere }) =>
    kind === 'goods' ? [{ sku, quantity: quantity - elsewhere }] : [],
  )
  return [...addUpPieces(ours)].every(([sku, quantity]) => (gone.get(sku) ?? 0) >= quantity)
}

const isSettled = (publication: StoredPublication | undefined) =>
  publication?.status === 'published' || publication?.status === 'skipped'

/** Tells whether nothing remains to be published once this parcel is: the shop may then close the order. */
export const isLastParcel = (
  id: Id,
  { parcels, isComplete = false }: Publications,
  order: { lineItems: readonly SoldLine[] },
  shipments: readonly Pick<StoredShipment, 'id' | 'lines'>[],
): boolean =>
  (isComplete || hasAllPieces(order.lineItems, shipments)) &&
  shipments.every((shipment) => shipment.id === id || isSettled(parcels[shipment.id]))

export const toParcel = (
  shipment: StoredShipment,
  zone: string,
  known: StoredPublication = NEW_PUBLICATION,
): Parcel => {
  const { id, lines, carrier, trackingNumber, trackingUrl } = shipment
  const handedOverAt = shipment.handedOverAt ?? shipment.createdAt
  return {
    id,
    lines: lines.map(({ sku, name, quantity }) => ({ sku, name, quantity })),
    ...{ carrier, trackingNumber, trackingUrl },
    handedOverAt,
    handedOverOn: toLocalDay(zone, new Date(handedOverAt)),
    externalIds: known.externalIds,
    formerNumbers: known.numbers,
    wasTried: known.wasTried,
  }
}

/** Digest of everything about a parcel that a shop shows. */
export const digestParcel = (parcel: Parcel, isLast: boolean): string => {
  const { lines, carrier, trackingNumber, trackingUrl } = parcel
  const shown = [lines.map(({ sku, quantity }) => [sku, quantity]), carrier, trackingNumber, trackingUrl, isLast]
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url')
}

/** Tells whether there is nothing to do: the same was settled, or an attempt is scheduled for later. */
export const isUpToDate = (known: StoredPublication | undefined, digest: string, now: Date): boolean => {
  if (!known) return false
  const hasFailed = known.status === 'waiting' && known.tries > 0
  if (hasFailed && known.nextAttemptAt && now.toISOString() < known.nextAttemptAt) return true
  return known.settled === digest
}

/** Time for which a parcel without a tracking number waits, where the shop could not add the number later. */
const NUMBER_WAIT_MS = 3_600_000

/** Returns until when a parcel waits for its tracking number; undefined if it need not wait. */
export const computeNumberWait = (
  { trackingNumber, handedOverAt }: Pick<Parcel, 'trackingNumber' | 'handedOverAt'>,
  now: Date,
): Date | undefined => {
  const until = new Date(Date.parse(handedOverAt) + NUMBER_WAIT_MS)
  return trackingNumber === null && now < until ? until : undefined
}
