import { showIf, showName } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { NAMES_PT } from './names.ts'

const RETURN = 'A devolução {{ returnNumber }}{% if orderNumber %} da encomenda {{ orderNumber }}{% endif %}'
const BECAUSE = '{% if reason %}: {{ reason }}{% endif %}.'
const ITEMS = `{{ lineCount }} ${showIf('lineCount == 1', 'artigo', 'artigos')}`

export const FULFILMENT_PT: WordsOf<'fulfilment'> = {
  'fulfilment.order.created': {
    title: 'Nova ordem de expedição',
    message: `{{ custodianName }} recebeu a ordem de expedição da encomenda {{ orderNumber }} com ${ITEMS}.`,
  },
  'fulfilment.order.progressed': {
    title: 'Novo estado da expedição',
    message: `Novo estado da encomenda {{ orderNumber }} em {{ custodianName }}: ${showName('status', NAMES_PT.fulfilment)} (antes ${showName('before', NAMES_PT.fulfilment)}).`,
  },
  'fulfilment.order.closed': {
    title: 'Ordem de expedição concluída',
    message: '{{ custodianName }} concluiu a expedição da encomenda {{ orderNumber }}.',
  },
  'fulfilment.order.cancelled': {
    title: 'Ordem de expedição cancelada',
    message: `A expedição da encomenda {{ orderNumber }} em {{ custodianName }} foi cancelada${BECAUSE}`,
  },
  'fulfilment.reservation.requires_attention': {
    title: 'Uma reserva requer atenção',
    message:
      'Quantidade reservada de {{ sku }}: {{ quantity }}{% if orderNumber %} para a encomenda {{ orderNumber }}{% endif %}; quantidade disponível: {{ available }}. Motivo: {{ reason }}.',
  },
  'fulfilment.fulfilment.handed_off': {
    title: 'Entregue à transportadora',
    message:
      '{{ custodianName }} entregou a encomenda {{ orderNumber }} para transporte{% if carrier %} por {{ carrier }}{% endif %}.{% if trackingNumber %} Número de seguimento: {{ trackingNumber }}.{% endif %}',
  },
  'fulfilment.return.requested': {
    title: 'Devolução pedida',
    message: `Foi pedida a devolução {{ returnNumber }} de ${ITEMS}{% if orderNumber %} da encomenda {{ orderNumber }}{% endif %}${BECAUSE}`,
  },
  'fulfilment.return.authorized': { title: 'Devolução autorizada', message: `${RETURN} foi autorizada.` },
  'fulfilment.return.rejected': { title: 'Devolução recusada', message: `${RETURN} foi recusada${BECAUSE}` },
  'fulfilment.return.received': {
    title: 'Devolução recebida',
    message: `${RETURN} chegou{% if custodianName %} a {{ custodianName }}{% endif %}.`,
  },
  'fulfilment.return.resolved': {
    title: 'Devolução resolvida',
    message: `${RETURN} foi resolvida: ${showName('resolution', NAMES_PT.resolution)}{% if refundAmount and currency %} ({{ refundAmount | money: currency }}){% endif %}.`,
  },
}
