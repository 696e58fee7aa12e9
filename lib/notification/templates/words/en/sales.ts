import type { WordsOf } from '../words.ts'

const ORDER = 'Order {{ orderNumber }} from {{ channelName }} for {{ totalAmount | money: currency }}'

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
  'sales.channel.sync_failed': {
    title: 'Sync of {{ channelName }} failed',
    message:
      'The sync of {{ channelName }} failed on {{ failedAt | datetime }} with {{ errorCode }}{% if errorMessage %}: {{ errorMessage }}{% endif %}.',
    mail: {
      notes: ['Syncs resume automatically once the cause is fixed. If you enter new credentials, they resume at once.'],
    },
  },
}
