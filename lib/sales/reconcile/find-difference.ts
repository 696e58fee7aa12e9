import type { Finding, Mend } from '../../../schemas/sales/sync.ts'
import { isGoingOn } from '../../connectors/order-states/order-states.ts'
import { hashRow, isOtherVersion } from '../order-changes/is-newer-version.ts'
import { keepCorrections } from '../order-changes/keep-corrections.ts'
import type { Incoming } from '../order-changes/read-incoming.ts'
import { CORRECTABLE, type StoredOrder } from '../orders/order.ts'
import type { NewSyncRecord } from '../runs/sync-record.ts'

/** A difference between an order here and in its shop, and what ends it. */
export interface Difference {
  finding: Finding
  mend: Mend
  /** A whole sentence for the tenant. */
  reason: string
  changes?: NewSyncRecord['changes']
  /** Digest of what stays different once it is mended, by which it is known from then on. */
  digest?: string
}

const NOT_IMPORTED: Difference = {
  finding: 'missing_here',
  mend: 'import',
  reason: 'The shop has the order, and it was not imported.',
}

const OTHER = 'The shop has another version of the order.'
const OWN = 'People decided otherwise here than the shop says.'

interface OwnDecisions {
  changes: NewSyncRecord['changes']
  digest: string
}

/**
 * Returns what people decided about an order here against its shop, as it stands with the version of the shop; undefined if
 * nothing.
 */
const findOwnDecisions = (before: StoredOrder, { fields, row, verdict }: Incoming): OwnDecisions | undefined => {
  const { corrected, ...kept } = keepCorrections(before, fields)
  const names = CORRECTABLE.filter((name) => name in corrected)
  const isCancelled = before.isCancelledHere && before.status === 'cancelled' && isGoingOn(verdict.meaning)
  if (!names.length && !isCancelled) return undefined
  const changes = [
    ...(isCancelled ? [{ field: 'status', from: 'cancelled', to: fields.platformStatus }] : []),
    ...names.map((field) => ({ field, from: null, to: null })),
  ]
  const values = names.map((name) => kept[name])
  return { changes, digest: hashRow({ isCancelled, corrected, values, row: hashRow(row) }) }
}

/**
 * Finds how an order differs from what the shop has now. `mark` is the digest of the difference that was marked; `isLeftOut`
 * tells that the channel does not import the order.
 */
export const findDifference = (
  before: StoredOrder | undefined,
  incoming: Incoming,
  { mark, isLeftOut }: { mark: string | undefined; isLeftOut: boolean },
): Difference | undefined => {
  if (!before) return isLeftOut ? undefined : NOT_IMPORTED
  const own = findOwnDecisions(before, incoming)
  const digest = own && { digest: own.digest }
  if (isOtherVersion(before, incoming)) return { finding: 'different', mend: 'apply', reason: OTHER, ...digest }
  return own && own.digest !== mark ? { finding: 'different', mend: 'mark', reason: OWN, ...own } : undefined
}

const MISSING = hashRow({ isMissing: true })

/** The reason why the shop lacks an order: it says so, or the order was never read from it. */
export type Absence = 'deleted' | 'never_read'

/** Decides about an order that the shop does not have; `isOver` tells that nothing of it is to be sent any more. */
export const judgeAbsence = (
  absence: Absence,
  { mark, isOver }: { mark: string | undefined; isOver: boolean },
): Difference | undefined => {
  if (absence === 'deleted' && !isOver)
    return { finding: 'missing_in_shop', mend: 'apply', reason: 'The shop says that it no longer has the order.' }
  if (mark === MISSING) return undefined
  const reason =
    absence === 'deleted'
      ? 'The shop no longer has the order, and nothing of it is to be sent any more.'
      : 'The order was imported by people or programs, and the shop does not have it.'
  return { finding: 'missing_in_shop', mend: 'mark', reason, digest: MISSING }
}
