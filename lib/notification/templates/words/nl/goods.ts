import { PRODUCT, showName } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { NAMES_NL } from './names.ts'

const QUANTITY = '{% if quantity %} Daarvan zijn er {{ quantity }} op voorraad.{% endif %}'

export const GOODS_NL: WordsOf<'partner' | 'inventory'> = {
  'partner.partner.created': { title: 'Nieuwe partner', message: '{{ partnerName }} is als partner toegevoegd.' },
  'partner.partner.status_changed': {
    title: 'Status van partner gewijzigd',
    message: `Nieuwe status van {{ partnerName }}: ${showName('status', NAMES_NL.partner)} (eerder ${showName('before', NAMES_NL.partner)}).`,
  },
  'inventory.lot.recalled': {
    title: 'Partij {{ lotNumber }} teruggeroepen',
    message: `Partij {{ lotNumber }} van ${PRODUCT} is teruggeroepen en mag niet meer worden verkocht{% if reason %}: {{ reason }}{% endif %}.${QUANTITY}`,
  },
  'inventory.lot.expired': {
    title: 'Partij {{ lotNumber }} verlopen',
    message: `Partij {{ lotNumber }} van ${PRODUCT} is op {{ expiredOn | date }} verlopen.${QUANTITY}`,
  },
  'inventory.serial_unit.status_changed': {
    title: 'Status van stuk {{ serialNumber }} gewijzigd',
    message: `Nieuwe status van stuk {{ serialNumber }} van ${PRODUCT}: ${showName('status', NAMES_NL.serialUnit)} (eerder ${showName('before', NAMES_NL.serialUnit)}).`,
  },
  'inventory.item.discontinued': {
    title: 'Artikel uit het assortiment',
    message: `${PRODUCT} is uit het assortiment genomen.`,
  },
}
