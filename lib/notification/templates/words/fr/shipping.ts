import type { WordsOf } from '../words.ts'

const SHIPMENT = 'L’expédition{% if orderNumber %} de la commande {{ orderNumber }}{% endif %}'
const TRACKING =
  '{% if trackingNumber %} Numéro de suivi : {% if carrier %}{{ carrier }} {% endif %}{{ trackingNumber }}.{% endif %}'
const EXPECTED =
  '{% if estimatedDeliveryDate %} La livraison est prévue le {{ estimatedDeliveryDate | date }}.{% endif %}'
const FROM = '{% if custodianName %} depuis {{ custodianName }}{% endif %}'

const buildReason = (variable: string) => `{% if ${variable} %} : {{ ${variable} }}{% endif %}.`

export const SHIPPING_FR: WordsOf<'shipping' | 'routing'> = {
  'shipping.shipment.created': { title: 'Nouvelle expédition', message: `${SHIPMENT}${FROM} a été créée.${TRACKING}` },
  'shipping.shipment.scheduled': {
    title: 'Expédition planifiée',
    message: `${SHIPMENT}${FROM} est planifiée{% if pickupAt %}, avec un enlèvement le {{ pickupAt | datetime }}{% endif %}.${TRACKING}`,
  },
  'shipping.shipment.in_transit': {
    title: 'Expédition en route',
    message: `${SHIPMENT} est en route.${EXPECTED}${TRACKING}`,
  },
  'shipping.shipment.out_for_delivery': {
    title: 'Expédition en cours de livraison',
    message: `${SHIPMENT} est en cours de livraison.${EXPECTED}${TRACKING}`,
  },
  'shipping.shipment.delivered': {
    title: 'Expédition livrée',
    message: `${SHIPMENT} a été livrée le {{ deliveredAt | datetime }}.${TRACKING}`,
  },
  'shipping.shipment.cancelled': {
    title: 'Expédition annulée',
    message: `${SHIPMENT} a été annulée${buildReason('reason')}${TRACKING}`,
  },
  'shipping.shipment.delayed': {
    title: 'Expédition retardée',
    message: `${SHIPMENT} est retardée${buildReason('reason')}${EXPECTED}${TRACKING}`,
  },
  'shipping.shipment.lost': {
    title: 'Expédition perdue',
    message: `${SHIPMENT} est perdue.{% if lastSeenAt %} Elle a été vue pour la dernière fois le {{ lastSeenAt | datetime }}.{% endif %}${TRACKING}`,
  },
  'shipping.shipment.damaged': {
    title: 'Expédition endommagée',
    message: `${SHIPMENT} a été endommagée${buildReason('description')}${TRACKING}`,
  },
  'shipping.shipment.refused': {
    title: 'Expédition refusée',
    message: `${SHIPMENT} a été refusée${buildReason('reason')}${TRACKING}`,
  },
  'routing.incident.raised': {
    title: 'L’affectation demande une décision',
    message:
      '{% if orderNumber %}La commande {{ orderNumber }} ne peut pas être affectée{% else %}L’affectation des commandes est arrêtée{% endif %}{% if custodianName %} ({{ custodianName }}){% endif %} : {{ description }}.',
  },
}
