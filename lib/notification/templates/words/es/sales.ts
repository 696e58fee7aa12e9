import { showIf, TOTAL } from '../parts.ts'
import type { WordsOf } from '../words.ts'

const ORDER = `El pedido {{ orderNumber }} de {{ channelName }} por ${TOTAL}`

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
}
