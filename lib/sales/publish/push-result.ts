import type { Conflict } from '../../catalog/compare-content.ts'
import { ConnectorError, type ExternalVariant, type PushOutcome, type Shop } from '../../connectors/connector.ts'
import type { Id } from '../../platform/id.ts'
import type { StoredChannel } from '../channels/channel.ts'
import {
  buildFailedRecord,
  buildRecord,
  buildSkippedRecord,
  describeVariant,
  type NewSyncRecord,
} from '../runs/sync-record.ts'

/** Maximum number of variants in one call to a connector. */
export const MAX_PUSH_SIZE = 50

/** Variants to push to a channel's shop. */
export interface PushRequest {
  tenant: Id
  channel: StoredChannel
  shop: Shop
  /** At most `MAX_PUSH_SIZE` variants. */
  ids: readonly Id[]
  /** Also pushes what the shop has confirmed or refused already, and what both sides changed. */
  force: boolean
  /** Writes everything, also what only the shop changed. */
  overwrites?: boolean
}

/** A variant as the shop and its users know it. */
export interface PushedVariant {
  variantId: Id
  sku: string | null
  externalId: string | null
}

/** Result of pushing a variant, or its stock level; nothing of it is stored yet. `Sent` is what the shop was sent. */
export type PushResult<Sent> = PushedVariant &
  (
    | { is: 'confirmed'; sent: Sent; external: ExternalVariant }
    /**
     * `isRepeated`: the variant was not sent, since the shop refused the same content before. `isMissing`: the shop does not
     * have it any more.
     */
    | { is: 'refused'; sent: Sent; message: string; isRepeated: boolean; isMissing?: true }
    | { is: 'failed'; error: { code: string; message: string } }
    | { is: 'unchanged' }
    /** Both sides changed the variant; `found` are conflicts that are not recorded yet. */
    | { is: 'conflicted'; found?: { listingId: Id; conflicts: readonly Conflict[] } }
    /** The channel no longer shows the variant, or the shop does not have it. */
    | { is: 'gone' }
    /** The variant has no stock item. */
    | { is: 'untracked' }
  )

/** Returns a lookup of the shop's outcomes by id; a variant without an outcome has failed. */
export const matchOutcomes = (outcomes: readonly PushOutcome[]) => {
  const byId = new Map(outcomes.map((outcome) => [outcome.id, outcome]))
  const missing = new ConnectorError('UPSTREAM_ERROR', 'The shop returned no result for the variant.')
  return (id: Id): PushOutcome => byId.get(id) ?? { id, failed: missing }
}

export const toPushResult = <Sent>(variant: PushedVariant, sent: Sent, outcome: PushOutcome): PushResult<Sent> => {
  if ('refused' in outcome) {
    const { refused: message, isMissing } = outcome
    return { ...variant, is: 'refused', sent, message, isRepeated: false, ...(isMissing && { isMissing }) }
  }
  if ('failed' in outcome) return { ...variant, is: 'failed', error: outcome.failed }
  return { ...variant, is: 'confirmed', sent, external: outcome.confirmed }
}

/** Reasons why a planned variant is skipped. */
export const GONE = 'The channel no longer shows the variant.'
export const STOPS_SELLING = 'The channel no longer shows the variant, so the shop stops selling it.'
export const UNTRACKED = 'The variant has no stock item, so the shop keeps its current quantity.'
const CONFLICTED = 'The shop changed the variant as well; resolve the conflict, or publish by force.'

/** Builds the record of a variant that the shop did not confirm. */
export const buildUnconfirmedRecord = (result: Exclude<PushResult<unknown>, { is: 'confirmed' }>): NewSyncRecord => {
  const subject = describeVariant(result.externalId, result.sku, result.variantId)
  switch (result.is) {
    case 'refused':
      return buildFailedRecord(subject, 'REFUSED', result.message)
    case 'failed':
      return buildFailedRecord(subject, result.error.code, result.error.message)
    case 'unchanged':
      return buildRecord(subject, 'unchanged')
    case 'conflicted':
      return buildSkippedRecord(subject, CONFLICTED, 'CONFLICT')
    case 'gone':
      return buildSkippedRecord(subject, GONE)
    case 'untracked':
      return buildSkippedRecord(subject, UNTRACKED)
  }
}
