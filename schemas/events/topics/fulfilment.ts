import { nullable } from '../../types.ts'
import { amount, count, currency, id, text, topic } from './topic.ts'

const order = {
  fulfilmentOrderId: id(),
  orderNumber: text('DE-100045'),
  custodianId: id('01K9ZB4A7M2C5X8V1B6N3Q0W4E'),
  custodianName: text('Hamburg East'),
  lineCount: count(3),
}

const returned = {
  returnId: id(),
  returnNumber: text('RET-2026-00012'),
  // Null as long as nobody knows the order of an unannounced parcel.
  orderNumber: nullable(text('DE-100045')),
  lineCount: count(1),
}

export const FULFILMENT = {
  'fulfilment.order.created': topic(['warehousing', 'operational', 'low'], order),
  'fulfilment.order.progressed': topic(['warehousing', 'operational', 'low'], {
    ...order,
    status: text('in_progress'),
    before: text('open'),
  }),
  'fulfilment.order.closed': topic(['warehousing', 'operational', 'low'], order),
  'fulfilment.order.cancelled': topic(['warehousing', 'operational'], {
    ...order,
    reason: nullable(text('Cancelled by the customer')),
  }),
  'fulfilment.reservation.requires_attention': topic(['warehousing', 'incident', 'high'], {
    reservationId: id(),
    orderNumber: nullable(text('DE-100045')),
    sku: text('TEA-GREEN-100'),
    quantity: count(5),
    available: count(2),
    reason: text('Less stock than was reserved'),
  }),
  'fulfilment.fulfilment.handed_off': topic(['warehousing', 'operational', 'low'], {
    fulfilmentId: id(),
    orderNumber: text('DE-100045'),
    custodianName: text('Hamburg East'),
    carrier: nullable(text('DHL')),
    trackingNumber: nullable(text('00340434161094042557')),
  }),
  'fulfilment.return.requested': topic(['warehousing', 'operational'], {
    ...returned,
    reason: nullable(text('Wrong size')),
  }),
  'fulfilment.return.authorized': topic(['warehousing', 'operational'], returned),
  'fulfilment.return.rejected': topic(['warehousing', 'operational'], {
    ...returned,
    reason: nullable(text('The return period has ended')),
  }),
  'fulfilment.return.received': topic(['warehousing', 'operational'], {
    ...returned,
    custodianName: nullable(text('Hamburg East')),
  }),
  'fulfilment.return.resolved': topic(['warehousing', 'operational'], {
    ...returned,
    resolution: text('refunded'),
    refundAmount: nullable(amount(3990)),
    currency: nullable(currency()),
  }),
}
