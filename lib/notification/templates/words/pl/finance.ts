import { AMOUNT, showIf, TOTAL } from '../parts.ts'
import type { WordsOf } from '../words.ts'

const DUE = '{% if dueDate %} Termin płatności: {{ dueDate | date }}.{% endif %}'
const FOR_INVOICE = '{% if invoiceNumber %} za fakturę {{ invoiceNumber }}{% endif %}'
const FROM_PARTNER = '{% if partnerName %} od {{ partnerName }}{% endif %}'
const PERIOD =
  '{% if periodStartDate and periodEndDate %} za okres od {{ periodStartDate | date }} do {{ periodEndDate | date }}{% endif %}'
const REFERENCE = '{% if paymentReference %} Tytuł płatności: {{ paymentReference }}.{% endif %}'

export const FINANCE_PL: WordsOf<'finance' | 'platform'> = {
  'finance.payment.completed': {
    title: 'Otrzymano płatność',
    message: `Otrzymano płatność ${AMOUNT}${FROM_PARTNER}${FOR_INVOICE}.${REFERENCE}`,
  },
  'finance.payment.failed': {
    title: 'Płatność nie powiodła się',
    message: `Nie powiodła się płatność ${AMOUNT}${FROM_PARTNER}${FOR_INVOICE}{% if reason %}: {{ reason }}{% endif %}.`,
  },
  'finance.invoice.issued': {
    title: 'Wystawiono fakturę',
    message: `Wystawiono fakturę {{ invoiceNumber }} dla {{ partnerName }} na kwotę ${TOTAL}.${DUE}`,
  },
  'finance.invoice.not_issued': {
    title: 'Faktura niewystawiona',
    message: `Faktura dla {{ partnerName }} na kwotę ${TOTAL} pozostała projektem. {{ reason }}`,
  },
  'finance.invoice.paid': {
    title: 'Faktura opłacona',
    message: `Faktura {{ invoiceNumber }} dla {{ partnerName }} na kwotę ${TOTAL} została opłacona.${REFERENCE}`,
  },
  'finance.invoice.overdue': {
    title: 'Faktura przeterminowana',
    message: `Faktura {{ invoiceNumber }} dla {{ partnerName }} na kwotę ${TOTAL} jest przeterminowana o {{ daysOverdue }} ${showIf('daysOverdue == 1', 'dzień', 'dni')}.{% if dueDate %} Termin płatności minął {{ dueDate | date }}.{% endif %}`,
  },
  'finance.creditnote.issued': {
    title: 'Wystawiono fakturę korygującą',
    message: `Wystawiono fakturę korygującą {{ creditNoteNumber }} dla {{ partnerName }} na kwotę ${TOTAL} do faktury {{ invoiceNumber }}: {{ reason }}.`,
  },
  'finance.bill.received': {
    title: 'Zarejestrowano fakturę zakupową',
    message: `Zarejestrowano fakturę zakupową {{ billNumber }} od {{ partnerName }} na kwotę ${TOTAL}{% if selfBilled %} (samofakturowanie){% endif %}.${DUE}`,
  },
  'finance.settlement.created': {
    title: 'Nowe rozliczenie',
    message: `Utworzono rozliczenie {{ settlementNumber }} z {{ partnerName }} na kwotę ${TOTAL}${PERIOD}.`,
  },
  'finance.settlement.posted': {
    title: 'Rozliczenie zaksięgowane',
    message: `Zatwierdzono i zaksięgowano rozliczenie {{ settlementNumber }} z {{ partnerName }} na kwotę ${TOTAL}${PERIOD}.`,
  },
  'finance.settlement.paid': {
    title: 'Rozliczenie opłacone',
    message: `Opłacono rozliczenie {{ settlementNumber }} z {{ partnerName }} na kwotę ${TOTAL}${PERIOD}.${REFERENCE}`,
  },
  'finance.outgoing_payment.submitted': {
    title: 'Zlecono płatność',
    message: `Zlecono płatność ${AMOUNT} dla {{ partnerName }}.${REFERENCE}`,
  },
  'finance.outgoing_payment.completed': {
    title: 'Wykonano płatność',
    message: `Wykonano płatność ${AMOUNT} dla {{ partnerName }}.${REFERENCE}`,
  },
  'platform.billing.invoice.reminder': {
    title: 'Przypomnienie o fakturze {{ invoiceNumber }}',
    message: `Faktura {{ invoiceNumber }} dla {{ partnerName }} na kwotę ${TOTAL} nie została jeszcze opłacona.{% if dueDate %} Termin płatności {% if isOverdue %}minął {{ dueDate | date }}{% else %}upływa {{ dueDate | date }}{% endif %}.{% endif %}`,
  },
}
