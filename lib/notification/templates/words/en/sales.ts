import { showName } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { NAMES_EN } from './names.ts'

const ORDER = 'Order {{ orderNumber }} from {{ channelName }} for {{ totalAmount | money: currency }}'
const PAYMENT = showName('paymentStatus', NAMES_EN.payment)

export const SALES_EN: WordsOf<'sales'> = {
  'sales.order.ready': { title: 'Order ready', message: `${ORDER} is ready for fulfilment.` },
  'sales.order.fulfilled': { title: 'Order fulfilled', message: `${ORDER} was fulfilled.` },
  'sales.order.cancelled': {
    title: 'Order cancelled',
    message: `${ORDER} was cancelled{% if reason %}: {{ reason }}{% endif %}.`,
  },
  'sales.order.fulfillment_blocked': {
    title: 'Order cannot be fulfilled',
    message: `${ORDER} cannot be fulfilled: {{ reason }}.`,
  },
  'sales.order.changed': { title: 'Order changed', message: `${ORDER} was changed.` },
  'sales.order.payment_changed': { title: 'Payment of an order changed', message: `${ORDER} is ${PAYMENT} now.` },
  'sales.order.payment_at_risk': {
    title: 'Payment of an order is at risk',
    message:
      'The payment of order {{ orderNumber }} from {{ channelName }} is at risk: {{ reason }}{% if until %} ({{ until | datetime }}){% endif %}.',
  },
  'sales.channel.sync_failed': {
    title: 'Sync of {{ channelName }} failed',
    message:
      'The sync of {{ channelName }} failed on {{ failedAt | datetime }} with {{ errorCode }}{% if errorMessage %}: {{ errorMessage }}{% endif %}.',
    mail: {
      notes: ['Syncs resume automatically once the cause is fixed. If you enter new credentials, they resume at once.'],
    },
  },
  'sales.channel.orders_missing': {
    title: '{{ channelName }} no longer has {{ count }} orders',
    message:
      '{{ channelName }} no longer has {{ count }} open orders. None of them is cancelled, and all go on as before, until you decide whether the shop has deleted them.',
  },
}
