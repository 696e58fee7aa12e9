import type { ImportResult } from '../order-changes/import-order.ts'
import type { StoredOrder } from '../orders/order.ts'
import { orderUri } from '../orders/order.ts'
import { buildFailedRecord, buildRecord, type NewSyncRecord } from '../runs/sync-record.ts'

const COMPARED = ['status', 'platformStatus', 'number', 'currency', 'total', 'placedAt', 'serviceLevel'] as const
/** Only the fact that these changed is recorded, since their values are personal data or long. */
const NAMED = ['customer', 'shippingAddress', 'billingAddress', 'lineItems'] as const

const toText = (value: string | number | null | undefined) => (value == null ? null : String(value))

const listChanges = (before: StoredOrder | undefined, after: StoredOrder): NewSyncRecord['changes'] => {
  if (!before) return []
  return [
    ...COMPARED.filter((field) => toText(before[field]) !== toText(after[field])).map((field) => ({
      field,
      from: toText(before[field]),
      to: toText(after[field]),
    })),
    ...NAMED.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field])).map((field) => ({
      field,
      from: null,
      to: null,
    })),
  ]
}

/** Builds the record of an order that was imported. */
export const buildOrderRecord = ({ action, order, before }: ImportResult): NewSyncRecord => {
  const { id, externalOrderId, number } = order
  const subject = { kind: 'order', externalId: externalOrderId, resourceUri: orderUri(id), label: number }
  return buildRecord(subject, action, action === 'updated' ? listChanges(before, order) : [])
}

/** Builds the record of an order that cannot be read; `ref` is the shop's reference to it. */
export const buildBrokenRecord = (ref: string, externalId: string | null, error: string): NewSyncRecord =>
  buildFailedRecord(
    { kind: 'order', externalId: externalId ?? ref, resourceUri: null, label: externalId },
    'INVALID_ARGUMENT',
    error,
  )
