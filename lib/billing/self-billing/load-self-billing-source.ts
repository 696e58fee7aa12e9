import { resolveLanguage } from '../../document/words/words.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { orNotFound } from '../../platform/problem.ts'
import type { BilledData } from '../e-invoices/build-semantic-invoice.ts'
import type { NamedSource } from '../e-invoices/download-e-invoice.ts'
import { toDay } from '../e-invoices/read-supply.ts'
import { selfBillingUri } from '../settlements/charge-line.ts'
import { renderSelfBilling } from './render-self-billing.ts'
import type { StoredSelfBillingInvoice } from './self-billing-invoice.ts'
import { findSelfBilling } from './self-billing-store.ts'

/** Describes a self-billing invoice or credit note for its e-invoices. */
export const describeSelfBilling = (
  invoice: StoredSelfBillingInvoice,
  corrected: Pick<StoredSelfBillingInvoice, 'number' | 'issuedAt'> | undefined,
  { zone, locale }: { zone: string; locale: string },
): BilledData => ({
  type: invoice.type,
  isSelfBilled: true,
  number: invoice.number,
  issuedOn: toDay(invoice.issuedAt, zone),
  dueOn: invoice.type === 'invoice' ? toDay(invoice.issuedAt, zone) : null,
  currency: invoice.currency,
  note: resolveLanguage(locale).words[`self_billing_${invoice.type}`],
  paymentTerms: invoice.settlementNumber,
  preceding: corrected ? { number: corrected.number, issuedOn: toDay(corrected.issuedAt, zone) } : null,
  supply: invoice.supplyPeriod,
  deliverTo: null,
  // Prices have more decimals than amounts, so that they are taken from the amounts, as if they contained tax.
  pricesIncludeTax: true,
  taxTotal: invoice.taxTotal,
  grandTotal: invoice.grandTotal,
  lines: invoice.lines,
})

/** Loads a self-billing invoice or credit note for a download of its e-invoices. */
export const loadSelfBillingSource = async (app: App, tenant: Id, id: Id, log: Log): Promise<NamedSource> => {
  const invoice = orNotFound(await findSelfBilling(app.db, tenant, id))
  const corrected = invoice.correctsId ? await findSelfBilling(app.db, tenant, invoice.correctsId) : undefined
  return {
    id: invoice.id,
    partnerId: invoice.partnerId,
    subject: selfBillingUri(invoice.id),
    number: invoice.number,
    describe: (style) => describeSelfBilling(invoice, corrected, style),
    render: (unit) => renderSelfBilling(app, unit, invoice, log),
    // It never changes once it is issued.
    requireUnchanged: () => {},
  }
}
