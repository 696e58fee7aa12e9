import { createHash } from 'node:crypto'
import type { Verdict } from '../../connectors/order-states/order-states.ts'
import type { StoredOrder } from '../orders/order.ts'

export const hashRow = (row: object) => createHash('sha256').update(JSON.stringify(row)).digest('hex')

/** Tells whether a version tells of another state; a platform may do so without another time of change. */
const saysMore = ({ status, shopMeaning }: StoredOrder, { meaning, word }: Verdict): boolean =>
  word === null ? meaning === 'ended' && status !== 'cancelled' : meaning !== shopMeaning

/** Tells whether a version is newer than what is known of the order. */
export const isNewerVersion = (
  before: StoredOrder,
  { row, modifiedAt, verdict }: { row: object; modifiedAt: string | null; verdict: Verdict },
): boolean => {
  const known = before.platformModifiedAt
  if (known !== null && (modifiedAt === null || modifiedAt < known)) return false
  if (modifiedAt !== known || saysMore(before, verdict)) return true
  return hashRow(row) !== before.rowHash
}
