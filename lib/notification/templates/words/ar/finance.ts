import { AMOUNT, TOTAL } from '../parts.ts'
import type { WordsOf } from '../words.ts'

const DUE = '{% if dueDate %} تاريخ الاستحقاق: {{ dueDate | date }}.{% endif %}'
const FOR_INVOICE = '{% if invoiceNumber %} عن الفاتورة {{ invoiceNumber }}{% endif %}'
const FROM_PARTNER = '{% if partnerName %} من {{ partnerName }}{% endif %}'
const PERIOD =
  '{% if periodStartDate and periodEndDate %} عن الفترة من {{ periodStartDate | date }} إلى {{ periodEndDate | date }}{% endif %}'
const REFERENCE = '{% if paymentReference %} المرجع: {{ paymentReference }}.{% endif %}'

export const FINANCE_AR: WordsOf<'finance' | 'platform'> = {
  'finance.payment.completed': {
    title: 'تم استلام دفعة',
    message: `تم استلام دفعة بمبلغ ${AMOUNT}${FROM_PARTNER}${FOR_INVOICE}.${REFERENCE}`,
  },
  'finance.payment.failed': {
    title: 'فشلت دفعة',
    message: `فشلت دفعة بمبلغ ${AMOUNT}${FROM_PARTNER}${FOR_INVOICE}{% if reason %}: {{ reason }}{% endif %}.`,
  },
  'finance.invoice.issued': {
    title: 'صدرت فاتورة',
    message: `صدرت الفاتورة {{ invoiceNumber }} إلى {{ partnerName }} بمبلغ ${TOTAL}.${DUE}`,
  },
  'finance.invoice.not_issued': {
    title: 'لم تصدر فاتورة',
    message: `بقيت الفاتورة إلى {{ partnerName }} بمبلغ ${TOTAL} مسودة. {{ reason }}`,
  },
  'finance.invoice.paid': {
    title: 'دُفعت فاتورة',
    message: `دُفعت الفاتورة {{ invoiceNumber }} بمبلغ ${TOTAL}، والدافع: {{ partnerName }}.${REFERENCE}`,
  },
  'finance.invoice.overdue': {
    title: 'فاتورة متأخرة السداد',
    message: `تأخر سداد الفاتورة {{ invoiceNumber }} إلى {{ partnerName }} بمبلغ ${TOTAL}. عدد أيام التأخر: {{ daysOverdue }}.{% if dueDate %} تاريخ الاستحقاق: {{ dueDate | date }}.{% endif %}`,
  },
  'finance.creditnote.issued': {
    title: 'صدر إشعار دائن',
    message: `صدر الإشعار الدائن {{ creditNoteNumber }} إلى {{ partnerName }} بمبلغ ${TOTAL} عن الفاتورة {{ invoiceNumber }}: {{ reason }}.`,
  },
  'finance.bill.received': {
    title: 'سُجلت فاتورة مورد',
    message: `سُجلت فاتورة المورد {{ billNumber }} من {{ partnerName }} بمبلغ ${TOTAL}{% if selfBilled %} (فوترة ذاتية){% endif %}.${DUE}`,
  },
  'finance.settlement.created': {
    title: 'تسوية جديدة',
    message: `أُنشئت التسوية {{ settlementNumber }} بمبلغ ${TOTAL} مع {{ partnerName }}${PERIOD}.`,
  },
  'finance.settlement.posted': {
    title: 'رُحّلت التسوية',
    message: `اعتُمدت ورُحّلت التسوية {{ settlementNumber }} بمبلغ ${TOTAL} مع {{ partnerName }}${PERIOD}.`,
  },
  'finance.settlement.paid': {
    title: 'دُفعت التسوية',
    message: `دُفعت التسوية {{ settlementNumber }} بمبلغ ${TOTAL} مع {{ partnerName }}${PERIOD}.${REFERENCE}`,
  },
  'finance.outgoing_payment.submitted': {
    title: 'قُدمت دفعة للتنفيذ',
    message: `قُدمت للتنفيذ دفعة بمبلغ ${AMOUNT} إلى {{ partnerName }}.${REFERENCE}`,
  },
  'finance.outgoing_payment.completed': {
    title: 'نُفذت دفعة',
    message: `نُفذت دفعة بمبلغ ${AMOUNT} إلى {{ partnerName }}.${REFERENCE}`,
  },
  'platform.billing.invoice.reminder': {
    title: 'تذكير بالفاتورة {{ invoiceNumber }}',
    message: `لم تُسدد بعد الفاتورة {{ invoiceNumber }} إلى {{ partnerName }} بمبلغ ${TOTAL}.{% if dueDate %} {% if isOverdue %}حل موعد استحقاقها في{% else %}تستحق في{% endif %} {{ dueDate | date }}.{% endif %}`,
  },
}
