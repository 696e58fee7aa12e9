import type { WordsOf } from './words.ts'

const TOTAL = '{{ totalAmount | money: currency }}'
const AMOUNT = '{{ amount | money: currency }}'
const DUE = '{% if dueDate %} It is due on {{ dueDate | date }}.{% endif %}'
const FOR_INVOICE = '{% if invoiceNumber %} for invoice {{ invoiceNumber }}{% endif %}'
const FROM_PARTNER = '{% if partnerName %} from {{ partnerName }}{% endif %}'
const PERIOD =
  '{% if periodStartDate and periodEndDate %} for {{ periodStartDate | date }} to {{ periodEndDate | date }}{% endif %}'
const REFERENCE = '{% if paymentReference %} Reference: {{ paymentReference }}.{% endif %}'

export const FINANCE: WordsOf<'finance' | 'platform'> = {
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
    message: `Invoice {{ invoiceNumber }} to {{ partnerName }} over ${TOTAL} was issued.${DUE}`,
  },
  'finance.invoice.paid': {
    title: 'Invoice paid',
    message: `{{ partnerName }} has paid invoice {{ invoiceNumber }} over ${TOTAL}.${REFERENCE}`,
  },
  'finance.invoice.overdue': {
    title: 'Invoice overdue',
    message: `Invoice {{ invoiceNumber }} to {{ partnerName }} over ${TOTAL} is overdue{% if dueDate %} since {{ dueDate | date }}{% endif %}, by {{ daysOverdue }} {% if daysOverdue == 1 %}day{% else %}days{% endif %}.`,
  },
  'finance.creditnote.issued': {
    title: 'Credit note issued',
    message: `Credit note {{ creditNoteNumber }} to {{ partnerName }} over ${TOTAL} was issued for invoice {{ invoiceNumber }}: {{ reason }}.`,
  },
  'finance.bill.received': {
    title: 'Bill received',
    message: `{% if selfBilled %}Self-billed bill{% else %}Bill{% endif %} {{ billNumber }} of {{ partnerName }} over ${TOTAL} was recorded.${DUE}`,
  },
  'finance.settlement.created': {
    title: 'New settlement',
    message: `Settlement {{ settlementNumber }} with {{ partnerName }}${PERIOD} over ${TOTAL} was created.`,
  },
  'finance.settlement.posted': {
    title: 'Settlement posted',
    message: `Settlement {{ settlementNumber }} with {{ partnerName }}${PERIOD} over ${TOTAL} was approved and posted.`,
  },
  'finance.settlement.paid': {
    title: 'Settlement paid',
    message: `Settlement {{ settlementNumber }} with {{ partnerName }}${PERIOD} over ${TOTAL} was paid.${REFERENCE}`,
  },
  'finance.outgoing_payment.submitted': {
    title: 'Payment on its way',
    message: `A payment of ${AMOUNT} to {{ partnerName }} was submitted.${REFERENCE}`,
  },
  'finance.outgoing_payment.completed': {
    title: 'Payment made',
    message: `A payment of ${AMOUNT} to {{ partnerName }} was completed.${REFERENCE}`,
  },

  'platform.billing.invoice.reminder': {
    title: 'Reminder of invoice {{ invoiceNumber }}',
    message: `Invoice {{ invoiceNumber }} to {{ partnerName }} over ${TOTAL} is still open.{% if dueDate %} It {% if isOverdue %}was{% else %}is{% endif %} due on {{ dueDate | date }}.{% endif %}`,
  },
}
