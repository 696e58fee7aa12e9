import { AMOUNT, showIf, TOTAL } from '../parts.ts'
import type { WordsOf } from '../words.ts'

const DUE = '{% if dueDate %} Vence em {{ dueDate | date }}.{% endif %}'
const FOR_INVOICE = '{% if invoiceNumber %} relativo à fatura {{ invoiceNumber }}{% endif %}'
const FROM_PARTNER = '{% if partnerName %} de {{ partnerName }}{% endif %}'
const PERIOD =
  '{% if periodStartDate and periodEndDate %} relativa ao período de {{ periodStartDate | date }} a {{ periodEndDate | date }}{% endif %}'
const REFERENCE = '{% if paymentReference %} Referência: {{ paymentReference }}.{% endif %}'

export const FINANCE_PT: WordsOf<'finance' | 'platform'> = {
  'finance.payment.completed': {
    title: 'Pagamento recebido',
    message: `Foi recebido um pagamento de ${AMOUNT}${FROM_PARTNER}${FOR_INVOICE}.${REFERENCE}`,
  },
  'finance.payment.failed': {
    title: 'Pagamento falhado',
    message: `Falhou um pagamento de ${AMOUNT}${FROM_PARTNER}${FOR_INVOICE}{% if reason %}: {{ reason }}{% endif %}.`,
  },
  'finance.invoice.issued': {
    title: 'Fatura emitida',
    message: `Foi emitida a fatura {{ invoiceNumber }} a {{ partnerName }} no valor de ${TOTAL}.${DUE}`,
  },
  'finance.invoice.not_issued': {
    title: 'Fatura não emitida',
    message: `A fatura a {{ partnerName }} no valor de ${TOTAL} ficou em rascunho. {{ reason }}`,
  },
  'finance.invoice.paid': {
    title: 'Fatura paga',
    message: `{{ partnerName }} pagou a fatura {{ invoiceNumber }} no valor de ${TOTAL}.${REFERENCE}`,
  },
  'finance.invoice.overdue': {
    title: 'Fatura em atraso',
    message: `A fatura {{ invoiceNumber }} a {{ partnerName }} no valor de ${TOTAL} está em atraso há {{ daysOverdue }} ${showIf('daysOverdue == 1', 'dia', 'dias')}.{% if dueDate %} Venceu em {{ dueDate | date }}.{% endif %}`,
  },
  'finance.creditnote.issued': {
    title: 'Nota de crédito emitida',
    message: `Foi emitida a nota de crédito {{ creditNoteNumber }} a {{ partnerName }} no valor de ${TOTAL}, relativa à fatura {{ invoiceNumber }}: {{ reason }}.`,
  },
  'finance.bill.received': {
    title: 'Fatura de fornecedor registada',
    message: `Foi registada a fatura ${showIf('selfBilled', 'em autofaturação', 'de fornecedor')} {{ billNumber }} de {{ partnerName }} no valor de ${TOTAL}.${DUE}`,
  },
  'finance.settlement.created': {
    title: 'Nova liquidação',
    message: `Foi criada a liquidação {{ settlementNumber }} de ${TOTAL} com {{ partnerName }}${PERIOD}.`,
  },
  'finance.settlement.posted': {
    title: 'Liquidação contabilizada',
    message: `Foi aprovada e contabilizada a liquidação {{ settlementNumber }} de ${TOTAL} com {{ partnerName }}${PERIOD}.`,
  },
  'finance.settlement.paid': {
    title: 'Liquidação paga',
    message: `Foi paga a liquidação {{ settlementNumber }} de ${TOTAL} com {{ partnerName }}${PERIOD}.${REFERENCE}`,
  },
  'finance.outgoing_payment.submitted': {
    title: 'Pagamento ordenado',
    message: `Foi ordenado um pagamento de ${AMOUNT} a {{ partnerName }}.${REFERENCE}`,
  },
  'finance.outgoing_payment.completed': {
    title: 'Pagamento efetuado',
    message: `Foi efetuado um pagamento de ${AMOUNT} a {{ partnerName }}.${REFERENCE}`,
  },
  'platform.billing.invoice.reminder': {
    title: 'Lembrete da fatura {{ invoiceNumber }}',
    message: `A fatura {{ invoiceNumber }} a {{ partnerName }} no valor de ${TOTAL} continua em aberto.{% if dueDate %} {% if isOverdue %}Venceu{% else %}Vence{% endif %} em {{ dueDate | date }}.{% endif %}`,
  },
}
