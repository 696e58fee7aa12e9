import type { WordsOf } from '../words.ts'

const SHIPMENT = 'La spedizione{% if orderNumber %} dell’ordine {{ orderNumber }}{% endif %}'
const TRACKING =
  '{% if trackingNumber %} Numero di tracciamento: {% if carrier %}{{ carrier }} {% endif %}{{ trackingNumber }}.{% endif %}'
const EXPECTED =
  '{% if estimatedDeliveryDate %} La consegna è prevista per il {{ estimatedDeliveryDate | date }}.{% endif %}'
const FROM = '{% if custodianName %} da {{ custodianName }}{% endif %}'

const buildReason = (variable: string) => `{% if ${variable} %}: {{ ${variable} }}{% endif %}.`

export const SHIPPING_IT: WordsOf<'shipping' | 'routing'> = {
  'shipping.shipment.created': { title: 'Nuova spedizione', message: `${SHIPMENT}${FROM} è stata creata.${TRACKING}` },
  'shipping.shipment.scheduled': {
    title: 'Spedizione programmata',
    message: `${SHIPMENT}${FROM} è programmata{% if pickupAt %}, con ritiro il {{ pickupAt | datetime }}{% endif %}.${TRACKING}`,
  },
  'shipping.shipment.in_transit': {
    title: 'Spedizione in viaggio',
    message: `${SHIPMENT} è in viaggio.${EXPECTED}${TRACKING}`,
  },
  'shipping.shipment.out_for_delivery': {
    title: 'Spedizione in consegna',
    message: `${SHIPMENT} è in consegna.${EXPECTED}${TRACKING}`,
  },
  'shipping.shipment.delivered': {
    title: 'Spedizione consegnata',
    message: `${SHIPMENT} è stata consegnata il {{ deliveredAt | datetime }}.${TRACKING}`,
  },
  'shipping.shipment.cancelled': {
    title: 'Spedizione annullata',
    message: `${SHIPMENT} è stata annullata${buildReason('reason')}${TRACKING}`,
  },
  'shipping.shipment.delayed': {
    title: 'Spedizione in ritardo',
    message: `${SHIPMENT} è in ritardo${buildReason('reason')}${EXPECTED}${TRACKING}`,
  },
  'shipping.shipment.lost': {
    title: 'Spedizione persa',
    message: `${SHIPMENT} è andata persa.{% if lastSeenAt %} È stata registrata l’ultima volta il {{ lastSeenAt | datetime }}.{% endif %}${TRACKING}`,
  },
  'shipping.shipment.damaged': {
    title: 'Spedizione danneggiata',
    message: `${SHIPMENT} è stata danneggiata${buildReason('description')}${TRACKING}`,
  },
  'shipping.shipment.refused': {
    title: 'Spedizione rifiutata',
    message: `${SHIPMENT} è stata rifiutata${buildReason('reason')}${TRACKING}`,
  },
  'routing.incident.raised': {
    title: 'L’assegnazione richiede una decisione',
    message:
      '{% if orderNumber %}L’ordine {{ orderNumber }} non può essere assegnato{% else %}L’assegnazione degli ordini è ferma{% endif %}{% if custodianName %} ({{ custodianName }}){% endif %}: {{ description }}.',
  },
}
