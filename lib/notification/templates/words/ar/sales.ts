import { showIf, showName, TOTAL } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { NAMES_AR } from './names.ts'

const ORDER = `الطلب {{ orderNumber }} من {{ channelName }} بمبلغ ${TOTAL}`
const PAYMENT = showName('paymentStatus', NAMES_AR.payment)

export const SALES_AR: WordsOf<'sales'> = {
  'sales.order.ready': { title: 'الطلب جاهز', message: `${ORDER} جاهز للتنفيذ.` },
  'sales.order.fulfilled': { title: 'نُفذ الطلب', message: `نُفذ ${ORDER}.` },
  'sales.order.cancelled': { title: 'أُلغي الطلب', message: `أُلغي ${ORDER}${showIf('reason', ': {{ reason }}')}.` },
  'sales.order.fulfillment_blocked': { title: 'تعذر تنفيذ الطلب', message: `تعذر تنفيذ ${ORDER}: {{ reason }}.` },
  'sales.order.changed': { title: 'عُدّل الطلب', message: `عُدّل ${ORDER}.` },
  'sales.order.payment_changed': { title: 'تغيّر دفع طلب', message: `${ORDER}: حالة الدفع الآن ${PAYMENT}.` },
  'sales.order.payment_at_risk': {
    title: 'دفع طلب في خطر',
    message:
      'دفع الطلب {{ orderNumber }} من {{ channelName }} في خطر: {{ reason }}{% if until %} ({{ until | datetime }}){% endif %}.',
  },
  'sales.channel.sync_failed': {
    title: 'فشلت مزامنة {{ channelName }}',
    message:
      'فشلت مزامنة {{ channelName }} في {{ failedAt | datetime }} بالخطأ {{ errorCode }}{% if errorMessage %}: {{ errorMessage }}{% endif %}.',
    mail: {
      notes: ['تُستأنف المزامنة تلقائيًا بعد معالجة السبب. وإذا أدخلتم بيانات دخول جديدة، فإنها تُستأنف فورًا.'],
    },
  },
  'sales.channel.orders_missing': {
    title: 'طلبات مفقودة في {{ channelName }}: {{ count }}',
    message:
      'الطلبات المفتوحة المفقودة في {{ channelName }}: {{ count }}. لن يُلغى أي منها وستستمر كلها كما كانت، إلى أن تقرروا ما إذا كان المتجر قد حذفها.',
  },
}
