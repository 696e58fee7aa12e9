import { showIf, showName, TOTAL } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { NAMES_NL } from './names.ts'

const ORDER = `Bestelling {{ orderNumber }} uit {{ channelName }} van ${TOTAL}`
const PAYMENT = showName('paymentStatus', NAMES_NL.payment)

export const SALES_NL: WordsOf<'sales'> = {
  'sales.order.ready': { title: 'Bestelling staat klaar', message: `${ORDER} kan worden uitgevoerd.` },
  'sales.order.fulfilled': { title: 'Bestelling uitgevoerd', message: `${ORDER} is uitgevoerd.` },
  'sales.order.cancelled': {
    title: 'Bestelling geannuleerd',
    message: `${ORDER} is geannuleerd${showIf('reason', ': {{ reason }}')}.`,
  },
  'sales.order.fulfillment_blocked': {
    title: 'Bestelling kan niet worden uitgevoerd',
    message: `${ORDER} kan niet worden uitgevoerd: {{ reason }}.`,
  },
  'sales.order.changed': { title: 'Bestelling gewijzigd', message: `${ORDER} is gewijzigd.` },
  'sales.order.payment_changed': {
    title: 'Betaling van een bestelling gewijzigd',
    message: `${ORDER} is nu ${PAYMENT}.`,
  },
  'sales.order.payment_at_risk': {
    title: 'Betaling van een bestelling loopt gevaar',
    message:
      'De betaling van bestelling {{ orderNumber }} uit {{ channelName }} loopt gevaar: {{ reason }}{% if until %} ({{ until | datetime }}){% endif %}.',
  },
  'sales.channel.sync_failed': {
    title: 'Synchronisatie van {{ channelName }} mislukt',
    message:
      'De synchronisatie van {{ channelName }} is op {{ failedAt | datetime }} mislukt met {{ errorCode }}{% if errorMessage %}: {{ errorMessage }}{% endif %}.',
    mail: {
      notes: [
        'Synchronisaties gaan vanzelf verder zodra de oorzaak is verholpen. Als u nieuwe toegangsgegevens invoert, gaan ze meteen verder.',
      ],
    },
  },
  'sales.channel.orders_missing': {
    title: '{{ count }} bestellingen ontbreken in {{ channelName }}',
    message:
      'In {{ channelName }} ontbreken {{ count }} openstaande bestellingen. Er wordt er geen geannuleerd en alle gaan door zoals voorheen, totdat u beslist of de winkel ze heeft verwijderd.',
  },
}
