import { AMOUNT, showIf, TOTAL } from '../parts.ts'
import type { WordsOf } from '../words.ts'

const DUE = '{% if dueDate %} De vervaldatum is {{ dueDate | date }}.{% endif %}'
const FOR_INVOICE = '{% if invoiceNumber %} voor factuur {{ invoiceNumber }}{% endif %}'
const FROM_PARTNER = '{% if partnerName %} door {{ partnerName }}{% endif %}'
const PERIOD =
  '{% if periodStartDate and periodEndDate %} voor de periode van {{ periodStartDate | date }} tot en met {{ periodEndDate | date }}{% endif %}'
const REFERENCE = '{% if paymentReference %} Kenmerk: {{ paymentReference }}.{% endif %}'

export const FINANCE_NL: WordsOf<'finance' | 'platform'> = {
  'finance.payment.completed': {
    title: 'Betaling ontvangen',
    message: `Een betaling van ${AMOUNT}${FROM_PARTNER}${FOR_INVOICE} is ontvangen.${REFERENCE}`,
  },
  'finance.payment.failed': {
    title: 'Betaling mislukt',
    message: `Een betaling van ${AMOUNT}${FROM_PARTNER}${FOR_INVOICE} is mislukt{% if reason %}: {{ reason }}{% endif %}.`,
  },
  'finance.invoice.issued': {
    title: 'Factuur uitgereikt',
    message: `Factuur {{ invoiceNumber }} aan {{ partnerName }} van ${TOTAL} is uitgereikt.${DUE}`,
  },
  'finance.invoice.not_issued': {
    title: 'Factuur niet uitgereikt',
    message: `De factuur aan {{ partnerName }} van ${TOTAL} is een concept gebleven. {{ reason }}`,
  },
  'finance.invoice.paid': {
    title: 'Factuur betaald',
    message: `{{ partnerName }} heeft factuur {{ invoiceNumber }} van ${TOTAL} betaald.${REFERENCE}`,
  },
  'finance.invoice.overdue': {
    title: 'Factuur te laat',
    message: `De betaling van factuur {{ invoiceNumber }} aan {{ partnerName }} van ${TOTAL} is {{ daysOverdue }} ${showIf('daysOverdue == 1', 'dag', 'dagen')} te laat.{% if dueDate %} De vervaldatum was {{ dueDate | date }}.{% endif %}`,
  },
  'finance.creditnote.issued': {
    title: 'Creditnota uitgereikt',
    message: `Creditnota {{ creditNoteNumber }} aan {{ partnerName }} van ${TOTAL} is uitgereikt voor factuur {{ invoiceNumber }}: {{ reason }}.`,
  },
  'finance.bill.received': {
    title: 'Inkoopfactuur geboekt',
    message: `${showIf('selfBilled', 'Self-billingfactuur', 'Inkoopfactuur')} {{ billNumber }} van {{ partnerName }} van ${TOTAL} is geboekt.${DUE}`,
  },
  'finance.settlement.created': {
    title: 'Nieuwe afrekening',
    message: `Afrekening {{ settlementNumber }} van ${TOTAL} met {{ partnerName }}${PERIOD} is aangemaakt.`,
  },
  'finance.settlement.posted': {
    title: 'Afrekening geboekt',
    message: `Afrekening {{ settlementNumber }} van ${TOTAL} met {{ partnerName }}${PERIOD} is goedgekeurd en geboekt.`,
  },
  'finance.settlement.paid': {
    title: 'Afrekening betaald',
    message: `Afrekening {{ settlementNumber }} van ${TOTAL} met {{ partnerName }}${PERIOD} is betaald.${REFERENCE}`,
  },
  'finance.outgoing_payment.submitted': {
    title: 'Betaling ingediend',
    message: `Een betaling van ${AMOUNT} aan {{ partnerName }} is ingediend.${REFERENCE}`,
  },
  'finance.outgoing_payment.completed': {
    title: 'Betaling uitgevoerd',
    message: `Een betaling van ${AMOUNT} aan {{ partnerName }} is uitgevoerd.${REFERENCE}`,
  },
  'platform.billing.invoice.reminder': {
    title: 'Herinnering aan factuur {{ invoiceNumber }}',
    message: `Factuur {{ invoiceNumber }} aan {{ partnerName }} van ${TOTAL} staat nog open.{% if dueDate %} De vervaldatum {% if isOverdue %}was{% else %}is{% endif %} {{ dueDate | date }}.{% endif %}`,
  },
}
