import type { WordsOf } from '../words.ts'

const SHIPMENT = 'De zending{% if orderNumber %} van bestelling {{ orderNumber }}{% endif %}'
const TRACKING =
  '{% if trackingNumber %} Trackingnummer: {% if carrier %}{{ carrier }} {% endif %}{{ trackingNumber }}.{% endif %}'
const EXPECTED =
  '{% if estimatedDeliveryDate %} De bezorging wordt op {{ estimatedDeliveryDate | date }} verwacht.{% endif %}'
const FROM = '{% if custodianName %} vanuit {{ custodianName }}{% endif %}'

const buildReason = (variable: string) => `{% if ${variable} %}: {{ ${variable} }}{% endif %}.`

export const SHIPPING_NL: WordsOf<'shipping' | 'routing'> = {
  'shipping.shipment.created': { title: 'Nieuwe zending', message: `${SHIPMENT}${FROM} is aangemaakt.${TRACKING}` },
  'shipping.shipment.scheduled': {
    title: 'Zending ingepland',
    message: `${SHIPMENT}${FROM} is ingepland{% if pickupAt %}; de afhaling is op {{ pickupAt | datetime }}{% endif %}.${TRACKING}`,
  },
  'shipping.shipment.in_transit': {
    title: 'Zending onderweg',
    message: `${SHIPMENT} is onderweg.${EXPECTED}${TRACKING}`,
  },
  'shipping.shipment.out_for_delivery': {
    title: 'Zending wordt bezorgd',
    message: `${SHIPMENT} wordt bezorgd.${EXPECTED}${TRACKING}`,
  },
  'shipping.shipment.delivered': {
    title: 'Zending bezorgd',
    message: `${SHIPMENT} is op {{ deliveredAt | datetime }} bezorgd.${TRACKING}`,
  },
  'shipping.shipment.cancelled': {
    title: 'Zending geannuleerd',
    message: `${SHIPMENT} is geannuleerd${buildReason('reason')}${TRACKING}`,
  },
  'shipping.shipment.delayed': {
    title: 'Zending vertraagd',
    message: `${SHIPMENT} is vertraagd${buildReason('reason')}${EXPECTED}${TRACKING}`,
  },
  'shipping.shipment.lost': {
    title: 'Zending zoekgeraakt',
    message: `${SHIPMENT} is zoekgeraakt.{% if lastSeenAt %} De zending is voor het laatst geregistreerd op {{ lastSeenAt | datetime }}.{% endif %}${TRACKING}`,
  },
  'shipping.shipment.damaged': {
    title: 'Zending beschadigd',
    message: `${SHIPMENT} is beschadigd${buildReason('description')}${TRACKING}`,
  },
  'shipping.shipment.refused': {
    title: 'Zending geweigerd',
    message: `${SHIPMENT} is geweigerd${buildReason('reason')}${TRACKING}`,
  },
  'routing.incident.raised': {
    title: 'Toewijzing vraagt een beslissing',
    message:
      '{% if orderNumber %}Bestelling {{ orderNumber }} kan niet worden toegewezen{% else %}De toewijzing van bestellingen ligt stil{% endif %}{% if custodianName %} ({{ custodianName }}){% endif %}: {{ description }}.',
  },
}
