import { datevCollection } from '../../../lib/billing/datev/datev-collection.ts'
import { billExport } from '../../../lib/billing/exports/bill-export.ts'
import { chargeExport } from '../../../lib/billing/exports/charge-export.ts'
import { creditNoteExport } from '../../../lib/billing/exports/credit-note-export.ts'
import { invoiceExport } from '../../../lib/billing/exports/invoice-export.ts'
import { ledgerExport } from '../../../lib/billing/exports/ledger-export.ts'
import { oneStopShopExport } from '../../../lib/billing/exports/one-stop-shop-export.ts'
import { paymentExport } from '../../../lib/billing/exports/payment-export.ts'
import { settlementLineExport } from '../../../lib/billing/exports/settlement-line-export.ts'
import { statementLineExport } from '../../../lib/billing/exports/statement-line-export.ts'
import type { Collection } from '../../../lib/data-exchange/exports/collection.ts'
import { customerExport } from '../../../lib/sales/customer-data/customer-export.ts'
import { orderExport } from '../../../lib/sales/order-exports/order-export.ts'
import { orderRowExport } from '../../../lib/sales/order-exports/order-row-export.ts'
import type { ExportCollection } from '../../../schemas/data-exchange/export.ts'

/** Every collection that can be exported. Another one is added here, with its name in `schemas/data-exchange/export.ts`. */
export const COLLECTIONS: Readonly<Record<ExportCollection, Collection>> = {
  orders: orderExport,
  customers: customerExport,
  order_rows: orderRowExport,
  invoices: invoiceExport,
  credit_notes: creditNoteExport,
  bills: billExport,
  payments: paymentExport,
  charges: chargeExport,
  statement_lines: statementLineExport,
  settlement_lines: settlementLineExport,
  ledger_entries: ledgerExport,
  one_stop_shop: oneStopShopExport,
  datev_postings: datevCollection as Collection,
}
