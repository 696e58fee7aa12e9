import type { Finding, Mend } from '../../../schemas/sales/sync.ts'
import type { StoredOrder } from '../orders/order.ts'
import { orderUri } from '../orders/order.ts'
import type { NewSyncRecord, RecordSubject } from '../runs/sync-record.ts'
import type { Difference } from './find-difference.ts'

const MENDED: Readonly<Record<Mend, 'created' | 'updated' | 'accepted'>> = {
  import: 'created',
  apply: 'updated',
  mark: 'accepted',
}

/** Names the order of a record. */
export const describeOrder = ({ id, externalOrderId, number }: StoredOrder): RecordSubject => ({
  kind: 'order',
  externalId: externalOrderId,
  resourceUri: orderUri(id),
  label: number,
})

/** Builds the record of a difference that was found, and mended if `isMended`. */
export const buildFindingRecord = (
  subject: RecordSubject,
  { finding, mend, reason, changes = [] }: Difference,
  isMended: boolean,
): NewSyncRecord & { finding: Finding } => ({
  ...subject,
  action: isMended ? MENDED[mend] : 'found',
  finding,
  mend,
  errorCode: null,
  errorMessage: reason,
  changes,
})
