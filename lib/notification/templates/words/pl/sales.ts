import { showIf, TOTAL } from '../parts.ts'
import type { WordsOf } from '../words.ts'

const ORDER = `Zamówienie {{ orderNumber }} z kanału {{ channelName }} na kwotę ${TOTAL}`

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
}
