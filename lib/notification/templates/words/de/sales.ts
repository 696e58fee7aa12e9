import { showIf, TOTAL } from '../parts.ts'
import type { WordsOf } from '../words.ts'

const ORDER = `Bestellung {{ orderNumber }} aus {{ channelName }} über ${TOTAL}`

export const SALES_DE: WordsOf<'sales'> = {
  'sales.order.ready': { title: 'Bestellung bereit', message: `${ORDER} ist bereit zur Ausführung.` },
  'sales.order.fulfilled': { title: 'Bestellung ausgeführt', message: `${ORDER} wurde ausgeführt.` },
  'sales.order.cancelled': {
    title: 'Bestellung storniert',
    message: `${ORDER} wurde storniert${showIf('reason', ': {{ reason }}')}.`,
  },
  'sales.order.fulfillment_blocked': {
    title: 'Bestellung kann nicht ausgeführt werden',
    message: `${ORDER} kann nicht ausgeführt werden: {{ reason }}.`,
  },
  'sales.channel.sync_failed': {
    title: 'Synchronisierung von {{ channelName }} fehlgeschlagen',
    message:
      'Die Synchronisierung von {{ channelName }} ist am {{ failedAt | datetime }} mit {{ errorCode }} fehlgeschlagen{% if errorMessage %}: {{ errorMessage }}{% endif %}.',
    mail: {
      notes: [
        'Synchronisierungen laufen von selbst weiter, sobald die Ursache behoben ist. Wenn Sie neue Zugangsdaten eingeben, laufen sie sofort weiter.',
      ],
    },
  },
}
