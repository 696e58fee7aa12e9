import type { WordsOf } from '../words.ts'

const SHIPMENT = 'Die Sendung{% if orderNumber %} zur Bestellung {{ orderNumber }}{% endif %}'
const TRACKING =
  '{% if trackingNumber %} Sendungsnummer: {% if carrier %}{{ carrier }} {% endif %}{{ trackingNumber }}.{% endif %}'
const EXPECTED = '{% if estimatedDeliveryDate %} Sie wird am {{ estimatedDeliveryDate | date }} erwartet.{% endif %}'
const FROM = '{% if custodianName %} von {{ custodianName }}{% endif %}'

const buildReason = (variable: string) => `{% if ${variable} %}: {{ ${variable} }}{% endif %}.`

export const SHIPPING_DE: WordsOf<'shipping' | 'routing'> = {
  'shipping.shipment.created': { title: 'Neue Sendung', message: `${SHIPMENT}${FROM} wurde angelegt.${TRACKING}` },
  'shipping.shipment.scheduled': {
    title: 'Sendung eingeplant',
    message: `${SHIPMENT}${FROM} ist eingeplant{% if pickupAt %}; die Abholung ist am {{ pickupAt | datetime }}{% endif %}.${TRACKING}`,
  },
  'shipping.shipment.in_transit': {
    title: 'Sendung unterwegs',
    message: `${SHIPMENT} ist unterwegs.${EXPECTED}${TRACKING}`,
  },
  'shipping.shipment.out_for_delivery': {
    title: 'Sendung in Zustellung',
    message: `${SHIPMENT} wird zugestellt.${EXPECTED}${TRACKING}`,
  },
  'shipping.shipment.delivered': {
    title: 'Sendung zugestellt',
    message: `${SHIPMENT} wurde am {{ deliveredAt | datetime }} zugestellt.${TRACKING}`,
  },
  'shipping.shipment.cancelled': {
    title: 'Sendung storniert',
    message: `${SHIPMENT} wurde storniert${buildReason('reason')}${TRACKING}`,
  },
  'shipping.shipment.delayed': {
    title: 'Sendung verspätet',
    message: `${SHIPMENT} verspätet sich${buildReason('reason')}${EXPECTED}${TRACKING}`,
  },
  'shipping.shipment.lost': {
    title: 'Sendung verloren',
    message: `${SHIPMENT} ist verloren gegangen.{% if lastSeenAt %} Sie wurde zuletzt am {{ lastSeenAt | datetime }} erfasst.{% endif %}${TRACKING}`,
  },
  'shipping.shipment.damaged': {
    title: 'Sendung beschädigt',
    message: `${SHIPMENT} wurde beschädigt${buildReason('description')}${TRACKING}`,
  },
  'shipping.shipment.refused': {
    title: 'Sendung nicht angenommen',
    message: `${SHIPMENT} wurde nicht angenommen${buildReason('reason')}${TRACKING}`,
  },
  'routing.incident.raised': {
    title: 'Zuweisung braucht eine Entscheidung',
    message:
      '{% if orderNumber %}Bestellung {{ orderNumber }} kann nicht zugewiesen werden{% else %}Die Zuweisung von Bestellungen steht{% endif %}{% if custodianName %} ({{ custodianName }}){% endif %}: {{ description }}.',
  },
}
