import type { WordsOf } from '../words.ts'

const SHIPMENT = 'El envío{% if orderNumber %} del pedido {{ orderNumber }}{% endif %}'
const TRACKING =
  '{% if trackingNumber %} Número de seguimiento: {% if carrier %}{{ carrier }} {% endif %}{{ trackingNumber }}.{% endif %}'
const EXPECTED =
  '{% if estimatedDeliveryDate %} La entrega está prevista para el {{ estimatedDeliveryDate | date }}.{% endif %}'
const FROM = '{% if custodianName %} desde {{ custodianName }}{% endif %}'

const buildReason = (variable: string) => `{% if ${variable} %}: {{ ${variable} }}{% endif %}.`

export const SHIPPING_ES: WordsOf<'shipping' | 'routing'> = {
  'shipping.shipment.created': { title: 'Nuevo envío', message: `${SHIPMENT}${FROM} se ha creado.${TRACKING}` },
  'shipping.shipment.scheduled': {
    title: 'Envío programado',
    message: `${SHIPMENT}${FROM} está programado{% if pickupAt %}, con recogida el {{ pickupAt | datetime }}{% endif %}.${TRACKING}`,
  },
  'shipping.shipment.in_transit': {
    title: 'Envío en camino',
    message: `${SHIPMENT} está en camino.${EXPECTED}${TRACKING}`,
  },
  'shipping.shipment.out_for_delivery': {
    title: 'Envío en reparto',
    message: `${SHIPMENT} está en reparto.${EXPECTED}${TRACKING}`,
  },
  'shipping.shipment.delivered': {
    title: 'Envío entregado',
    message: `${SHIPMENT} se entregó el {{ deliveredAt | datetime }}.${TRACKING}`,
  },
  'shipping.shipment.cancelled': {
    title: 'Envío cancelado',
    message: `${SHIPMENT} se ha cancelado${buildReason('reason')}${TRACKING}`,
  },
  'shipping.shipment.delayed': {
    title: 'Envío retrasado',
    message: `${SHIPMENT} lleva retraso${buildReason('reason')}${EXPECTED}${TRACKING}`,
  },
  'shipping.shipment.lost': {
    title: 'Envío perdido',
    message: `${SHIPMENT} se ha perdido.{% if lastSeenAt %} Se registró por última vez el {{ lastSeenAt | datetime }}.{% endif %}${TRACKING}`,
  },
  'shipping.shipment.damaged': {
    title: 'Envío dañado',
    message: `${SHIPMENT} ha sufrido daños${buildReason('description')}${TRACKING}`,
  },
  'shipping.shipment.refused': {
    title: 'Envío rechazado',
    message: `${SHIPMENT} ha sido rechazado${buildReason('reason')}${TRACKING}`,
  },
  'routing.incident.raised': {
    title: 'La asignación requiere una decisión',
    message:
      '{% if orderNumber %}El pedido {{ orderNumber }} no se puede asignar{% else %}La asignación de pedidos se ha detenido{% endif %}{% if custodianName %} ({{ custodianName }}){% endif %}: {{ description }}.',
  },
}
