import type { WordsOf } from './words.ts'

const PRODUCT = '{% if productName %}{{ productName }} ({{ sku }}){% else %}{{ sku }}{% endif %}'
const QUANTITY = '{% if quantity %} {{ quantity }} are in stock.{% endif %}'

export const GOODS: WordsOf<'partner' | 'inventory'> = {
  'partner.partner.created': { title: 'New partner', message: '{{ partnerName }} was added as a partner.' },
  'partner.partner.status_changed': {
    title: 'Partner changed',
    message: '{{ partnerName }} is {{ status }} now; the status was {{ before }}.',
  },

  'inventory.lot.recalled': {
    title: 'Lot {{ lotNumber }} recalled',
    message: `Lot {{ lotNumber }} of ${PRODUCT} must not be sold any more{% if reason %}: {{ reason }}{% endif %}.${QUANTITY}`,
  },
  'inventory.lot.expired': {
    title: 'Lot {{ lotNumber }} expired',
    message: `Lot {{ lotNumber }} of ${PRODUCT} expired on {{ expiredOn | date }}.${QUANTITY}`,
  },
  'inventory.serial_unit.status_changed': {
    title: 'Unit {{ serialNumber }} changed',
    message: `{{ serialNumber }} of ${PRODUCT} is {{ status }} now; it was {{ before }}.`,
  },
  'inventory.item.discontinued': { title: 'Item discontinued', message: `${PRODUCT} is discontinued.` },
}
