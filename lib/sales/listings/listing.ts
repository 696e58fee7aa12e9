import type { DriftState } from '../../../schemas/sales/drift.ts'
import {
  type Content,
  hashHead,
  type Overrides,
  type Product,
  resolveContent,
  type Variant,
} from '../../catalog/content.ts'
import type { Id } from '../../platform/id.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'
import type { StoredChannel } from '../channels/channel.ts'

/** A variant as a channel shows it, or is to show it. */
export interface StoredListing extends Stored {
  channelId: Id
  variantId: Id
  /** The channel while it is to show the variant; null while it is not. */
  shownIn: Id | null
  externalProductId: string | null
  externalVariantId: string | null
  overrides: Overrides
  /** Of what the channel is to show. */
  currentHash: string
  /** Of what the platform confirmed last. */
  headHash: string | null
  contentVersion: number
  lastPushedAt: string | null
  driftState: DriftState
  /** What the platform did not take when it was pushed last, by its hash, and why. */
  refused?: { hash: string; message: string } | null
  /** Whether the ledger of conflicts has anything open of it. */
  isConflicted?: boolean
}

/** A listing of which the platform has heard nothing. */
export const UNHEARD_OF = {
  externalProductId: null,
  externalVariantId: null,
  overrides: {},
  headHash: null,
  contentVersion: 0,
  lastPushedAt: null,
  driftState: 'never_pushed',
} as const satisfies Partial<StoredListing>

/** What the platform confirmed last. */
export interface ListingHead extends Stored {
  content: Content
}

type Showing = Pick<StoredChannel, 'id' | 'status' | 'pushAssortmentId' | 'supportedCurrencies' | 'supportedLocales'>

/** What the channel is to show of a variant. */
export const resolveListingContent = (
  channel: Showing,
  product: Product,
  variant: Variant,
  overrides: Overrides = {},
): Content => resolveContent(product, variant, channel, overrides)

/** Whether a channel is to show a variant: one of its assortment, or any where it has none. */
export const isShown = (channel: Showing, isInAssortment: boolean): boolean =>
  channel.status !== 'disconnected' && (!channel.pushAssortmentId || isInAssortment)

/** `head`: its content is needed where it was hashed in an older way. */
export const computeDrift = (currentHash: string, stored: string | null, head: Content | undefined): DriftState => {
  if (stored === null) return 'never_pushed'
  const hash = head ? hashHead({ content: head, hash: stored }) : stored
  return hash === currentHash ? 'in_sync' : 'drifted'
}
