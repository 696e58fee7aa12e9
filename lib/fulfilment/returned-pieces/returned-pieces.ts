import type { ReturnLine } from '../../../schemas/fulfilment/return.ts'
import type { Id } from '../../platform/id.ts'
import type { StoredFulfilmentOrder } from '../orders/fulfilment-order.ts'

/** Pieces of a line of a fulfilment order that come or came back, over all its returns. */
export interface ReturnedPieces {
  /** Pieces that open returns still expect. */
  promised: number
  /** Pieces that came back. */
  received: number
  /** Serial units that came back. */
  serials: readonly Id[]
}

/** Keyed by line of the fulfilment order. */
export type ReturnedByLine = Readonly<Record<Id, ReturnedPieces>>

type OrderLine = Pick<StoredFulfilmentOrder['lines'][number], 'id' | 'handedOver'>
type PromisedLine = Pick<ReturnLine, 'requested' | 'received'> & { fulfilmentOrderLineId: Id }

const NONE: ReturnedPieces = { promised: 0, received: 0, serials: [] }

export const getReturned = (pieces: ReturnedByLine, lineId: Id): ReturnedPieces => pieces[lineId] ?? NONE

/** Counts the pieces that another return may ask for. */
export const countReturnable = ({ id, handedOver }: OrderLine, pieces: ReturnedByLine): number => {
  const { promised, received } = getReturned(pieces, id)
  return Math.max(0, handedOver - received - promised)
}

/** Counts the pieces that may still come back, whoever expects them. */
export const countReceivable = ({ id, handedOver }: OrderLine, pieces: ReturnedByLine): number =>
  Math.max(0, handedOver - getReturned(pieces, id).received)

/** Counts the pieces that the line of a return still expects. */
export const countExpected = ({ requested, received }: Pick<ReturnLine, 'requested' | 'received'>): number =>
  Math.max(0, requested - received)

const change = (pieces: ReturnedByLine, lineId: Id, by: Partial<ReturnedPieces>): ReturnedByLine => {
  const { promised, received, serials } = getReturned(pieces, lineId)
  return {
    ...pieces,
    [lineId]: {
      promised: promised + (by.promised ?? 0),
      received: received + (by.received ?? 0),
      serials: [...serials, ...(by.serials ?? [])],
    },
  }
}

export const promisePieces = (pieces: ReturnedByLine, lines: readonly PromisedLine[]): ReturnedByLine =>
  lines.reduce((sum, line) => change(sum, line.fulfilmentOrderLineId, { promised: line.requested }), pieces)

/** Ends the expectation of a return that is over. */
export const forgetPieces = (pieces: ReturnedByLine, lines: readonly PromisedLine[]): ReturnedByLine =>
  lines.reduce((sum, line) => change(sum, line.fulfilmentOrderLineId, { promised: -countExpected(line) }), pieces)

/** Moves pieces of a line of a return from the expected ones to the received ones; more than were expected may come. */
export const receivePieces = (
  pieces: ReturnedByLine,
  line: PromisedLine,
  quantity: number,
  serials: readonly Id[] = [],
): ReturnedByLine =>
  change(pieces, line.fulfilmentOrderLineId, {
    promised: -Math.min(quantity, countExpected(line)),
    received: quantity,
    serials,
  })
