import { showIf, showName, TOTAL } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { NAMES_ES } from './names.ts'

const ORDER = `El pedido {{ orderNumber }} de {{ channelName }} por ${TOTAL}`
const PAYMENT = showName('paymentStatus', NAMES_ES.payment)

export const SALES_ES: WordsOf<'sales'> = {
  'sales.order.ready': { title: 'Pedido listo', message: `${ORDER} está listo para su preparación.` },
  'sales.order.fulfilled': { title: 'Pedido completado', message: `${ORDER} se ha completado.` },
  'sales.order.cancelled': {
    title: 'Pedido cancelado',
    message: `${ORDER} se ha cancelado${showIf('reason', ': {{ reason }}')}.`,
  },
  'sales.order.fulfillment_blocked': {
    title: 'No se puede preparar un pedido',
    message: `${ORDER} no se puede preparar: {{ reason }}.`,
  },
  'sales.order.changed': { title: 'Pedido modificado', message: `${ORDER} se ha modificado.` },
  'sales.order.payment_changed': {
    title: 'Ha cambiado el pago de un pedido',
    message: `${ORDER} figura ahora como ${PAYMENT}.`,
  },
  'sales.order.payment_at_risk': {
    title: 'El pago de un pedido está en riesgo',
    message:
      'El pago del pedido {{ orderNumber }} de {{ channelName }} está en riesgo: {{ reason }}{% if until %} ({{ until | datetime }}){% endif %}.',
  },
  'sales.channel.sync_failed': {
    title: 'Ha fallado la sincronización de {{ channelName }}',
    message:
      'La sincronización de {{ channelName }} falló el {{ failedAt | datetime }} con {{ errorCode }}{% if errorMessage %}: {{ errorMessage }}{% endif %}.',
    mail: {
      notes: [
        'Las sincronizaciones se reanudan automáticamente cuando se corrige la causa. Si introduce nuevas credenciales, se reanudan de inmediato.',
      ],
    },
  },
  'sales.channel.orders_missing': {
    title: 'Faltan {{ count }} pedidos en {{ channelName }}',
    message:
      'En {{ channelName }} faltan {{ count }} pedidos abiertos. No se cancela ninguno y todos siguen como hasta ahora, hasta que usted decida si la tienda los ha eliminado.',
  },
}
