import { PRODUCT, showName } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { NAMES_DE } from './names.ts'

const QUANTITY = '{% if quantity %} Davon sind {{ quantity }} auf Lager.{% endif %}'

export const GOODS_DE: WordsOf<'partner' | 'inventory'> = {
  'partner.partner.created': { title: 'Neuer Partner', message: '{{ partnerName }} wurde als Partner angelegt.' },
  'partner.partner.status_changed': {
    title: 'Status eines Partners geändert',
    message: `Neuer Status von {{ partnerName }}: ${showName('status', NAMES_DE.partner)} (bisher ${showName('before', NAMES_DE.partner)}).`,
  },
  'inventory.lot.recalled': {
    title: 'Charge {{ lotNumber }} zurückgerufen',
    message: `Charge {{ lotNumber }} von ${PRODUCT} wurde zurückgerufen und darf nicht mehr verkauft werden{% if reason %}: {{ reason }}{% endif %}.${QUANTITY}`,
  },
  'inventory.lot.expired': {
    title: 'Charge {{ lotNumber }} abgelaufen',
    message: `Charge {{ lotNumber }} von ${PRODUCT} ist am {{ expiredOn | date }} abgelaufen.${QUANTITY}`,
  },
  'inventory.serial_unit.status_changed': {
    title: 'Status von Stück {{ serialNumber }} geändert',
    message: `Neuer Status von Stück {{ serialNumber }} von ${PRODUCT}: ${showName('status', NAMES_DE.serialUnit)} (bisher ${showName('before', NAMES_DE.serialUnit)}).`,
  },
  'inventory.item.discontinued': { title: 'Artikel ausgelaufen', message: `${PRODUCT} ist ausgelaufen.` },
}
