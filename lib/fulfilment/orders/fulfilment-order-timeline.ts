import type { TimelineStep } from '../../../schemas/sales/orders/order-timeline.ts'
import type { Step, TimelineRule } from '../../platform/store/entities/timeline.ts'
import { fulfilmentOrderUri, type StoredFulfilmentOrder } from './fulfilment-order.ts'

type Followed = Pick<StoredFulfilmentOrder, 'status' | 'request' | 'outcome'>

const AS_PLANNED: Followed = { status: 'open', request: 'unsent', outcome: null }

const ANSWERS: Partial<Record<StoredFulfilmentOrder['request'], TimelineStep>> = {
  accepted: 'fulfilment_order.accepted',
  refused: 'fulfilment_order.refused',
  cancel_requested: 'fulfilment_order.cancel_requested',
  cancel_accepted: 'fulfilment_order.cancel_accepted',
  cancel_refused: 'fulfilment_order.cancel_refused',
}

/** Tells what became of the request; an answer to one that is being sent tells that it arrived. */
const tellRequest = ({ request }: Followed, before: Followed): TimelineStep[] => {
  if (request === before.request) return []
  const answer = ANSWERS[request]
  const hasArrived = request === 'sent' || (before.request === 'sending' && request !== 'unsent')
  return [...(hasArrived ? ['fulfilment_order.sent' as const] : []), ...(answer ? [answer] : [])]
}

const tellStatus = ({ status }: Followed, { status: before }: Followed): TimelineStep[] => {
  if (status === before) return []
  if (status === 'on_hold') return ['fulfilment_order.put_on_hold']
  if (status === 'closed') return ['fulfilment_order.closed']
  if (status === 'cancelled') return ['fulfilment_order.cancelled']
  if (before === 'on_hold') return ['fulfilment_order.released']
  return [before === 'closed' ? 'fulfilment_order.reopened' : 'fulfilment_order.started']
}

const sumPieces = ({ lines }: StoredFulfilmentOrder) => lines.reduce((sum, { ordered }) => sum + ordered, 0)

/** The steps of the fulfilment orders of a sales order. */
export const fulfilmentOrderTimeline: TimelineRule<StoredFulfilmentOrder> = {
  of: ({ salesOrderId }) => salesOrderId,
  uri: ({ id }) => fulfilmentOrderUri(id),
  tell: (after, before = undefined) => {
    const was = before ?? AS_PLANNED
    const { custodianName, outcome } = after
    const planned: Step[] = before
      ? []
      : [{ step: 'fulfilment_order.planned', details: { custodianName, pieces: sumPieces(after) } }]
    const steps = [...tellRequest(after, was), ...tellStatus(after, was)]
    return [
      ...planned,
      ...steps.map((step) => ({
        step,
        details: { custodianName, ...(step === 'fulfilment_order.closed' && { code: outcome }) },
      })),
    ]
  },
}
