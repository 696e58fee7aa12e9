import { showName } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { NAMES_AR } from './names.ts'

const RETURN = 'المرتجع {{ returnNumber }}{% if orderNumber %} من الطلب {{ orderNumber }}{% endif %}'
const BECAUSE = '{% if reason %}: {{ reason }}{% endif %}.'
const ITEMS = 'عدد البنود: {{ lineCount }}'

export const FULFILMENT_AR: WordsOf<'fulfilment'> = {
  'fulfilment.order.created': {
    title: 'أمر تنفيذ جديد',
    message: `أُسند تنفيذ الطلب {{ orderNumber }} إلى {{ custodianName }} (${ITEMS}).`,
  },
  'fulfilment.order.progressed': {
    title: 'تغيرت حالة التنفيذ',
    message: `الحالة الجديدة لتنفيذ الطلب {{ orderNumber }} لدى {{ custodianName }}: ${showName('status', NAMES_AR.fulfilment)} (سابقًا: ${showName('before', NAMES_AR.fulfilment)}).`,
  },
  'fulfilment.order.closed': {
    title: 'اكتمل أمر التنفيذ',
    message: 'اكتمل تنفيذ الطلب {{ orderNumber }} لدى {{ custodianName }}.',
  },
  'fulfilment.order.cancelled': {
    title: 'أُلغي أمر التنفيذ',
    message: `أُلغي تنفيذ الطلب {{ orderNumber }} لدى {{ custodianName }}${BECAUSE}`,
  },
  'fulfilment.reservation.requires_attention': {
    title: 'حجز يحتاج إلى مراجعة',
    message:
      'الكمية المحجوزة من {{ sku }}{% if orderNumber %} للطلب {{ orderNumber }}{% endif %}: {{ quantity }}، والكمية المتاحة: {{ available }}. السبب: {{ reason }}.',
  },
  'fulfilment.fulfilment.handed_off': {
    title: 'سُلّم إلى شركة الشحن',
    message:
      'سلّم {{ custodianName }} الطلب {{ orderNumber }} إلى {{ carrier | default: "شركة الشحن" }}.{% if trackingNumber %} رقم التتبع: {{ trackingNumber }}.{% endif %}',
  },
  'fulfilment.return.requested': {
    title: 'طُلب إرجاع',
    message: `طُلب الإرجاع {{ returnNumber }}{% if orderNumber %} من الطلب {{ orderNumber }}{% endif %} (${ITEMS})${BECAUSE}`,
  },
  'fulfilment.return.authorized': { title: 'تمت الموافقة على المرتجع', message: `تمت الموافقة على ${RETURN}.` },
  'fulfilment.return.rejected': { title: 'رُفض المرتجع', message: `رُفض ${RETURN}${BECAUSE}` },
  'fulfilment.return.received': {
    title: 'وصل المرتجع',
    message: `وصل ${RETURN}{% if custodianName %} إلى {{ custodianName }}{% endif %}.`,
  },
  'fulfilment.return.resolved': {
    title: 'تمت معالجة المرتجع',
    message: `تمت معالجة ${RETURN}: ${showName('resolution', NAMES_AR.resolution)}{% if refundAmount and currency %} ({{ refundAmount | money: currency }}){% endif %}.`,
  },
}
