import type { Disposition, Return, ReturnLine, ReturnState } from '../../../schemas/fulfilment/return.ts'
import type { TimelineStep } from '../../../schemas/sales/orders/order-timeline.ts'
import type { Id } from '../../platform/id.ts'
import { type Moves, move } from '../../platform/moves.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'
import type { TimelineRule } from '../../platform/store/entities/timeline.ts'

export interface StoredReturn extends Omit<Return, keyof Stored>, Stored {}

export const RETURN_MOVES = {
  authorize: { from: ['requested'], to: 'authorized' },
  reject: { from: ['requested', 'authorized'], to: 'rejected' },
  receive: { from: ['authorized', 'received'], to: 'received' },
  join: { from: ['received'], to: 'received' },
  resolve: { from: ['authorized', 'received'], to: 'resolved' },
  cancel: { from: ['requested', 'authorized'], to: 'cancelled' },
} as const satisfies Moves<ReturnState, string>

export const moveReturn = ({ status }: Pick<StoredReturn, 'status'>, action: keyof typeof RETURN_MOVES) =>
  move(RETURN_MOVES, 'return', status, action)

/** A line of which it is known which line of a fulfilment order handed its pieces over. */
export type OrderedLine = ReturnLine & { fulfilmentOrderId: Id; fulfilmentOrderLineId: Id }

/** Returns the lines whose order is known; those of an unannounced return are not until it is joined to one. */
export const listOrderedLines = (lines: readonly ReturnLine[]): OrderedLine[] =>
  lines.filter((line): line is OrderedLine => line.fulfilmentOrderId !== null && line.fulfilmentOrderLineId !== null)

export const COUNTED_AS: Readonly<Record<Disposition, 'restocked' | 'quarantined' | 'writtenOff'>> = {
  restock: 'restocked',
  quarantine: 'quarantined',
  write_off: 'writtenOff',
}

export const returnUri = (id: Id) => `commerce:///fulfilment/returns/${id}`

/** Builds the subject and data that all events of a return have. */
export const buildReturnEvent = ({ id, returnNumber, orderNumber, lines }: StoredReturn) => ({
  subject: returnUri(id),
  data: { returnId: id, returnNumber, orderNumber, lineCount: lines.length },
})

/** Tells of a new return what it is already: many are authorized as soon as they are requested. */
const tellNew = ({ status, receipts }: StoredReturn): TimelineStep[] => {
  if (receipts.length) return ['return.received']
  return status === 'requested' ? ['return.requested'] : ['return.requested', `return.${status}`]
}

const tellChange = (after: StoredReturn, before: StoredReturn): TimelineStep[] => [
  ...(after.salesOrderId === before.salesOrderId ? [] : ['return.joined' as const]),
  ...(after.receipts.length > before.receipts.length ? ['return.received' as const] : []),
  ...(after.status === before.status || after.status === 'received' ? [] : [`return.${after.status}` as const]),
]

/** The steps of the returns of a sales order. */
export const returnTimeline: TimelineRule<StoredReturn> = {
  of: ({ salesOrderId }) => salesOrderId,
  uri: ({ id }) => returnUri(id),
  tell: (after, before) => {
    const { returnNumber: number, custodianName, resolution, refundAmount, currency } = after
    const refund = refundAmount === null ? {} : { amount: refundAmount, currency }
    return (before ? tellChange(after, before) : tellNew(after)).map((step) => ({
      step,
      details: { number, custodianName, ...(step === 'return.resolved' && { code: resolution, ...refund }) },
    }))
  },
}
