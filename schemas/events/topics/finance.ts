import { nullable } from '../../types.ts'
import { amount, count, currency, day, flag, id, moment, text, topic } from './topic.ts'

const partner = {
  partnerId: id('01K9ZB4A7M2C5X8V1B6N3Q0W4E'),
  partnerName: text('Nordlicht Logistik GmbH'),
}

const total = { totalAmount: amount(119_000), currency: currency() }
const paid = { amount: amount(119_000), currency: currency() }
const reference = { paymentReference: nullable(text('SEPA 2026-03-02 4711')) }

const invoice = {
  invoiceId: id(),
  invoiceNumber: text('INV-2026-00042'),
  ...partner,
  ...total,
  dueDate: nullable(day('2026-03-31')),
}

const payment = {
  paymentId: id(),
  invoiceId: nullable(id('01K9ZB5D3F7H1K4M6P8R0T2V5X')),
  invoiceNumber: nullable(text('INV-2026-00042')),
  partnerName: nullable(text('Nordlicht Logistik GmbH')),
  ...paid,
}

const settlement = {
  settlementId: id(),
  settlementNumber: text('SET-2026-00007'),
  ...partner,
  periodStartDate: nullable(day('2026-02-01')),
  periodEndDate: nullable(day('2026-02-28')),
  ...total,
}

const outgoing = { paymentId: id(), ...partner, ...paid, ...reference }

export const FINANCE = {
  'finance.payment.completed': topic(['billing', 'financial'], { ...payment, ...reference }),
  'finance.payment.failed': topic(
    ['billing', 'financial', 'high'],
    { ...payment, reason: nullable(text('Insufficient funds')) },
    { isUrgent: true },
  ),
  'finance.invoice.issued': topic(['billing', 'financial'], invoice),
  'finance.invoice.not_issued': topic(['billing', 'financial', 'high'], {
    ...invoice,
    reason: text('The invoice has no lines, so there is nothing to bill.'),
  }),
  'finance.invoice.paid': topic(['billing', 'financial'], {
    ...invoice,
    paidAt: moment('2026-03-28T10:30:00.000Z'),
    ...reference,
  }),
  'finance.invoice.overdue': topic(['billing', 'financial', 'high'], { ...invoice, daysOverdue: count(3) }),
  'finance.creditnote.issued': topic(['billing', 'financial'], {
    creditNoteId: id(),
    creditNoteNumber: text('CN-2026-00003'),
    invoiceId: id('01K9ZB5D3F7H1K4M6P8R0T2V5X'),
    invoiceNumber: text('INV-2026-00042'),
    ...partner,
    ...total,
    reason: text('Damaged goods'),
  }),
  'finance.bill.received': topic(['billing', 'financial'], {
    billId: id(),
    billNumber: text('R-88120'),
    ...partner,
    ...total,
    dueDate: nullable(day('2026-03-31')),
    selfBilled: flag(false),
  }),
  'finance.settlement.created': topic(['billing', 'financial'], settlement),
  'finance.settlement.posted': topic(['billing', 'financial'], settlement),
  'finance.settlement.paid': topic(['billing', 'financial'], { ...settlement, ...reference }),
  'finance.outgoing_payment.submitted': topic(['billing', 'financial'], outgoing),
  'finance.outgoing_payment.completed': topic(['billing', 'financial'], {
    ...outgoing,
    completedAt: moment('2026-03-28T10:30:00.000Z'),
  }),

  'platform.billing.invoice.reminder': topic(['billing', 'financial'], { ...invoice, isOverdue: flag(false) }),
}
