import type { WordsOf } from './words.ts'

const ORDER = 'Order {{ orderNumber }} from {{ channelName }} over {{ totalAmount | money: currency }}'

export const SALES: WordsOf<'sales'> = {
  'sales.order.ready': { title: 'Order ready', message: `${ORDER} is ready to be fulfilled.` },
  'sales.order.fulfilled': { title: 'Order fulfilled', message: `${ORDER} is fulfilled.` },
  'sales.order.cancelled': {
    title: 'Order cancelled',
    message: `${ORDER} was cancelled{% if reason %}: {{ reason }}{% endif %}.`,
  },
  'sales.order.fulfillment_blocked': {
    title: 'Order cannot be fulfilled',
    message: `${ORDER} is blocked: {{ reason }}.`,
  },
  'sales.channel.sync_failed': {
    title: 'Sync of {{ channelName }} failed',
    message:
      'The sync of {{ channelName }} failed on {{ failedAt | datetime }} with {{ errorCode }}{% if errorMessage %}: {{ errorMessage }}{% endif %}.',
    mail: { notes: ['Syncs go on by themselves once the cause is gone; new credentials let them start at once.'] },
  },
}
