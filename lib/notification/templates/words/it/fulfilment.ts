import { showIf, showName } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { NAMES_IT } from './names.ts'

const RETURN = 'Il reso {{ returnNumber }}{% if orderNumber %} dell’ordine {{ orderNumber }}{% endif %}'
const BECAUSE = '{% if reason %}: {{ reason }}{% endif %}.'
const ITEMS = `{{ lineCount }} ${showIf('lineCount == 1', 'articolo', 'articoli')}`

export const FULFILMENT_IT: WordsOf<'fulfilment'> = {
  'fulfilment.order.created': {
    title: 'Nuovo ordine di evasione',
    message: `A {{ custodianName }} è stato affidato l’ordine {{ orderNumber }} con ${ITEMS}.`,
  },
  'fulfilment.order.progressed': {
    title: 'Nuovo stato dell’evasione',
    message: `Nuovo stato dell’ordine {{ orderNumber }} presso {{ custodianName }}: ${showName('status', NAMES_IT.fulfilment)} (prima ${showName('before', NAMES_IT.fulfilment)}).`,
  },
  'fulfilment.order.closed': {
    title: 'Ordine di evasione chiuso',
    message: '{{ custodianName }} ha chiuso l’evasione dell’ordine {{ orderNumber }}.',
  },
  'fulfilment.order.cancelled': {
    title: 'Ordine di evasione annullato',
    message: `L’evasione dell’ordine {{ orderNumber }} presso {{ custodianName }} è stata annullata${BECAUSE}`,
  },
  'fulfilment.reservation.requires_attention': {
    title: 'Una riserva di merce richiede attenzione',
    message:
      'Quantità riservata di {{ sku }}: {{ quantity }}{% if orderNumber %} per l’ordine {{ orderNumber }}{% endif %}; quantità disponibile: {{ available }}. Motivo: {{ reason }}.',
  },
  'fulfilment.fulfilment.handed_off': {
    title: 'Affidato al corriere',
    message:
      '{{ custodianName }} ha affidato l’ordine {{ orderNumber }} a {{ carrier | default: "un corriere" }}.{% if trackingNumber %} Numero di tracciamento: {{ trackingNumber }}.{% endif %}',
  },
  'fulfilment.return.requested': {
    title: 'Reso richiesto',
    message: `È stato richiesto il reso {{ returnNumber }} di ${ITEMS}{% if orderNumber %} dell’ordine {{ orderNumber }}{% endif %}${BECAUSE}`,
  },
  'fulfilment.return.authorized': { title: 'Reso autorizzato', message: `${RETURN} è stato autorizzato.` },
  'fulfilment.return.rejected': { title: 'Reso rifiutato', message: `${RETURN} è stato rifiutato${BECAUSE}` },
  'fulfilment.return.received': {
    title: 'Reso arrivato',
    message: `${RETURN} è arrivato{% if custodianName %} presso {{ custodianName }}{% endif %}.`,
  },
  'fulfilment.return.resolved': {
    title: 'Reso concluso',
    message: `${RETURN} è stato concluso: ${showName('resolution', NAMES_IT.resolution)}{% if refundAmount and currency %} ({{ refundAmount | money: currency }}){% endif %}.`,
  },
}
