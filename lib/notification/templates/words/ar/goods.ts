import { PRODUCT, showName } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { NAMES_AR } from './names.ts'

const QUANTITY = '{% if quantity %} الكمية في المخزون: {{ quantity }}.{% endif %}'

export const GOODS_AR: WordsOf<'partner' | 'inventory'> = {
  'partner.partner.created': { title: 'شريك جديد', message: 'أُضيف {{ partnerName }} إلى الشركاء.' },
  'partner.partner.status_changed': {
    title: 'تغيرت حالة شريك',
    message: `الحالة الجديدة للشريك {{ partnerName }}: ${showName('status', NAMES_AR.partner)} (سابقًا: ${showName('before', NAMES_AR.partner)}).`,
  },
  'inventory.lot.recalled': {
    title: 'سُحبت دفعة الإنتاج {{ lotNumber }}',
    message: `سُحبت دفعة الإنتاج {{ lotNumber }} من ${PRODUCT} ولا يجوز بيعها بعد الآن{% if reason %}: {{ reason }}{% endif %}.${QUANTITY}`,
  },
  'inventory.lot.expired': {
    title: 'انتهت صلاحية دفعة الإنتاج {{ lotNumber }}',
    message: `انتهت صلاحية دفعة الإنتاج {{ lotNumber }} من ${PRODUCT} في {{ expiredOn | date }}.${QUANTITY}`,
  },
  'inventory.serial_unit.status_changed': {
    title: 'تغيرت حالة الوحدة {{ serialNumber }}',
    message: `الحالة الجديدة للوحدة {{ serialNumber }} من ${PRODUCT}: ${showName('status', NAMES_AR.serialUnit)} (سابقًا: ${showName('before', NAMES_AR.serialUnit)}).`,
  },
  'inventory.item.discontinued': { title: 'أُوقف بيع صنف', message: `أُوقف بيع ${PRODUCT}.` },
}
