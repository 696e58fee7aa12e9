import { showIf, showName, TOTAL } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { NAMES_PT } from './names.ts'

const ORDER = `A encomenda {{ orderNumber }} de {{ channelName }} no valor de ${TOTAL}`
const PAYMENT = showName('paymentStatus', NAMES_PT.payment)

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
  'sales.order.changed': { title: 'Encomenda alterada', message: `${ORDER} foi alterada.` },
  'sales.order.payment_changed': {
    title: 'Pagamento de uma encomenda alterado',
    message: `${ORDER} está agora ${PAYMENT}.`,
  },
  'sales.order.payment_at_risk': {
    title: 'Pagamento de uma encomenda em risco',
    message:
      'O pagamento da encomenda {{ orderNumber }} de {{ channelName }} está em risco: {{ reason }}{% if until %} ({{ until | datetime }}){% endif %}.',
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
  'sales.channel.orders_missing': {
    title: 'Faltam {{ count }} encomendas em {{ channelName }}',
    message:
      'Em {{ channelName }} faltam {{ count }} encomendas em aberto. Nenhuma é cancelada e todas continuam como até agora, até que decida se a loja as eliminou.',
  },
}
