import { showIf, showName, TOTAL } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { NAMES_PL } from './names.ts'

const ORDER = `Zamówienie {{ orderNumber }} z kanału {{ channelName }} na kwotę ${TOTAL}`
const PAYMENT = showName('paymentStatus', NAMES_PL.payment)

export const SALES_PL: WordsOf<'sales'> = {
  'sales.order.ready': { title: 'Zamówienie gotowe', message: `${ORDER} jest gotowe do realizacji.` },
  'sales.order.fulfilled': { title: 'Zamówienie zrealizowane', message: `${ORDER} zostało zrealizowane.` },
  'sales.order.cancelled': {
    title: 'Zamówienie anulowane',
    message: `${ORDER} zostało anulowane${showIf('reason', ': {{ reason }}')}.`,
  },
  'sales.order.fulfillment_blocked': {
    title: 'Zamówienia nie można zrealizować',
    message: `${ORDER} nie może zostać zrealizowane: {{ reason }}.`,
  },
  'sales.order.changed': { title: 'Zamówienie zmienione', message: `${ORDER} zostało zmienione.` },
  'sales.order.payment_changed': {
    title: 'Zmiana płatności za zamówienie',
    message: `${ORDER} ma teraz stan płatności: ${PAYMENT}.`,
  },
  'sales.order.payment_at_risk': {
    title: 'Płatność za zamówienie zagrożona',
    message:
      'Płatność za zamówienie {{ orderNumber }} z kanału {{ channelName }} jest zagrożona: {{ reason }}{% if until %} ({{ until | datetime }}){% endif %}.',
  },
  'sales.channel.sync_failed': {
    title: 'Synchronizacja kanału {{ channelName }} nie powiodła się',
    message:
      'Synchronizacja kanału {{ channelName }} nie powiodła się {{ failedAt | datetime }} z błędem {{ errorCode }}{% if errorMessage %}: {{ errorMessage }}{% endif %}.',
    mail: {
      notes: [
        'Synchronizacje zostaną wznowione automatycznie po usunięciu przyczyny. Po wprowadzeniu nowych danych dostępowych zostaną wznowione od razu.',
      ],
    },
  },
  'sales.channel.orders_missing': {
    title: 'Brakujące zamówienia w kanale {{ channelName }}: {{ count }}',
    message:
      'Otwarte zamówienia, których brakuje w kanale {{ channelName }}: {{ count }}. Żadne z nich nie zostanie anulowane i wszystkie są realizowane jak dotąd, dopóki nie zdecydują Państwo, czy sklep je usunął.',
  },
}
