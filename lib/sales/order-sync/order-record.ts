import type { ImportResult } from '../order-changes/import-order.ts'
import { compareFields } from '../order-revisions/find-changes.ts'
import { orderUri } from '../orders/order.ts'
import { buildFailedRecord, buildRecord, type NewSyncRecord } from '../runs/sync-record.ts'

const COMPARED = ['status', 'platformStatus', 'number', 'currency', 'total', 'placedAt', 'serviceLevel'] as const
/** Only the fact that these changed is recorded, since their values are personal data or long. */
const NAMED = ['customer', 'shippingAddress', 'billingAddress', 'lineItems'] as const

/** Builds the record of an order that was imported. */
export const buildOrderRecord = ({ action, order, before }: ImportResult): NewSyncRecord => {
  const { id, externalOrderId, number } = order
  const subject = { kind: 'order', externalId: externalOrderId, resourceUri: orderUri(id), label: number }
  return buildRecord(
    subject,
    action,
    before && action === 'updated' ? compareFields(before, order, { shown: COMPARED, named: NAMED }) : [],
  )
}

/** Builds the record of an order that cannot be read; `ref` is the shop's reference to it. */
export const buildBrokenRecord = (ref: string, externalId: string | null, error: string): NewSyncRecord =>
  buildFailedRecord(
    { kind: 'order', externalId: externalId ?? ref, resourceUri: null, label: externalId },
    'INVALID_ARGUMENT',
    error,
  )
