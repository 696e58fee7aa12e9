import { showIf, showName, TOTAL } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { NAMES_IT } from './names.ts'

const ORDER = `L’ordine {{ orderNumber }} da {{ channelName }} di ${TOTAL}`
const PAYMENT = showName('paymentStatus', NAMES_IT.payment)

export const SALES_IT: WordsOf<'sales'> = {
  'sales.order.ready': { title: 'Ordine pronto', message: `${ORDER} è pronto per l’evasione.` },
  'sales.order.fulfilled': { title: 'Ordine evaso', message: `${ORDER} è stato evaso.` },
  'sales.order.cancelled': {
    title: 'Ordine annullato',
    message: `${ORDER} è stato annullato${showIf('reason', ': {{ reason }}')}.`,
  },
  'sales.order.fulfillment_blocked': {
    title: 'Ordine che non può essere evaso',
    message: `${ORDER} non può essere evaso: {{ reason }}.`,
  },
  'sales.order.changed': { title: 'Ordine modificato', message: `${ORDER} è stato modificato.` },
  'sales.order.payment_changed': {
    title: 'Pagamento di un ordine modificato',
    message: `${ORDER} risulta ora ${PAYMENT}.`,
  },
  'sales.order.payment_at_risk': {
    title: 'Pagamento di un ordine a rischio',
    message:
      'Il pagamento dell’ordine {{ orderNumber }} da {{ channelName }} è a rischio: {{ reason }}{% if until %} ({{ until | datetime }}){% endif %}.',
  },
  'sales.channel.sync_failed': {
    title: 'Sincronizzazione di {{ channelName }} non riuscita',
    message:
      'La sincronizzazione di {{ channelName }} non è riuscita il {{ failedAt | datetime }} con {{ errorCode }}{% if errorMessage %}: {{ errorMessage }}{% endif %}.',
    mail: {
      notes: [
        'Le sincronizzazioni riprendono automaticamente una volta eliminata la causa. Se inserisce nuove credenziali, riprendono subito.',
      ],
    },
  },
  'sales.channel.orders_missing': {
    title: 'Mancano {{ count }} ordini in {{ channelName }}',
    message:
      'In {{ channelName }} mancano {{ count }} ordini aperti. Nessuno viene annullato e tutti proseguono come prima, finché Lei non decide se il negozio li ha eliminati.',
  },
}
