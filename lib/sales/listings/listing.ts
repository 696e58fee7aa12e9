import { hash } from 'node:crypto'
import type { DriftState } from '../../../schemas/sales/catalog/drift.ts'
import {
  type Content,
  hashBaseline,
  type Overrides,
  type Product,
  resolveContent,
  type Variant,
} from '../../catalog/content.ts'
import type { VariantOfProduct } from '../../catalog/find-variants.ts'
import type { ExternalVariant, RemoteVariant } from '../../connectors/connector.ts'
import type { RemoteState } from '../../connectors/content/product-to-push.ts'
import type { Id } from '../../platform/id.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'
import type { StoredChannel } from '../channels/channel.ts'

/** A variant in a channel. */
export interface StoredListing extends Stored {
  channelId: Id
  variantId: Id
  /** The channel if it shows the variant, else null. */
  shownIn: Id | null
  /** The channel if it showed the variant before and does not any more, else null. */
  leftFrom: Id | null
  externalProductId: string | null
  externalVariantId: string | null
  overrides: Overrides
  /** Hash of the content that the channel shows. */
  currentHash: string
  /** The baseline if it is small; otherwise it has an item of its own. */
  baseline: Content | null
  /** Hash of the baseline; null if the shop has confirmed nothing. */
  headHash: string | null
  contentVersion: number
  lastPushedAt: string | null
  driftState: DriftState
  /** Hash of the content that the shop refused last, with its reason. */
  refused: { hash: string; message: string } | null
  /** True if the listing has open conflicts. */
  isConflicted: boolean
  /** JSON pointers of what the shop was seen to have changed since it confirmed the baseline; a publish keeps them. */
  changedInShop: readonly string[]
  /** Hashes of the product's texts that the shop confirmed last; null if it never did. */
  headProduct: { name: string; description: string } | null
  /** Why the shop does not sell it, `missing` if it does not have it any more; null if it does. */
  shopState: RemoteState | 'missing' | null
  /** Other variants of the shop that have the same SKU. They are linked with nothing and told nothing. */
  alsoSoldAs: readonly ExternalVariant[]
  /** Price of a sale that ran in the shop when its variant was read last; null if none did. */
  sale: { currency: string; amount: number } | null
}

/** Fields of a listing that was never pushed. */
export const NEW_LISTING = {
  leftFrom: null,
  externalProductId: null,
  externalVariantId: null,
  overrides: {},
  baseline: null,
  headHash: null,
  contentVersion: 0,
  lastPushedAt: null,
  driftState: 'never_pushed',
  refused: null,
  isConflicted: false,
  changedInShop: [],
  headProduct: null,
  shopState: null,
  alsoSoldAs: [],
  sale: null,
} as const satisfies Partial<StoredListing>

/** The baseline of a listing: the content that the shop confirmed last, or was seen to show. */
export interface Baseline extends Stored {
  content: Content
}

type Showing = Pick<
  StoredChannel,
  'id' | 'status' | 'pushAssortmentId' | 'supportedCurrencies' | 'supportedLocales' | 'pricesIncludeTax'
>

/** Resolves the content that the channel shows of a variant. */
export const resolveListingContent = (
  channel: Showing,
  product: Product,
  variant: Variant,
  overrides: Overrides = {},
): Content => resolveContent(product, variant, channel, overrides)

/**
 * Returns true if the channel shows a variant of the product: one of its assortment, or any variant if it has no assortment. A
 * draft is not shown yet, and an archived product not any more.
 */
export const isShown = (
  channel: Showing,
  { status }: Pick<VariantOfProduct['product'], 'status'>,
  isInAssortment: boolean,
): boolean => channel.status !== 'disconnected' && status === 'active' && (!channel.pushAssortmentId || isInAssortment)

/** Hashes the texts of a product, which several listings share. */
export const hashProductTexts = ({ name, description }: { name: string; description: string | null }) => ({
  name: hash('sha256', name, 'hex').slice(0, 16),
  description: hash('sha256', description ?? '', 'hex').slice(0, 16),
})

/** Returns the sale that a shop shows of a variant. */
export const readSale = ({
  currency,
  salePrice,
}: Pick<RemoteVariant, 'currency' | 'salePrice'>): StoredListing['sale'] =>
  currency !== undefined && salePrice !== undefined ? { currency, amount: salePrice } : null

type Compared = Pick<StoredListing, 'currentHash' | 'headHash' | 'changedInShop' | 'shopState'>

/**
 * Computes the drift state; the content of the baseline is needed if its hash has an older version. A variant that the shop
 * does not have any more has drifted, because a publish creates it again.
 */
export const computeDrift = (
  { currentHash, headHash, changedInShop, shopState }: Compared,
  baseline?: Content | undefined,
): DriftState => {
  if (headHash === null) return 'never_pushed'
  const head = baseline ? hashBaseline({ content: baseline, hash: headHash }) : headHash
  if (head !== currentHash || shopState === 'missing') return 'drifted'
  return changedInShop.length ? 'changed_in_shop' : 'in_sync'
}
