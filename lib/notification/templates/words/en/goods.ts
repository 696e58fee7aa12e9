import { PRODUCT, showName } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { NAMES_EN } from './names.ts'

const QUANTITY = '{% if quantity %} {{ quantity }} are in stock.{% endif %}'

export const GOODS_EN: WordsOf<'partner' | 'inventory'> = {
  'partner.partner.created': { title: 'New partner', message: '{{ partnerName }} was added as a partner.' },
  'partner.partner.status_changed': {
    title: 'Partner status changed',
    message: `The status of {{ partnerName }} changed from ${showName('before', NAMES_EN.partner)} to ${showName('status', NAMES_EN.partner)}.`,
  },

  'inventory.lot.recalled': {
    title: 'Lot {{ lotNumber }} recalled',
    message: `Lot {{ lotNumber }} of ${PRODUCT} was recalled and must no longer be sold{% if reason %}: {{ reason }}{% endif %}.${QUANTITY}`,
  },
  'inventory.lot.expired': {
    title: 'Lot {{ lotNumber }} expired',
    message: `Lot {{ lotNumber }} of ${PRODUCT} expired on {{ expiredOn | date }}.${QUANTITY}`,
  },
  'inventory.serial_unit.status_changed': {
    title: 'Status of unit {{ serialNumber }} changed',
    message: `Unit {{ serialNumber }} of ${PRODUCT} changed from ${showName('before', NAMES_EN.serialUnit)} to ${showName('status', NAMES_EN.serialUnit)}.`,
  },
  'inventory.item.discontinued': { title: 'Item discontinued', message: `${PRODUCT} was discontinued.` },
}
