import type { WordsOf } from '../words.ts'

const SHIPMENT = 'The shipment{% if orderNumber %} of order {{ orderNumber }}{% endif %}'
const TRACKING =
  '{% if trackingNumber %} Tracking number: {% if carrier %}{{ carrier }} {% endif %}{{ trackingNumber }}.{% endif %}'
const EXPECTED = '{% if estimatedDeliveryDate %} It is expected on {{ estimatedDeliveryDate | date }}.{% endif %}'
const FROM = '{% if custodianName %} from {{ custodianName }}{% endif %}'

const buildReason = (variable: string) => `{% if ${variable} %}: {{ ${variable} }}{% endif %}.`

export const SHIPPING_EN: WordsOf<'shipping' | 'routing'> = {
  'shipping.shipment.created': {
    title: 'New shipment',
    message: `${SHIPMENT}${FROM} was created.${TRACKING}`,
  },
  'shipping.shipment.scheduled': {
    title: 'Shipment scheduled',
    message: `${SHIPMENT}${FROM} is scheduled{% if pickupAt %} for pickup on {{ pickupAt | datetime }}{% endif %}.${TRACKING}`,
  },
  'shipping.shipment.in_transit': {
    title: 'Shipment in transit',
    message: `${SHIPMENT} is on its way.${EXPECTED}${TRACKING}`,
  },
  'shipping.shipment.out_for_delivery': {
    title: 'Shipment out for delivery',
    message: `${SHIPMENT} is out for delivery.${EXPECTED}${TRACKING}`,
  },
  'shipping.shipment.delivered': {
    title: 'Shipment delivered',
    message: `${SHIPMENT} was delivered on {{ deliveredAt | datetime }}.${TRACKING}`,
  },
  'shipping.shipment.cancelled': {
    title: 'Shipment cancelled',
    message: `${SHIPMENT} was cancelled${buildReason('reason')}${TRACKING}`,
  },
  'shipping.shipment.delayed': {
    title: 'Shipment delayed',
    message: `${SHIPMENT} is delayed${buildReason('reason')}${EXPECTED}${TRACKING}`,
  },
  'shipping.shipment.lost': {
    title: 'Shipment lost',
    message: `${SHIPMENT} was lost.{% if lastSeenAt %} It was last seen on {{ lastSeenAt | datetime }}.{% endif %}${TRACKING}`,
  },
  'shipping.shipment.damaged': {
    title: 'Shipment damaged',
    message: `${SHIPMENT} was damaged${buildReason('description')}${TRACKING}`,
  },
  'shipping.shipment.refused': {
    title: 'Shipment refused',
    message: `${SHIPMENT} was refused${buildReason('reason')}${TRACKING}`,
  },

  'routing.incident.raised': {
    title: 'Routing needs a decision',
    message:
      '{% if orderNumber %}Order {{ orderNumber }} cannot be routed{% else %}Routing has stopped{% endif %}{% if custodianName %} to {{ custodianName }}{% endif %}: {{ description }}.',
  },
}
