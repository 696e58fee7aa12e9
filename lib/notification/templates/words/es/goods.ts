import { PRODUCT, showName } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { NAMES_ES } from './names.ts'

const QUANTITY = '{% if quantity %} Unidades en existencias: {{ quantity }}.{% endif %}'

export const GOODS_ES: WordsOf<'partner' | 'inventory'> = {
  'partner.partner.created': {
    title: 'Nuevo socio comercial',
    message: 'Se ha añadido a {{ partnerName }} como socio comercial.',
  },
  'partner.partner.status_changed': {
    title: 'Cambio de estado de un socio comercial',
    message: `Nuevo estado de {{ partnerName }}: ${showName('status', NAMES_ES.partner)} (antes ${showName('before', NAMES_ES.partner)}).`,
  },
  'inventory.lot.recalled': {
    title: 'Lote {{ lotNumber }} retirado',
    message: `El lote {{ lotNumber }} de ${PRODUCT} ha sido retirado y ya no se puede vender{% if reason %}: {{ reason }}{% endif %}.${QUANTITY}`,
  },
  'inventory.lot.expired': {
    title: 'Lote {{ lotNumber }} caducado',
    message: `El lote {{ lotNumber }} de ${PRODUCT} caducó el {{ expiredOn | date }}.${QUANTITY}`,
  },
  'inventory.serial_unit.status_changed': {
    title: 'Cambio de estado de la unidad {{ serialNumber }}',
    message: `Nuevo estado de la unidad {{ serialNumber }} de ${PRODUCT}: ${showName('status', NAMES_ES.serialUnit)} (antes ${showName('before', NAMES_ES.serialUnit)}).`,
  },
  'inventory.item.discontinued': { title: 'Artículo descatalogado', message: `Se ha descatalogado ${PRODUCT}.` },
}
