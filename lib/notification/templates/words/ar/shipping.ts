import type { WordsOf } from '../words.ts'

const SHIPMENT = 'الشحنة{% if orderNumber %} الخاصة بالطلب {{ orderNumber }}{% endif %}'
const TRACKING =
  '{% if trackingNumber %} رقم التتبع: {% if carrier %}{{ carrier }} {% endif %}{{ trackingNumber }}.{% endif %}'
const EXPECTED = '{% if estimatedDeliveryDate %} تاريخ التسليم المتوقع: {{ estimatedDeliveryDate | date }}.{% endif %}'
const FROM = '{% if custodianName %} من {{ custodianName }}{% endif %}'

const buildReason = (variable: string) => `{% if ${variable} %}: {{ ${variable} }}{% endif %}.`

export const SHIPPING_AR: WordsOf<'shipping' | 'routing'> = {
  'shipping.shipment.created': { title: 'شحنة جديدة', message: `تم إنشاء ${SHIPMENT}${FROM}.${TRACKING}` },
  'shipping.shipment.scheduled': {
    title: 'تمت جدولة الشحنة',
    message: `تمت جدولة ${SHIPMENT}${FROM}{% if pickupAt %}، وموعد الاستلام: {{ pickupAt | datetime }}{% endif %}.${TRACKING}`,
  },
  'shipping.shipment.in_transit': {
    title: 'الشحنة في الطريق',
    message: `${SHIPMENT} في الطريق.${EXPECTED}${TRACKING}`,
  },
  'shipping.shipment.out_for_delivery': {
    title: 'خرجت الشحنة للتسليم',
    message: `خرجت ${SHIPMENT} للتسليم.${EXPECTED}${TRACKING}`,
  },
  'shipping.shipment.delivered': {
    title: 'تم تسليم الشحنة',
    message: `تم تسليم ${SHIPMENT} في {{ deliveredAt | datetime }}.${TRACKING}`,
  },
  'shipping.shipment.cancelled': {
    title: 'أُلغيت الشحنة',
    message: `أُلغيت ${SHIPMENT}${buildReason('reason')}${TRACKING}`,
  },
  'shipping.shipment.delayed': {
    title: 'تأخرت الشحنة',
    message: `تأخرت ${SHIPMENT}${buildReason('reason')}${EXPECTED}${TRACKING}`,
  },
  'shipping.shipment.lost': {
    title: 'فُقدت الشحنة',
    message: `فُقدت ${SHIPMENT}.{% if lastSeenAt %} آخر تسجيل لها: {{ lastSeenAt | datetime }}.{% endif %}${TRACKING}`,
  },
  'shipping.shipment.damaged': {
    title: 'تضررت الشحنة',
    message: `تضررت ${SHIPMENT}${buildReason('description')}${TRACKING}`,
  },
  'shipping.shipment.refused': {
    title: 'رُفض استلام الشحنة',
    message: `رُفض استلام ${SHIPMENT}${buildReason('reason')}${TRACKING}`,
  },
  'routing.incident.raised': {
    title: 'التوجيه يحتاج إلى قرار',
    message:
      '{% if orderNumber %}لا يمكن توجيه الطلب {{ orderNumber }}{% else %}توقف توجيه الطلبات{% endif %}{% if custodianName %} إلى {{ custodianName }}{% endif %}: {{ description }}.',
  },
}
