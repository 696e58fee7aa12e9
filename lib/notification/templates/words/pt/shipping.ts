import type { WordsOf } from '../words.ts'

const SHIPMENT = 'O envio{% if orderNumber %} da encomenda {{ orderNumber }}{% endif %}'
const TRACKING =
  '{% if trackingNumber %} Número de seguimento: {% if carrier %}{{ carrier }} {% endif %}{{ trackingNumber }}.{% endif %}'
const EXPECTED =
  '{% if estimatedDeliveryDate %} A entrega está prevista para {{ estimatedDeliveryDate | date }}.{% endif %}'
const FROM = '{% if custodianName %} de {{ custodianName }}{% endif %}'

const buildReason = (variable: string) => `{% if ${variable} %}: {{ ${variable} }}{% endif %}.`

export const SHIPPING_PT: WordsOf<'shipping' | 'routing'> = {
  'shipping.shipment.created': { title: 'Novo envio', message: `${SHIPMENT}${FROM} foi criado.${TRACKING}` },
  'shipping.shipment.scheduled': {
    title: 'Envio agendado',
    message: `${SHIPMENT}${FROM} está agendado{% if pickupAt %}, com recolha em {{ pickupAt | datetime }}{% endif %}.${TRACKING}`,
  },
  'shipping.shipment.in_transit': {
    title: 'Envio a caminho',
    message: `${SHIPMENT} está a caminho.${EXPECTED}${TRACKING}`,
  },
  'shipping.shipment.out_for_delivery': {
    title: 'Envio em distribuição',
    message: `${SHIPMENT} está em distribuição.${EXPECTED}${TRACKING}`,
  },
  'shipping.shipment.delivered': {
    title: 'Envio entregue',
    message: `${SHIPMENT} foi entregue em {{ deliveredAt | datetime }}.${TRACKING}`,
  },
  'shipping.shipment.cancelled': {
    title: 'Envio cancelado',
    message: `${SHIPMENT} foi cancelado${buildReason('reason')}${TRACKING}`,
  },
  'shipping.shipment.delayed': {
    title: 'Envio atrasado',
    message: `${SHIPMENT} está atrasado${buildReason('reason')}${EXPECTED}${TRACKING}`,
  },
  'shipping.shipment.lost': {
    title: 'Envio extraviado',
    message: `${SHIPMENT} extraviou-se.{% if lastSeenAt %} Foi registado pela última vez em {{ lastSeenAt | datetime }}.{% endif %}${TRACKING}`,
  },
  'shipping.shipment.damaged': {
    title: 'Envio danificado',
    message: `${SHIPMENT} foi danificado${buildReason('description')}${TRACKING}`,
  },
  'shipping.shipment.refused': {
    title: 'Envio recusado',
    message: `${SHIPMENT} foi recusado${buildReason('reason')}${TRACKING}`,
  },
  'routing.incident.raised': {
    title: 'A atribuição requer uma decisão',
    message:
      '{% if orderNumber %}A encomenda {{ orderNumber }} não pode ser atribuída{% else %}A atribuição de encomendas parou{% endif %}{% if custodianName %} ({{ custodianName }}){% endif %}: {{ description }}.',
  },
}
