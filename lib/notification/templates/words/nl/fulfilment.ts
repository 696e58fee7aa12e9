import { showIf, showName } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { NAMES_NL } from './names.ts'

const RETURN = 'Retour {{ returnNumber }}{% if orderNumber %} van bestelling {{ orderNumber }}{% endif %}'
const BECAUSE = '{% if reason %}: {{ reason }}{% endif %}.'
const ITEMS = `{{ lineCount }} ${showIf('lineCount == 1', 'regel', 'regels')}`

export const FULFILMENT_NL: WordsOf<'fulfilment'> = {
  'fulfilment.order.created': {
    title: 'Nieuwe fulfilmentorder',
    message: `{{ custodianName }} heeft de opdracht gekregen voor bestelling {{ orderNumber }} (${ITEMS}).`,
  },
  'fulfilment.order.progressed': {
    title: 'Nieuwe status van fulfilment',
    message: `Nieuwe status van bestelling {{ orderNumber }} bij {{ custodianName }}: ${showName('status', NAMES_NL.fulfilment)} (eerder ${showName('before', NAMES_NL.fulfilment)}).`,
  },
  'fulfilment.order.closed': {
    title: 'Fulfilmentorder afgesloten',
    message: '{{ custodianName }} heeft de fulfilmentorder van bestelling {{ orderNumber }} afgesloten.',
  },
  'fulfilment.order.cancelled': {
    title: 'Fulfilmentorder geannuleerd',
    message: `De fulfilmentorder van bestelling {{ orderNumber }} bij {{ custodianName }} is geannuleerd${BECAUSE}`,
  },
  'fulfilment.reservation.requires_attention': {
    title: 'Reservering vraagt aandacht',
    message:
      'Van {{ sku }} zijn {{ quantity }} stuks gereserveerd{% if orderNumber %} voor bestelling {{ orderNumber }}{% endif %}, maar slechts {{ available }} beschikbaar: {{ reason }}.',
  },
  'fulfilment.fulfilment.handed_off': {
    title: 'Aan de vervoerder overgedragen',
    message:
      '{{ custodianName }} heeft bestelling {{ orderNumber }} aan {{ carrier | default: "de vervoerder" }} overgedragen.{% if trackingNumber %} Trackingnummer: {{ trackingNumber }}.{% endif %}',
  },
  'fulfilment.return.requested': {
    title: 'Retour aangemeld',
    message: `Retour {{ returnNumber }} met ${ITEMS}{% if orderNumber %} uit bestelling {{ orderNumber }}{% endif %} is aangemeld${BECAUSE}`,
  },
  'fulfilment.return.authorized': { title: 'Retour goedgekeurd', message: `${RETURN} is goedgekeurd.` },
  'fulfilment.return.rejected': { title: 'Retour afgewezen', message: `${RETURN} is afgewezen${BECAUSE}` },
  'fulfilment.return.received': {
    title: 'Retour aangekomen',
    message: `${RETURN} is{% if custodianName %} bij {{ custodianName }}{% endif %} aangekomen.`,
  },
  'fulfilment.return.resolved': {
    title: 'Retour afgehandeld',
    message: `${RETURN} is afgehandeld: ${showName('resolution', NAMES_NL.resolution)}{% if refundAmount and currency %} ({{ refundAmount | money: currency }}){% endif %}.`,
  },
}
