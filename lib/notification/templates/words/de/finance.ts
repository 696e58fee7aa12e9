import { AMOUNT, showIf, TOTAL } from '../parts.ts'
import type { WordsOf } from '../words.ts'

const DUE = '{% if dueDate %} Sie ist am {{ dueDate | date }} fällig.{% endif %}'
const FOR_INVOICE = '{% if invoiceNumber %} für Rechnung {{ invoiceNumber }}{% endif %}'
const FROM_PARTNER = '{% if partnerName %} von {{ partnerName }}{% endif %}'
const PERIOD =
  '{% if periodStartDate and periodEndDate %} für die Zeit vom {{ periodStartDate | date }} bis {{ periodEndDate | date }}{% endif %}'
const REFERENCE = '{% if paymentReference %} Verwendungszweck: {{ paymentReference }}.{% endif %}'

export const FINANCE_DE: WordsOf<'finance' | 'platform'> = {
  'finance.payment.completed': {
    title: 'Zahlung eingegangen',
    message: `Eine Zahlung über ${AMOUNT}${FROM_PARTNER}${FOR_INVOICE} ist eingegangen.${REFERENCE}`,
  },
  'finance.payment.failed': {
    title: 'Zahlung fehlgeschlagen',
    message: `Eine Zahlung über ${AMOUNT}${FROM_PARTNER}${FOR_INVOICE} ist fehlgeschlagen{% if reason %}: {{ reason }}{% endif %}.`,
  },
  'finance.invoice.issued': {
    title: 'Rechnung ausgestellt',
    message: `Rechnung {{ invoiceNumber }} an {{ partnerName }} über ${TOTAL} wurde ausgestellt.${DUE}`,
  },
  'finance.invoice.not_issued': {
    title: 'Rechnung nicht ausgestellt',
    message: `Die Rechnung an {{ partnerName }} über ${TOTAL} blieb ein Entwurf. {{ reason }}`,
  },
  'finance.invoice.paid': {
    title: 'Rechnung bezahlt',
    message: `{{ partnerName }} hat Rechnung {{ invoiceNumber }} über ${TOTAL} bezahlt.${REFERENCE}`,
  },
  'finance.invoice.overdue': {
    title: 'Rechnung überfällig',
    message: `Rechnung {{ invoiceNumber }} an {{ partnerName }} über ${TOTAL} ist seit {{ daysOverdue }} ${showIf('daysOverdue == 1', 'Tag', 'Tagen')} überfällig.{% if dueDate %} Sie war am {{ dueDate | date }} fällig.{% endif %}`,
  },
  'finance.creditnote.issued': {
    title: 'Rechnungskorrektur ausgestellt',
    message: `Rechnungskorrektur {{ creditNoteNumber }} an {{ partnerName }} über ${TOTAL} wurde zu Rechnung {{ invoiceNumber }} ausgestellt: {{ reason }}.`,
  },
  'finance.bill.received': {
    title: 'Eingangsrechnung erfasst',
    message: `${showIf('selfBilled', 'Die selbst ausgestellte Abrechnung', 'Die Eingangsrechnung')} {{ billNumber }} von {{ partnerName }} über ${TOTAL} wurde erfasst.${DUE}`,
  },
  'finance.settlement.created': {
    title: 'Neue Abrechnung',
    message: `Abrechnung {{ settlementNumber }} über ${TOTAL} mit {{ partnerName }}${PERIOD} wurde erstellt.`,
  },
  'finance.settlement.posted': {
    title: 'Abrechnung gebucht',
    message: `Abrechnung {{ settlementNumber }} über ${TOTAL} mit {{ partnerName }}${PERIOD} wurde genehmigt und gebucht.`,
  },
  'finance.settlement.paid': {
    title: 'Abrechnung bezahlt',
    message: `Abrechnung {{ settlementNumber }} über ${TOTAL} mit {{ partnerName }}${PERIOD} wurde bezahlt.${REFERENCE}`,
  },
  'finance.outgoing_payment.submitted': {
    title: 'Zahlung in Auftrag gegeben',
    message: `Eine Zahlung über ${AMOUNT} an {{ partnerName }} wurde in Auftrag gegeben.${REFERENCE}`,
  },
  'finance.outgoing_payment.completed': {
    title: 'Zahlung ausgeführt',
    message: `Eine Zahlung über ${AMOUNT} an {{ partnerName }} wurde ausgeführt.${REFERENCE}`,
  },
  'platform.billing.invoice.reminder': {
    title: 'Erinnerung an Rechnung {{ invoiceNumber }}',
    message: `Rechnung {{ invoiceNumber }} an {{ partnerName }} über ${TOTAL} ist noch offen.{% if dueDate %} Sie {% if isOverdue %}war{% else %}ist{% endif %} am {{ dueDate | date }} fällig.{% endif %}`,
  },
}
