import { showName } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { NAMES_EN } from './names.ts'

const RETURN = 'Return {{ returnNumber }}{% if orderNumber %} of order {{ orderNumber }}{% endif %}'
const BECAUSE = '{% if reason %}: {{ reason }}{% endif %}.'
const ITEMS = '{{ lineCount }} {% if lineCount == 1 %}item{% else %}items{% endif %}'

export const FULFILMENT_EN: WordsOf<'fulfilment'> = {
  'fulfilment.order.created': {
    title: 'New fulfilment order',
    message: `{{ custodianName }} was asked to fulfil order {{ orderNumber }} with ${ITEMS}.`,
  },
  'fulfilment.order.progressed': {
    title: 'Fulfilment progressed',
    message: `Order {{ orderNumber }} at {{ custodianName }} changed from ${showName('before', NAMES_EN.fulfilment)} to ${showName('status', NAMES_EN.fulfilment)}.`,
  },
  'fulfilment.order.closed': {
    title: 'Fulfilment order closed',
    message: '{{ custodianName }} has closed the fulfilment of order {{ orderNumber }}.',
  },
  'fulfilment.order.cancelled': {
    title: 'Fulfilment order cancelled',
    message: `The fulfilment of order {{ orderNumber }} at {{ custodianName }} was cancelled${BECAUSE}`,
  },
  'fulfilment.reservation.requires_attention': {
    title: 'Reservation needs attention',
    message:
      '{{ quantity }} of {{ sku }} are reserved{% if orderNumber %} for order {{ orderNumber }}{% endif %}, but only {{ available }} are available: {{ reason }}.',
  },
  'fulfilment.fulfilment.handed_off': {
    title: 'Handed to the carrier',
    message:
      '{{ custodianName }} has handed order {{ orderNumber }} to {{ carrier | default: "the carrier" }}.{% if trackingNumber %} Tracking number: {{ trackingNumber }}.{% endif %}',
  },
  'fulfilment.return.requested': {
    title: 'Return requested',
    message: `Return {{ returnNumber }} of ${ITEMS} {% if orderNumber %}from order {{ orderNumber }} {% endif %}was requested${BECAUSE}`,
  },
  'fulfilment.return.authorized': { title: 'Return authorized', message: `${RETURN} was authorized.` },
  'fulfilment.return.rejected': { title: 'Return rejected', message: `${RETURN} was rejected${BECAUSE}` },
  'fulfilment.return.received': {
    title: 'Return received',
    message: `${RETURN} has arrived{% if custodianName %} at {{ custodianName }}{% endif %}.`,
  },
  'fulfilment.return.resolved': {
    title: 'Return resolved',
    message: `${RETURN} was ${showName('resolution', NAMES_EN.resolution)}{% if refundAmount and currency %}: {{ refundAmount | money: currency }}{% endif %}.`,
  },
}
