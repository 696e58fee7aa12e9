import { showIf, showName } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { NAMES_DE } from './names.ts'

const RETURN = 'Retoure {{ returnNumber }}{% if orderNumber %} zur Bestellung {{ orderNumber }}{% endif %}'
const BECAUSE = '{% if reason %}: {{ reason }}{% endif %}.'
const ITEMS = `{{ lineCount }} ${showIf('lineCount == 1', 'Position', 'Positionen')}`

export const FULFILMENT_DE: WordsOf<'fulfilment'> = {
  'fulfilment.order.created': {
    title: 'Neuer Fulfillment-Auftrag',
    message: `{{ custodianName }} wurde mit Bestellung {{ orderNumber }} beauftragt (${ITEMS}).`,
  },
  'fulfilment.order.progressed': {
    title: 'Fulfillment vorangekommen',
    message: `Bestellung {{ orderNumber }} bei {{ custodianName }} hat einen neuen Status: ${showName('status', NAMES_DE.fulfilment)} (bisher ${showName('before', NAMES_DE.fulfilment)}).`,
  },
  'fulfilment.order.closed': {
    title: 'Fulfillment-Auftrag abgeschlossen',
    message: '{{ custodianName }} hat den Auftrag zur Bestellung {{ orderNumber }} abgeschlossen.',
  },
  'fulfilment.order.cancelled': {
    title: 'Fulfillment-Auftrag storniert',
    message: `Der Auftrag zur Bestellung {{ orderNumber }} bei {{ custodianName }} wurde storniert${BECAUSE}`,
  },
  'fulfilment.reservation.requires_attention': {
    title: 'Reservierung muss geprüft werden',
    message:
      'Von {{ sku }} sind {{ quantity }} Stück reserviert{% if orderNumber %} (Bestellung {{ orderNumber }}){% endif %}, aber nur {{ available }} verfügbar: {{ reason }}.',
  },
  'fulfilment.fulfilment.handed_off': {
    title: 'An den Versanddienstleister übergeben',
    message:
      '{{ custodianName }} hat Bestellung {{ orderNumber }} an {{ carrier | default: "den Versanddienstleister" }} übergeben.{% if trackingNumber %} Sendungsnummer: {{ trackingNumber }}.{% endif %}',
  },
  'fulfilment.return.requested': {
    title: 'Retoure angemeldet',
    message: `Retoure {{ returnNumber }} mit ${ITEMS}{% if orderNumber %} aus Bestellung {{ orderNumber }}{% endif %} wurde angemeldet${BECAUSE}`,
  },
  'fulfilment.return.authorized': { title: 'Retoure genehmigt', message: `${RETURN} wurde genehmigt.` },
  'fulfilment.return.rejected': { title: 'Retoure abgelehnt', message: `${RETURN} wurde abgelehnt${BECAUSE}` },
  'fulfilment.return.received': {
    title: 'Retoure eingetroffen',
    message: `${RETURN} ist{% if custodianName %} bei {{ custodianName }}{% endif %} eingetroffen.`,
  },
  'fulfilment.return.resolved': {
    title: 'Retoure erledigt',
    message: `${RETURN} wurde erledigt: ${showName('resolution', NAMES_DE.resolution)}{% if refundAmount and currency %} ({{ refundAmount | money: currency }}){% endif %}.`,
  },
}
