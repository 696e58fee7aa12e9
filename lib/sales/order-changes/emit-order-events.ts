import type { Unit } from '../../platform/store/unit.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { findChanges, type OrderChange } from '../order-revisions/find-changes.ts'
import { orderUri, type StoredOrder } from '../orders/order.ts'

type Channel = Pick<StoredChannel, 'id' | 'name'>

/** Describes an order as its events do. */
export const describeOrderEvent = (channel: Channel, { id: orderId, number, total, currency }: StoredOrder) => ({
  subject: orderUri(orderId),
  data: {
    ...{ orderId, orderNumber: number, channelId: channel.id, channelName: channel.name },
    ...{ totalAmount: total, currency },
  },
})

/** Changes of which other events tell. */
const TOLD_OTHERWISE = [
  ...['status', 'platformStatus', 'cancellationReason', 'paymentStatus', 'payment', 'disputes'],
  ...['refunds', 'refundedAmount', 'keptAmount'],
]

/** Events share an item with those of other orders, which has room for so many. */
const MAX_CHANGES = 20

const emitChange = (unit: Unit, channel: Channel, order: StoredOrder, changes: readonly OrderChange[]): void => {
  const shown = changes.filter(({ field, lineId }) => lineId !== null || !TOLD_OTHERWISE.includes(field))
  if (!shown.length) return
  const { subject, data } = describeOrderEvent(channel, order)
  unit.emit('sales.order.changed', {
    subject,
    data: { ...data, revision: order.revision, changes: shown.slice(0, MAX_CHANGES) },
  })
}

const emitPayment = (unit: Unit, channel: Channel, order: StoredOrder, before: StoredOrder): void => {
  const { paymentStatus, refundedAmount, keptAmount, revision } = order
  if (paymentStatus === before.paymentStatus && refundedAmount === before.refundedAmount) return
  const { subject, data } = describeOrderEvent(channel, order)
  unit.emit('sales.order.payment_changed', {
    subject,
    data: { ...data, revision, paymentStatus, before: before.paymentStatus, refundedAmount, keptAmount },
  })
}

const KINDS = {
  inquiry: 'The customer asks the bank about the payment',
  chargeback: 'The customer charges the payment back',
}

/** Tells of disputes that began, or became a chargeback. */
const emitDisputes = (unit: Unit, channel: Channel, order: StoredOrder, before: StoredOrder | undefined): void => {
  const known = before?.disputes ?? []
  const begun = order.disputes.filter(
    ({ externalDisputeId, kind, status }) =>
      status === 'open' && !known.some((each) => each.externalDisputeId === externalDisputeId && each.kind === kind),
  )
  for (const { kind } of begun) {
    const { subject, data } = describeOrderEvent(channel, order)
    const why = { cause: 'disputed' as const, reason: KINDS[kind], until: null }
    unit.emit('sales.order.payment_at_risk', { subject, data: { ...data, ...why } })
  }
}

const isAccepted = (order: StoredOrder | undefined) => order?.status === 'accepted'

/** Tells what became of a new or changed order: its state, its content and its payment, each by an event of its own. */
export const emitOrderEvents = (
  unit: Unit,
  channel: Channel,
  order: StoredOrder,
  before: StoredOrder | undefined,
): void => {
  const { subject, data } = describeOrderEvent(channel, order)
  if (isAccepted(order) && !isAccepted(before)) unit.emit('sales.order.ready', { subject, data })
  if (order.status === 'cancelled' && (isAccepted(before) || before?.status === 'held'))
    unit.emit('sales.order.cancelled', { subject, data: { ...data, reason: order.cancellationReason } })
  if (before && order.revision !== before.revision) {
    emitChange(unit, channel, order, findChanges(before, order))
    emitPayment(unit, channel, order, before)
  }
  emitDisputes(unit, channel, order, before)
}
