import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { BANK_ENTRY_MOVES } from '../../lib/billing/bank-entries/bank-entry.ts'
import { BANK_STATEMENT_MOVES } from '../../lib/billing/bank-statements/bank-statement.ts'
import { BILL_MOVES } from '../../lib/billing/bills/bill.ts'
import { CREDIT_NOTE_MOVES } from '../../lib/billing/credit-notes/credit-note.ts'
import { INVOICE_MOVES } from '../../lib/billing/invoices/invoice.ts'
import { PAYMENT_RUN_MOVES, RUN_ITEM_MOVES } from '../../lib/billing/payment-runs/payment-run.ts'
import { RECURRING_PROFILE_MOVES } from '../../lib/billing/recurring-invoice-profiles/recurring-profile.ts'
import { SETTLEMENT_MOVES } from '../../lib/billing/settlements/settlement.ts'
import { CATEGORY_MOVES } from '../../lib/catalog/categories/change-category.ts'
import { PRODUCT_MOVES } from '../../lib/catalog/product-store.ts'
import { EXPORT_MOVES } from '../../lib/data-exchange/exports/export.ts'
import { IMPORT_MOVES } from '../../lib/data-exchange/imports/import.ts'
import { DOCUMENT_MOVES } from '../../lib/document/documents/document.ts'
import { INCIDENT_MOVES } from '../../lib/fulfilment/incidents/incident.ts'
import { FULFILMENT_ORDER_MOVES, FULFILMENT_REQUEST_MOVES } from '../../lib/fulfilment/orders/fulfilment-order.ts'
import { RETURN_MOVES } from '../../lib/fulfilment/returns/return.ts'
import { MEMBER_MOVES } from '../../lib/iam/member.ts'
import { SERVICE_ACCOUNT_MOVES } from '../../lib/iam/service-accounts/service-account.ts'
import { GOODS_RECEIPT_MOVES } from '../../lib/inventory/goods-receipts/goods-receipt.ts'
import { LOT_MOVES } from '../../lib/inventory/pieces/lot.ts'
import { SERIAL_UNIT_MOVES } from '../../lib/inventory/pieces/serial-unit.ts'
import { TRANSFER_MOVES } from '../../lib/inventory/transfers/transfer.ts'
import { ENDPOINT_DELIVERY_MOVES } from '../../lib/notification/webhooks/log/endpoint-delivery-store.ts'
import { type Moves, move } from '../../lib/platform/moves.ts'
import { Problem } from '../../lib/platform/problem.ts'
import { WEBHOOK_DELIVERY_MOVES } from '../../lib/platform/webhooks/webhook-log.ts'
import { CHANNEL_MOVES } from '../../lib/sales/channels/channel.ts'
import { CUSTOMER_MOVES } from '../../lib/sales/customers/customer.ts'
import { ORDER_MOVES } from '../../lib/sales/orders/order.ts'
import { LABEL_MOVES } from '../../lib/shipping/labels/label.ts'
import { SHIPMENT_MOVES } from '../../lib/shipping/shipments/shipment.ts'
import { FILE_MOVES } from '../../lib/storage/files/file.ts'
import { CUSTODIAN_MOVES } from '../../lib/warehousing/custodian.ts'
import { BANK_ENTRY_STATES } from '../../schemas/billing/bank/entry.ts'
import { BANK_STATEMENT_STATES } from '../../schemas/billing/bank/statement.ts'
import { BILL_STATES } from '../../schemas/billing/bill.ts'
import { CREDIT_NOTE_STATES } from '../../schemas/billing/credit-note.ts'
import { INVOICE_STATES } from '../../schemas/billing/invoice.ts'
import { PAYMENT_RUN_STATES, RUN_ITEM_STATES } from '../../schemas/billing/payments/payment-run.ts'
import { RECURRING_PROFILE_STATES } from '../../schemas/billing/recurring-profile.ts'
import { SETTLEMENT_STATES } from '../../schemas/billing/settlement.ts'
import { CATEGORY_STATES } from '../../schemas/catalog/category.ts'
import { PRODUCT_STATES } from '../../schemas/catalog/product.ts'
import { EXPORT_STATES } from '../../schemas/data-exchange/export.ts'
import { IMPORT_STATES } from '../../schemas/data-exchange/import.ts'
import { DOCUMENT_STATES } from '../../schemas/document/document.ts'
import { FULFILMENT_ORDER_STATES, FULFILMENT_REQUEST_STATES } from '../../schemas/fulfilment/fulfilment-order.ts'
import { INCIDENT_STATES } from '../../schemas/fulfilment/incident.ts'
import { RETURN_STATES } from '../../schemas/fulfilment/return.ts'
import { MEMBER_STATES } from '../../schemas/iam/member.ts'
import { SERVICE_ACCOUNT_STATES } from '../../schemas/iam/service-account.ts'
import { GOODS_RECEIPT_STATES } from '../../schemas/inventory/goods-receipt.ts'
import { LOT_STATES } from '../../schemas/inventory/lot.ts'
import { SERIAL_UNIT_STATES } from '../../schemas/inventory/serial-unit.ts'
import { TRANSFER_STATES } from '../../schemas/inventory/stock-transfer.ts'
import { ENDPOINT_DELIVERY_STATES } from '../../schemas/notification/webhook-endpoint-delivery.ts'
import { CHANNEL_STATES } from '../../schemas/sales/channel.ts'
import { CUSTOMER_STATES } from '../../schemas/sales/customers/customer.ts'
import { ORDER_STATES } from '../../schemas/sales/order.ts'
import { LABEL_STATES } from '../../schemas/shipping/shipment.ts'
import { TRACKING_STATES } from '../../schemas/shipping/tracking.ts'
import { FILE_STATES } from '../../schemas/storage/file.ts'
import { CUSTODIAN_STATES } from '../../schemas/warehousing/custodian.ts'
import { WEBHOOK_DELIVERY_STATES } from '../../schemas/webhook-delivery.ts'

const NOUNS: [string, readonly string[], Moves<string, string>][] = [
  ['Credit note', CREDIT_NOTE_STATES, CREDIT_NOTE_MOVES],
  ['Custodian', CUSTODIAN_STATES, CUSTODIAN_MOVES],
  ['Invoice', INVOICE_STATES, INVOICE_MOVES],
  ['Recurring invoice profile', RECURRING_PROFILE_STATES, RECURRING_PROFILE_MOVES],
  ['Bill', BILL_STATES, BILL_MOVES],
  ['Payment run', PAYMENT_RUN_STATES, PAYMENT_RUN_MOVES],
  ['Item of a payment run', RUN_ITEM_STATES, RUN_ITEM_MOVES],
  ['Settlement', SETTLEMENT_STATES, SETTLEMENT_MOVES],
  ['Document', DOCUMENT_STATES, DOCUMENT_MOVES],
  ['Sales channel', CHANNEL_STATES, CHANNEL_MOVES],
  ['Order', ORDER_STATES, ORDER_MOVES],
  ['Customer', CUSTOMER_STATES, CUSTOMER_MOVES],
  ['Product', PRODUCT_STATES, PRODUCT_MOVES],
  ['Category', CATEGORY_STATES, CATEGORY_MOVES],
  ['Webhook delivery', WEBHOOK_DELIVERY_STATES, WEBHOOK_DELIVERY_MOVES],
  ['Delivery to a webhook endpoint', ENDPOINT_DELIVERY_STATES, ENDPOINT_DELIVERY_MOVES],
  ['Fulfilment order', FULFILMENT_ORDER_STATES, FULFILMENT_ORDER_MOVES],
  ['Request of a fulfilment order', FULFILMENT_REQUEST_STATES, FULFILMENT_REQUEST_MOVES],
  ['Routing incident', INCIDENT_STATES, INCIDENT_MOVES],
  ['Shipment', TRACKING_STATES, SHIPMENT_MOVES],
  ['Shipping label', LABEL_STATES, LABEL_MOVES],
  ['Return', RETURN_STATES, RETURN_MOVES],
  ['Member', MEMBER_STATES, MEMBER_MOVES],
  ['Service account', SERVICE_ACCOUNT_STATES, SERVICE_ACCOUNT_MOVES],
  ['Goods receipt', GOODS_RECEIPT_STATES, GOODS_RECEIPT_MOVES],
  ['Stock transfer', TRANSFER_STATES, TRANSFER_MOVES],
  ['Lot', LOT_STATES, LOT_MOVES],
  ['Serial unit', SERIAL_UNIT_STATES, SERIAL_UNIT_MOVES],
  ['File', FILE_STATES, FILE_MOVES],
  ['Bank statement', BANK_STATEMENT_STATES, BANK_STATEMENT_MOVES],
  ['Bank entry', BANK_ENTRY_STATES, BANK_ENTRY_MOVES],
  ['Export', EXPORT_STATES, EXPORT_MOVES],
  ['Import', IMPORT_STATES, IMPORT_MOVES],
]

describe.each(NOUNS)('states of a %s', (noun, states, moves) => {
  it('are listed in docs/states.md as in the code', () => {
    const [, section = ''] = readFileSync('docs/states.md', 'utf8').split(`## ${noun}\n`)
    const rows = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| (\w+) \| ([\w, ]+) \| (\w+) \|$/gm)]
    expect(rows.map(([, action, from, to]) => [action, from?.split(', '), to])).toEqual(
      Object.entries(moves).map(([action, { from, to }]) => [action, [...from], to]),
    )
  })

  it('allow exactly the moves of the table, for each state and action', () => {
    for (const action of Object.keys(moves))
      for (const state of states) {
        const allowed = moves[action]?.from.includes(state)
        if (allowed) expect(move(moves, noun, state, action)).toBe(moves[action]?.to)
        else expect(() => move(moves, noun, state, action)).toThrow(Problem)
      }
  })
})
