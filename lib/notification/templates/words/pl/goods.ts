import { PRODUCT, showName } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { NAMES_PL } from './names.ts'

const QUANTITY = '{% if quantity %} Ilość na stanie: {{ quantity }}.{% endif %}'

export const GOODS_PL: WordsOf<'partner' | 'inventory'> = {
  'partner.partner.created': { title: 'Nowy partner', message: 'Dodano partnera {{ partnerName }}.' },
  'partner.partner.status_changed': {
    title: 'Zmiana statusu partnera',
    message: `Nowy status partnera {{ partnerName }}: ${showName('status', NAMES_PL.partner)} (poprzednio: ${showName('before', NAMES_PL.partner)}).`,
  },
  'inventory.lot.recalled': {
    title: 'Partia {{ lotNumber }} wycofana',
    message: `Partia {{ lotNumber }} towaru ${PRODUCT} została wycofana i nie może być już sprzedawana{% if reason %}: {{ reason }}{% endif %}.${QUANTITY}`,
  },
  'inventory.lot.expired': {
    title: 'Partia {{ lotNumber }} przeterminowana',
    message: `Termin ważności partii {{ lotNumber }} towaru ${PRODUCT} minął {{ expiredOn | date }}.${QUANTITY}`,
  },
  'inventory.serial_unit.status_changed': {
    title: 'Zmiana statusu sztuki {{ serialNumber }}',
    message: `Nowy status sztuki {{ serialNumber }} towaru ${PRODUCT}: ${showName('status', NAMES_PL.serialUnit)} (poprzednio: ${showName('before', NAMES_PL.serialUnit)}).`,
  },
  'inventory.item.discontinued': { title: 'Towar wycofany z oferty', message: `Towar ${PRODUCT} wycofano z oferty.` },
}
