import type { LineItem } from '../../../schemas/billing/invoice.ts'
import type { Id } from '../../platform/id.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { invoiceUri, type StoredInvoice } from './invoice.ts'

/** Builds the subject and data that all events of an invoice have. */
export const buildInvoiceEvent = ({
  id,
  invoiceNumber,
  partnerId,
  partnerName,
  grandTotal,
  currencyCode,
  dueDate,
}: StoredInvoice) => ({
  subject: invoiceUri(id),
  data: {
    invoiceId: id,
    invoiceNumber: invoiceNumber ?? '',
    partnerId,
    partnerName,
    totalAmount: grandTotal,
    currency: currencyCode,
    dueDate,
  },
})

/** Each order whose timeline tells of an invoice is an action, so one of more orders is told there when it is drafted only. */
const MAX_TOLD_ORDERS = 10

/** Lists the orders whose timelines tell what becomes of the invoice. */
export const listToldOrders = (lines: readonly Pick<LineItem, 'orderId'>[]): Id[] => {
  const orders = [...new Set(lines.flatMap(({ orderId }) => orderId ?? []))]
  return orders.length > MAX_TOLD_ORDERS ? [] : orders
}

/** Tells in the timelines of orders that their invoice is issued. */
export const tellIssued = (unit: Unit, { id, rev, invoiceNumber }: StoredInvoice, orders: readonly Id[]): void => {
  for (const orderId of orders)
    unit.timelines.add(unit.tenant, orderId, {
      step: 'invoice.issued',
      uri: invoiceUri(id),
      rev,
      details: { number: invoiceNumber },
    })
}
