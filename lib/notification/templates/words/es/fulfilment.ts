import { showIf, showName } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { NAMES_ES } from './names.ts'

const RETURN = 'La devolución {{ returnNumber }}{% if orderNumber %} del pedido {{ orderNumber }}{% endif %}'
const BECAUSE = '{% if reason %}: {{ reason }}{% endif %}.'
const ITEMS = `{{ lineCount }} ${showIf('lineCount == 1', 'artículo', 'artículos')}`

export const FULFILMENT_ES: WordsOf<'fulfilment'> = {
  'fulfilment.order.created': {
    title: 'Nueva orden de preparación',
    message: `Se ha encargado a {{ custodianName }} el pedido {{ orderNumber }} con ${ITEMS}.`,
  },
  'fulfilment.order.progressed': {
    title: 'La preparación ha avanzado',
    message: `Nuevo estado del pedido {{ orderNumber }} en {{ custodianName }}: ${showName('status', NAMES_ES.fulfilment)} (antes ${showName('before', NAMES_ES.fulfilment)}).`,
  },
  'fulfilment.order.closed': {
    title: 'Orden de preparación cerrada',
    message: '{{ custodianName }} ha cerrado la preparación del pedido {{ orderNumber }}.',
  },
  'fulfilment.order.cancelled': {
    title: 'Orden de preparación cancelada',
    message: `La preparación del pedido {{ orderNumber }} en {{ custodianName }} se ha cancelado${BECAUSE}`,
  },
  'fulfilment.reservation.requires_attention': {
    title: 'Una reserva requiere atención',
    message:
      'De {{ sku }} hay {{ quantity }} unidades reservadas{% if orderNumber %} para el pedido {{ orderNumber }}{% endif %}, pero disponibles solo {{ available }}: {{ reason }}.',
  },
  'fulfilment.fulfilment.handed_off': {
    title: 'Entregado al transportista',
    message:
      '{{ custodianName }} ha entregado el pedido {{ orderNumber }} a {{ carrier | default: "la empresa de transporte" }}.{% if trackingNumber %} Número de seguimiento: {{ trackingNumber }}.{% endif %}',
  },
  'fulfilment.return.requested': {
    title: 'Devolución solicitada',
    message: `Se ha solicitado la devolución {{ returnNumber }} de ${ITEMS}{% if orderNumber %} del pedido {{ orderNumber }}{% endif %}${BECAUSE}`,
  },
  'fulfilment.return.authorized': { title: 'Devolución autorizada', message: `${RETURN} se ha autorizado.` },
  'fulfilment.return.rejected': { title: 'Devolución rechazada', message: `${RETURN} se ha rechazado${BECAUSE}` },
  'fulfilment.return.received': {
    title: 'Devolución recibida',
    message: `${RETURN} ha llegado{% if custodianName %} a {{ custodianName }}{% endif %}.`,
  },
  'fulfilment.return.resolved': {
    title: 'Devolución resuelta',
    message: `${RETURN} se ha resuelto: ${showName('resolution', NAMES_ES.resolution)}{% if refundAmount and currency %} ({{ refundAmount | money: currency }}){% endif %}.`,
  },
}
