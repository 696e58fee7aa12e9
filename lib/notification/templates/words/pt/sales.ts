import { showIf, TOTAL } from '../parts.ts'
import type { WordsOf } from '../words.ts'

const ORDER = `A encomenda {{ orderNumber }} de {{ channelName }} no valor de ${TOTAL}`

export const SALES_PT: WordsOf<'sales'> = {
  'sales.order.ready': { title: 'Encomenda pronta', message: `${ORDER} está pronta para expedição.` },
  'sales.order.fulfilled': { title: 'Encomenda satisfeita', message: `${ORDER} foi satisfeita.` },
  'sales.order.cancelled': {
    title: 'Encomenda cancelada',
    message: `${ORDER} foi cancelada${showIf('reason', ': {{ reason }}')}.`,
  },
  'sales.order.fulfillment_blocked': {
    title: 'Encomenda que não pode ser satisfeita',
    message: `${ORDER} não pode ser satisfeita: {{ reason }}.`,
  },
  'sales.channel.sync_failed': {
    title: 'Falha na sincronização de {{ channelName }}',
    message:
      'A sincronização de {{ channelName }} falhou em {{ failedAt | datetime }} com {{ errorCode }}{% if errorMessage %}: {{ errorMessage }}{% endif %}.',
    mail: {
      notes: [
        'As sincronizações são retomadas automaticamente assim que a causa for resolvida. Se introduzir novas credenciais, são retomadas de imediato.',
      ],
    },
  },
}
