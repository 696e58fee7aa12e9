import { AMOUNT, showIf, TOTAL } from '../parts.ts'
import type { WordsOf } from '../words.ts'

const DUE = '{% if dueDate %} Vence el {{ dueDate | date }}.{% endif %}'
const FOR_INVOICE = '{% if invoiceNumber %} por la factura {{ invoiceNumber }}{% endif %}'
const FROM_PARTNER = '{% if partnerName %} de {{ partnerName }}{% endif %}'
const PERIOD =
  '{% if periodStartDate and periodEndDate %} por el periodo del {{ periodStartDate | date }} al {{ periodEndDate | date }}{% endif %}'
const REFERENCE = '{% if paymentReference %} Referencia: {{ paymentReference }}.{% endif %}'

export const FINANCE_ES: WordsOf<'finance' | 'platform'> = {
  'finance.payment.completed': {
    title: 'Pago recibido',
    message: `Se ha recibido un pago de ${AMOUNT}${FROM_PARTNER}${FOR_INVOICE}.${REFERENCE}`,
  },
  'finance.payment.failed': {
    title: 'Pago fallido',
    message: `Ha fallado un pago de ${AMOUNT}${FROM_PARTNER}${FOR_INVOICE}{% if reason %}: {{ reason }}{% endif %}.`,
  },
  'finance.invoice.issued': {
    title: 'Factura emitida',
    message: `Se ha emitido la factura {{ invoiceNumber }} a {{ partnerName }} por ${TOTAL}.${DUE}`,
  },
  'finance.invoice.not_issued': {
    title: 'Factura no emitida',
    message: `La factura a {{ partnerName }} por ${TOTAL} ha quedado como borrador. {{ reason }}`,
  },
  'finance.invoice.paid': {
    title: 'Factura pagada',
    message: `{{ partnerName }} ha pagado la factura {{ invoiceNumber }} por ${TOTAL}.${REFERENCE}`,
  },
  'finance.invoice.overdue': {
    title: 'Factura vencida',
    message: `La factura {{ invoiceNumber }} a {{ partnerName }} por ${TOTAL} lleva {{ daysOverdue }} ${showIf('daysOverdue == 1', 'día', 'días')} de retraso.{% if dueDate %} Venció el {{ dueDate | date }}.{% endif %}`,
  },
  'finance.creditnote.issued': {
    title: 'Factura rectificativa emitida',
    message: `Se ha emitido la factura rectificativa {{ creditNoteNumber }} a {{ partnerName }} por ${TOTAL} sobre la factura {{ invoiceNumber }}: {{ reason }}.`,
  },
  'finance.bill.received': {
    title: 'Factura recibida registrada',
    message: `Se ha registrado la factura ${showIf('selfBilled', 'autofacturada', 'recibida')} {{ billNumber }} de {{ partnerName }} por ${TOTAL}.${DUE}`,
  },
  'finance.settlement.created': {
    title: 'Nueva liquidación',
    message: `Se ha creado la liquidación {{ settlementNumber }} de ${TOTAL} con {{ partnerName }}${PERIOD}.`,
  },
  'finance.settlement.posted': {
    title: 'Liquidación contabilizada',
    message: `Se ha aprobado y contabilizado la liquidación {{ settlementNumber }} de ${TOTAL} con {{ partnerName }}${PERIOD}.`,
  },
  'finance.settlement.paid': {
    title: 'Liquidación pagada',
    message: `Se ha pagado la liquidación {{ settlementNumber }} de ${TOTAL} con {{ partnerName }}${PERIOD}.${REFERENCE}`,
  },
  'finance.outgoing_payment.submitted': {
    title: 'Pago ordenado',
    message: `Se ha ordenado un pago de ${AMOUNT} a {{ partnerName }}.${REFERENCE}`,
  },
  'finance.outgoing_payment.completed': {
    title: 'Pago realizado',
    message: `Se ha realizado un pago de ${AMOUNT} a {{ partnerName }}.${REFERENCE}`,
  },
  'platform.billing.invoice.reminder': {
    title: 'Recordatorio de la factura {{ invoiceNumber }}',
    message: `La factura {{ invoiceNumber }} a {{ partnerName }} por ${TOTAL} sigue pendiente.{% if dueDate %} {% if isOverdue %}Venció{% else %}Vence{% endif %} el {{ dueDate | date }}.{% endif %}`,
  },
}
