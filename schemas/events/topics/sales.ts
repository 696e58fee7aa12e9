import * as Type from 'typebox'
import { PAYMENT_STATUSES } from '../../sales/payment-status.ts'
import { nullable } from '../../types.ts'
import { amount, choice, count, currency, id, list, moment, text, topic } from './topic.ts'

const channel = {
  channelId: id('01K9ZB4A7M2C5X8V1B6N3Q0W4E'),
  channelName: text('Web shop'),
}

const order = {
  orderId: id(),
  orderNumber: text('DE-100045'),
  ...channel,
  totalAmount: amount(12_990),
  currency: currency(),
}

/** Revisions tell what changed about an order in this form; `from` and `to` are null for personal data and long values. */
const change = {
  field: Type.String(),
  lineId: nullable(Type.String()),
  from: nullable(Type.String()),
  to: nullable(Type.String()),
}

export const SALES = {
  'sales.order.ready': topic(['sales', 'operational'], order),
  'sales.order.fulfilled': topic(['sales', 'operational', 'low'], order),
  'sales.order.cancelled': topic(['sales', 'operational'], {
    ...order,
    reason: nullable(text('Cancelled by the customer')),
  }),
  'sales.order.fulfillment_blocked': topic(['sales', 'incident', 'high'], {
    ...order,
    reason: text('TEA-GREEN-100 is out of stock'),
  }),
  'sales.order.changed': topic(['sales', 'operational', 'low'], {
    ...order,
    revision: count(2),
    changes: list(Type.Object(change, { additionalProperties: false }), [
      { field: 'quantity', lineId: '1', from: '3', to: '2' },
    ]),
  }),
  'sales.order.payment_changed': topic(['sales', 'operational', 'low'], {
    ...order,
    revision: count(2),
    paymentStatus: choice(PAYMENT_STATUSES, 'paid'),
    before: choice(PAYMENT_STATUSES, 'unpaid'),
    refundedAmount: amount(0),
    keptAmount: amount(12_990),
  }),
  'sales.order.payment_at_risk': topic(['sales', 'incident', 'high'], {
    ...order,
    cause: choice(['authorization_expires', 'disputed'], 'authorization_expires'),
    reason: text('The authorization expires, and nothing was handed over'),
    until: nullable(moment('2026-03-04T09:00:00.000Z')),
  }),
  'sales.channel.sync_failed': topic(['sales', 'incident', 'high'], {
    ...channel,
    syncId: id(),
    errorCode: text('AUTH_FAILED'),
    errorMessage: nullable(text('The shop refused the access token')),
    failedAt: moment('2026-03-02T06:15:00.000Z'),
  }),
  'sales.channel.orders_missing': topic(['sales', 'incident', 'high'], {
    ...channel,
    count: count(37),
    missingSince: moment('2026-03-02T06:15:00.000Z'),
  }),
}
