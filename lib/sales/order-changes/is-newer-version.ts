import { createHash } from 'node:crypto'
import type { Verdict } from '../../connectors/order-states/order-states.ts'
import type { StoredOrder } from '../orders/order.ts'
import type { Incoming } from './read-incoming.ts'

export const hashRow = (row: object) => createHash('sha256').update(JSON.stringify(row)).digest('hex')

/** Tells whether a version tells of another state; a platform may do so without another time of change. */
const saysMore = ({ status, shopMeaning }: StoredOrder, { meaning, word }: Verdict): boolean =>
  word === null ? meaning === 'ended' && status !== 'cancelled' : meaning !== shopMeaning

type Version = Pick<Incoming, 'row' | 'modifiedAt' | 'verdict' | 'isPresent'>

/** Tells whether a version has another content than what is known of the order, or tells of another state. */
export const isOtherVersion = (before: StoredOrder, { row, verdict }: Pick<Version, 'row' | 'verdict'>): boolean =>
  saysMore(before, verdict) || hashRow(row) !== before.rowHash

/** Tells whether a version is newer than what is known of the order. */
export const isNewerVersion = (before: StoredOrder, version: Version): boolean => {
  const { modifiedAt, isPresent } = version
  if (isPresent) return isOtherVersion(before, version)
  const known = before.platformModifiedAt
  if (known !== null && (modifiedAt === null || modifiedAt < known)) return false
  return modifiedAt !== known || isOtherVersion(before, version)
}
