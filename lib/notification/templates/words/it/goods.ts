import { PRODUCT, showName } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { NAMES_IT } from './names.ts'

const QUANTITY = '{% if quantity %} Quantità in magazzino: {{ quantity }}.{% endif %}'

export const GOODS_IT: WordsOf<'partner' | 'inventory'> = {
  'partner.partner.created': { title: 'Nuovo partner', message: '{{ partnerName }} è stato aggiunto come partner.' },
  'partner.partner.status_changed': {
    title: 'Stato di un partner modificato',
    message: `Nuovo stato di {{ partnerName }}: ${showName('status', NAMES_IT.partner)} (prima ${showName('before', NAMES_IT.partner)}).`,
  },
  'inventory.lot.recalled': {
    title: 'Lotto {{ lotNumber }} richiamato',
    message: `Il lotto {{ lotNumber }} di ${PRODUCT} è stato richiamato e non può più essere venduto{% if reason %}: {{ reason }}{% endif %}.${QUANTITY}`,
  },
  'inventory.lot.expired': {
    title: 'Lotto {{ lotNumber }} scaduto',
    message: `Il lotto {{ lotNumber }} di ${PRODUCT} è scaduto il {{ expiredOn | date }}.${QUANTITY}`,
  },
  'inventory.serial_unit.status_changed': {
    title: 'Stato dell’unità {{ serialNumber }} modificato',
    message: `Nuovo stato dell’unità {{ serialNumber }} di ${PRODUCT}: ${showName('status', NAMES_IT.serialUnit)} (prima ${showName('before', NAMES_IT.serialUnit)}).`,
  },
  'inventory.item.discontinued': {
    title: 'Articolo fuori produzione',
    message: `L’articolo ${PRODUCT} è fuori produzione.`,
  },
}
