import { AMOUNT, TOTAL } from '../parts.ts'
import type { WordsOf } from '../words.ts'

const DUE = '{% if dueDate %} It is due on {{ dueDate | date }}.{% endif %}'
const FOR_INVOICE = '{% if invoiceNumber %} for invoice {{ invoiceNumber }}{% endif %}'
const FROM_PARTNER = '{% if partnerName %} from {{ partnerName }}{% endif %}'
const PERIOD =
  '{% if periodStartDate and periodEndDate %} for {{ periodStartDate | date }} to {{ periodEndDate | date }}{% endif %}'
const REFERENCE = '{% if paymentReference %} Reference: {{ paymentReference }}.{% endif %}'

export const FINANCE_EN: WordsOf<'finance' | 'platform'> = {
  'finance.payment.completed': {
    title: 'Payment received',
    message: `A payment of ${AMOUNT}${FROM_PARTNER}${FOR_INVOICE} was received.${REFERENCE}`,
  },
  'finance.payment.failed': {
    title: 'Payment failed',
    message: `A payment of ${AMOUNT}${FROM_PARTNER}${FOR_INVOICE} failed{% if reason %}: {{ reason }}{% endif %}.`,
  },
  'finance.invoice.issued': {
    title: 'Invoice issued',
    message: `Invoice {{ invoiceNumber }} to {{ partnerName }} for ${TOTAL} was issued.${DUE}`,
  },
  'finance.invoice.not_issued': {
    title: 'Invoice not issued',
    message: `The invoice to {{ partnerName }} for ${TOTAL} stayed a draft. {{ reason }}`,
  },
  'finance.invoice.paid': {
    title: 'Invoice paid',
    message: `{{ partnerName }} has paid invoice {{ invoiceNumber }} for ${TOTAL}.${REFERENCE}`,
  },
  'finance.invoice.overdue': {
    title: 'Invoice overdue',
    message: `Invoice {{ invoiceNumber }} to {{ partnerName }} for ${TOTAL} is {{ daysOverdue }} {% if daysOverdue == 1 %}day{% else %}days{% endif %} overdue.{% if dueDate %} It was due on {{ dueDate | date }}.{% endif %}`,
  },
  'finance.creditnote.issued': {
    title: 'Credit note issued',
    message: `Credit note {{ creditNoteNumber }} to {{ partnerName }} for ${TOTAL} was issued for invoice {{ invoiceNumber }}: {{ reason }}.`,
  },
  'finance.bill.received': {
    title: 'Bill received',
    message: `{% if selfBilled %}Self-billed bill{% else %}Bill{% endif %} {{ billNumber }} from {{ partnerName }} for ${TOTAL} was recorded.${DUE}`,
  },
  'finance.settlement.created': {
    title: 'New settlement',
    message: `Settlement {{ settlementNumber }} of ${TOTAL} with {{ partnerName }}${PERIOD} was created.`,
  },
  'finance.settlement.posted': {
    title: 'Settlement posted',
    message: `Settlement {{ settlementNumber }} of ${TOTAL} with {{ partnerName }}${PERIOD} was approved and posted.`,
  },
  'finance.settlement.paid': {
    title: 'Settlement paid',
    message: `Settlement {{ settlementNumber }} of ${TOTAL} with {{ partnerName }}${PERIOD} was paid.${REFERENCE}`,
  },
  'finance.outgoing_payment.submitted': {
    title: 'Payment submitted',
    message: `A payment of ${AMOUNT} to {{ partnerName }} was submitted.${REFERENCE}`,
  },
  'finance.outgoing_payment.completed': {
    title: 'Payment completed',
    message: `A payment of ${AMOUNT} to {{ partnerName }} was completed.${REFERENCE}`,
  },

  'platform.billing.invoice.reminder': {
    title: 'Reminder for invoice {{ invoiceNumber }}',
    message: `Invoice {{ invoiceNumber }} to {{ partnerName }} for ${TOTAL} is still open.{% if dueDate %} It {% if isOverdue %}was{% else %}is{% endif %} due on {{ dueDate | date }}.{% endif %}`,
  },
}
