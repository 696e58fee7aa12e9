import { hash } from 'node:crypto'
import type {
  FulfilmentOrder,
  FulfilmentOrderState,
  FulfilmentRequestState,
} from '../../../schemas/fulfilment/fulfilment-order.ts'
import type { Allocation } from '../../inventory/allocations/allocation.ts'
import type { Id } from '../../platform/id.ts'
import type { Moves } from '../../platform/moves.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'

/** A line with the stock that is reserved for it. */
export type StoredFulfilmentLine = FulfilmentOrder['lines'][number] & { allocation: Allocation | null }

/** A change of stock that follows from a change of the order and did not fit its transaction. */
export interface StockMove {
  /** `take` is of pieces that left although they were not reserved any more. */
  kind: 'release' | 'hand_over' | 'take'
  allocation: Allocation
}

/** A parcel that the custodian told of. */
export interface ToldParcel {
  /** The custodian's id of it. */
  id: string
  /** Pieces that were counted as handed over; none before it left, or if it holds nothing that was ordered. */
  pieces: readonly { lineId: Id; quantity: number }[]
}

export interface StoredFulfilmentOrder extends Omit<FulfilmentOrder, keyof Stored | 'lines'>, Stored {
  lines: readonly StoredFulfilmentLine[]
  /** Id of the order at the custodian, once it is known. */
  remoteId: string | null
  /** True if people work the order over the API, since its custodian has no system. */
  isManual: boolean
  /** True until stock is reserved for all lines; it is not sent before. */
  isReserving: boolean
  pendingStock: readonly StockMove[]
  /** Failed tries to send it. */
  failures: number
  parcels: readonly ToldParcel[]
  /** Set while the custodian is asked to cancel: why, and whether another custodian shall fulfil the pieces. */
  cancelling: { reason: string | null; reroute: boolean } | null
  startedAt: string | null
  /** The hand-off since which the order is counted as handed over. */
  firstFulfilmentId: Id | null
  /** Currency of the sales order, or of the tenant. */
  currency: string
  /** The open incident of an order without a sales order, whose incidents lie with that otherwise. */
  incidentId: Id | null
}

export const FULFILMENT_ORDER_MOVES = {
  start: { from: ['open'], to: 'in_progress' },
  hold: { from: ['open', 'in_progress', 'on_hold'], to: 'on_hold' },
  release: { from: ['on_hold'], to: 'open' },
  resume: { from: ['on_hold'], to: 'in_progress' },
  close: { from: ['open', 'in_progress', 'on_hold'], to: 'closed' },
  cancel: { from: ['open', 'in_progress', 'on_hold'], to: 'cancelled' },
  reopen: { from: ['closed'], to: 'in_progress' },
  send_after_all: { from: ['closed', 'cancelled'], to: 'closed' },
} as const satisfies Moves<FulfilmentOrderState, string>

export const FULFILMENT_REQUEST_MOVES = {
  send: { from: ['unsent'], to: 'sending' },
  withdraw: { from: ['sending'], to: 'unsent' },
  arrive: { from: ['sending'], to: 'sent' },
  accept: { from: ['sending', 'sent', 'refused'], to: 'accepted' },
  refuse: { from: ['sending', 'sent', 'accepted'], to: 'refused' },
  request_cancel: { from: ['sending', 'sent', 'accepted'], to: 'cancel_requested' },
  accept_cancel: {
    from: ['sending', 'sent', 'accepted', 'cancel_requested', 'cancel_refused'],
    to: 'cancel_accepted',
  },
  refuse_cancel: { from: ['cancel_requested', 'cancel_accepted'], to: 'cancel_refused' },
} as const satisfies Moves<FulfilmentRequestState, string>

export const fulfilmentOrderUri = (id: Id) => `commerce:///fulfilment/orders/${id}`

type Quantities = Pick<StoredFulfilmentLine, 'ordered' | 'handedOver' | 'cancelled'>

/** Returns the pieces that are neither handed over nor cancelled. */
export const countOpen = ({ ordered, handedOver, cancelled }: Quantities) => ordered - handedOver - cancelled

const sumLines = (lines: readonly StoredFulfilmentLine[], count: (line: StoredFulfilmentLine) => number) =>
  lines.reduce((sum, line) => sum + count(line), 0)

export const countOpenPieces = ({ lines }: Pick<StoredFulfilmentOrder, 'lines'>) => sumLines(lines, countOpen)

export const countHandedOver = ({ lines }: Pick<StoredFulfilmentOrder, 'lines'>) =>
  sumLines(lines, ({ handedOver }) => handedOver)

export const countCancelled = ({ lines }: Pick<StoredFulfilmentOrder, 'lines'>) =>
  sumLines(lines, ({ cancelled }) => cancelled)

export const isLive = ({ status }: Pick<StoredFulfilmentOrder, 'status'>) =>
  status !== 'closed' && status !== 'cancelled'

/** Returns true if the custodian does not know the order, so that it may still change in any way. */
export const isUnsent = ({ request }: Pick<StoredFulfilmentOrder, 'request'>) =>
  request === 'unsent' || request === 'refused'

/** Returns true if the order is to be sent to a custodian's system now, or an answer to that is missing. */
export const isToSend = ({ isManual, isReserving, request, status }: StoredFulfilmentOrder) =>
  !isManual && !isReserving && status === 'open' && (request === 'unsent' || request === 'sending')

/** Returns true if nobody has begun to work on the order. */
export const isUntouched = (order: StoredFulfilmentOrder) =>
  isUnsent(order) && order.startedAt === null && countHandedOver(order) === 0

/** Returns the name of an order at its custodian: letters, digits and hyphens, since systems refuse others. */
export const buildReference = (id: Id) => `FO-${id}`

/** Returns the id of the order that a reference names. */
export const parseReference = (reference: string): string | undefined => /^FO-([0-9A-Z]{26})$/.exec(reference)?.[1]

export const hashRemoteId = (custodianId: Id, remoteId: string) =>
  hash('sha256', JSON.stringify([custodianId, remoteId]), 'hex')
