import { showIf, showName, TOTAL } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { NAMES_DE } from './names.ts'

const ORDER = `Bestellung {{ orderNumber }} aus {{ channelName }} über ${TOTAL}`
const PAYMENT = showName('paymentStatus', NAMES_DE.payment)

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
  'sales.order.changed': { title: 'Bestellung geändert', message: `${ORDER} wurde geändert.` },
  'sales.order.payment_changed': {
    title: 'Zahlung einer Bestellung geändert',
    message: `${ORDER} ist jetzt ${PAYMENT}.`,
  },
  'sales.order.payment_at_risk': {
    title: 'Zahlung einer Bestellung gefährdet',
    message:
      'Die Zahlung der Bestellung {{ orderNumber }} aus {{ channelName }} ist gefährdet: {{ reason }}{% if until %} ({{ until | datetime }}){% endif %}.',
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
  'sales.channel.orders_missing': {
    title: '{{ count }} Bestellungen fehlen in {{ channelName }}',
    message:
      'In {{ channelName }} fehlen {{ count }} offene Bestellungen. Keine davon wird storniert, und alle laufen weiter wie bisher, bis Sie entscheiden, ob der Shop sie gelöscht hat.',
  },
}
