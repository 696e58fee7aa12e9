import type { Column, PrintedDocument } from '../../document/printing/printed-document.ts'
import type { Stationery } from '../../document/printing/stationery.ts'
import type { PrintedPartner } from '../describe-recipient.ts'
import { layOutBilled } from '../lay-out-billed.ts'
import type { StoredSelfBillingInvoice } from './self-billing-invoice.ts'

/** Rates have more decimals than amounts. */
const showDecimals = (column: Column): Column => (column.label === 'unitPrice' ? { ...column, kind: 'price' } : column)

/** Lays out a self-billing invoice or credit note: the tenant issues it, and the partner who supplied receives it. */
export const layOutSelfBilling = (
  invoice: StoredSelfBillingInvoice,
  partner: PrintedPartner,
  stationery: Stationery,
  correctsNumber: string | null,
): PrintedDocument => {
  const {
    lines: lineItems,
    supplyPeriod: { from, to },
  } = invoice
  const billed = { ...invoice, lineItems, currencyCode: invoice.currency, pricesIncludeTax: false }
  const { columns, ...printed } = layOutBilled(billed, partner, stationery, {
    facts: [
      { label: 'period', kind: 'period', value: `${from}/${to}` },
      { label: 'settlement', kind: 'code', value: invoice.settlementNumber },
      { label: 'forInvoice', kind: 'code', value: correctsNumber },
    ],
    totalLabel: invoice.type === 'invoice' ? 'total' : 'creditTotal',
    isDetailed: true,
  })
  return {
    ...printed,
    columns: columns.map(showDecimals),
    kind: `self_billing_${invoice.type}`,
    number: invoice.number,
    mark: null,
    payment: null,
    notes: null,
  }
}
