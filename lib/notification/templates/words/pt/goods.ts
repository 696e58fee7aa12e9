import { PRODUCT, showName } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { NAMES_PT } from './names.ts'

const QUANTITY = '{% if quantity %} Quantidade em stock: {{ quantity }}.{% endif %}'

export const GOODS_PT: WordsOf<'partner' | 'inventory'> = {
  'partner.partner.created': { title: 'Novo parceiro', message: '{{ partnerName }} foi adicionado como parceiro.' },
  'partner.partner.status_changed': {
    title: 'Estado de um parceiro alterado',
    message: `Novo estado de {{ partnerName }}: ${showName('status', NAMES_PT.partner)} (antes ${showName('before', NAMES_PT.partner)}).`,
  },
  'inventory.lot.recalled': {
    title: 'Lote {{ lotNumber }} recolhido',
    message: `O lote {{ lotNumber }} de ${PRODUCT} foi retirado do mercado e já não pode ser vendido{% if reason %}: {{ reason }}{% endif %}.${QUANTITY}`,
  },
  'inventory.lot.expired': {
    title: 'Lote {{ lotNumber }} caducado',
    message: `O lote {{ lotNumber }} de ${PRODUCT} caducou em {{ expiredOn | date }}.${QUANTITY}`,
  },
  'inventory.serial_unit.status_changed': {
    title: 'Estado da unidade {{ serialNumber }} alterado',
    message: `Novo estado da unidade {{ serialNumber }} de ${PRODUCT}: ${showName('status', NAMES_PT.serialUnit)} (antes ${showName('before', NAMES_PT.serialUnit)}).`,
  },
  'inventory.item.discontinued': { title: 'Artigo descontinuado', message: `O artigo ${PRODUCT} foi descontinuado.` },
}
