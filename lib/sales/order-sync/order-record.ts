import type { ImportResult } from '../order-changes/import-result.ts'
import { compareFields } from '../order-revisions/find-changes.ts'
import { orderUri } from '../orders/order.ts'
import { buildFailedRecord, buildRecord, buildSkippedRecord, type NewSyncRecord } from '../runs/sync-record.ts'

type Elsewhere = Extract<ImportResult, { action: 'elsewhere' }>

const COMPARED = ['status', 'platformStatus', 'number', 'currency', 'total', 'placedAt', 'serviceLevel'] as const
/** Only the fact that these changed is recorded, since their values are personal data or long. */
const NAMED = ['customer', 'shippingAddress', 'billingAddress', 'customerNote', 'lineItems'] as const

/** Says to which channel an order of the shop belongs. */
export const explainElsewhere = ({ owner }: Pick<Elsewhere, 'owner'>): string =>
  owner
    ? `The order belongs to the channel ${owner.code} of the same shop.`
    : "The order was placed in a channel of the shop that none of the tenant's channels reads."

const buildElsewhereRecord = ({ fields, owner, before }: Elsewhere): NewSyncRecord => {
  const { externalOrderId, number } = fields
  const resourceUri = before ? orderUri(before.id) : null
  return buildSkippedRecord(
    { kind: 'order', externalId: externalOrderId, resourceUri, label: number ?? null },
    explainElsewhere({ owner }),
  )
}

/** Builds the record of an order that was imported. */
export const buildOrderRecord = (result: ImportResult): NewSyncRecord => {
  if (result.action === 'elsewhere') return buildElsewhereRecord(result)
  const { action, order, before } = result
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
