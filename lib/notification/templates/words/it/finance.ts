import { AMOUNT, showIf, TOTAL } from '../parts.ts'
import type { WordsOf } from '../words.ts'

const DUE = '{% if dueDate %} La scadenza è il {{ dueDate | date }}.{% endif %}'
const FOR_INVOICE = '{% if invoiceNumber %} per la fattura {{ invoiceNumber }}{% endif %}'
const FROM_PARTNER = '{% if partnerName %} da {{ partnerName }}{% endif %}'
const PERIOD =
  '{% if periodStartDate and periodEndDate %} per il periodo dal {{ periodStartDate | date }} al {{ periodEndDate | date }}{% endif %}'
const REFERENCE = '{% if paymentReference %} Causale: {{ paymentReference }}.{% endif %}'

export const FINANCE_IT: WordsOf<'finance' | 'platform'> = {
  'finance.payment.completed': {
    title: 'Pagamento ricevuto',
    message: `È stato ricevuto un pagamento di ${AMOUNT}${FROM_PARTNER}${FOR_INVOICE}.${REFERENCE}`,
  },
  'finance.payment.failed': {
    title: 'Pagamento non riuscito',
    message: `Non è riuscito un pagamento di ${AMOUNT}${FROM_PARTNER}${FOR_INVOICE}{% if reason %}: {{ reason }}{% endif %}.`,
  },
  'finance.invoice.issued': {
    title: 'Fattura emessa',
    message: `È stata emessa la fattura {{ invoiceNumber }} a {{ partnerName }} di ${TOTAL}.${DUE}`,
  },
  'finance.invoice.not_issued': {
    title: 'Fattura non emessa',
    message: `La fattura a {{ partnerName }} di ${TOTAL} è rimasta una bozza. {{ reason }}`,
  },
  'finance.invoice.paid': {
    title: 'Fattura pagata',
    message: `{{ partnerName }} ha pagato la fattura {{ invoiceNumber }} di ${TOTAL}.${REFERENCE}`,
  },
  'finance.invoice.overdue': {
    title: 'Fattura scaduta',
    message: `La fattura {{ invoiceNumber }} a {{ partnerName }} di ${TOTAL} è scaduta da {{ daysOverdue }} ${showIf('daysOverdue == 1', 'giorno', 'giorni')}.{% if dueDate %} La scadenza era il {{ dueDate | date }}.{% endif %}`,
  },
  'finance.creditnote.issued': {
    title: 'Nota di credito emessa',
    message: `È stata emessa la nota di credito {{ creditNoteNumber }} a {{ partnerName }} di ${TOTAL} per la fattura {{ invoiceNumber }}: {{ reason }}.`,
  },
  'finance.bill.received': {
    title: 'Fattura passiva registrata',
    message: `È stata registrata la fattura passiva {{ billNumber }} di {{ partnerName }} di ${TOTAL}{% if selfBilled %}, emessa in autofatturazione{% endif %}.${DUE}`,
  },
  'finance.settlement.created': {
    title: 'Nuovo rendiconto',
    message: `È stato creato il rendiconto {{ settlementNumber }} di ${TOTAL} con {{ partnerName }}${PERIOD}.`,
  },
  'finance.settlement.posted': {
    title: 'Rendiconto contabilizzato',
    message: `È stato approvato e contabilizzato il rendiconto {{ settlementNumber }} di ${TOTAL} con {{ partnerName }}${PERIOD}.`,
  },
  'finance.settlement.paid': {
    title: 'Rendiconto pagato',
    message: `È stato pagato il rendiconto {{ settlementNumber }} di ${TOTAL} con {{ partnerName }}${PERIOD}.${REFERENCE}`,
  },
  'finance.outgoing_payment.submitted': {
    title: 'Pagamento disposto',
    message: `È stato disposto un pagamento di ${AMOUNT} a {{ partnerName }}.${REFERENCE}`,
  },
  'finance.outgoing_payment.completed': {
    title: 'Pagamento eseguito',
    message: `È stato eseguito un pagamento di ${AMOUNT} a {{ partnerName }}.${REFERENCE}`,
  },
  'platform.billing.invoice.reminder': {
    title: 'Sollecito per la fattura {{ invoiceNumber }}',
    message: `La fattura {{ invoiceNumber }} a {{ partnerName }} di ${TOTAL} è ancora aperta.{% if dueDate %} La scadenza {% if isOverdue %}era{% else %}è{% endif %} il {{ dueDate | date }}.{% endif %}`,
  },
}
