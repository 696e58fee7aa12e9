import type { Conflict } from '../../catalog/compare-content.ts'
import { type Content, hashContent } from '../../catalog/content.ts'
import { findVariants, type VariantOfProduct } from '../../catalog/find-variants.ts'
import {
  type Connector,
  ConnectorError,
  type RemoteVariant,
  type Shop,
  type VariantToPush,
} from '../../connectors/connector.ts'
import { getConnector } from '../../connectors/registry.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { findBaselines } from '../listings/baseline-store.ts'
import { hashProductTexts, resolveListingContent, type StoredListing } from '../listings/listing.ts'
import { findExternalProducts, findListings } from '../listings/listing-store.ts'
import { mergeWithShop } from '../listings/merge-shown-content.ts'
import {
  MAX_PUSH_SIZE,
  matchOutcomes,
  type PushedVariant,
  type PushRequest,
  type PushResult,
  toPushResult,
} from './push-result.ts'

/** Returns the shop's product from which the channel's import created ours. */
const getImportedProduct = (origin: VariantOfProduct['product']['origin'], channelId: Id) =>
  origin?.channelId === channelId ? origin.externalProductId : undefined

/** The state of a variant that the shop was sent. */
export interface SentVariant {
  listing: StoredListing
  product: VariantOfProduct['product']
  content: Content
  hash: string
  /** JSON pointers of what only the shop has changed. */
  changedInShop: readonly string[]
}

type Pending = PushedVariant & {
  is: 'pending'
  sent: SentVariant
  prices: VariantOfProduct['variant']['prices']
}

/** Returns the results that are known without asking the shop, and what to send for the other variants. */
const classifyVariants = async (db: App['db'], { tenant, channel, ids, force }: Omit<PushRequest, 'shop'>) => {
  const [found, known] = await Promise.all([findVariants(db, tenant, ids), findListings(db, tenant, channel.id, ids)])
  return ids.map((variantId): PushResult<SentVariant> | Pending => {
    const [stored, listing] = [found.get(variantId), known.get(variantId)]
    const variant = { variantId, sku: stored?.variant.sku ?? null, externalId: listing?.externalVariantId ?? null }
    if (!stored || !listing?.shownIn) return { ...variant, is: 'gone' }
    const content = resolveListingContent(channel, stored.product, stored.variant, listing.overrides)
    const { product } = stored
    const sent = { listing, product, content, hash: hashContent(content), changedInShop: listing.changedInShop }
    const pending = { ...variant, is: 'pending', sent, prices: stored.variant.prices } as const
    if (force) return pending
    const isThere = listing.externalVariantId !== null && listing.shopState !== 'missing'
    if (listing.headHash === sent.hash && isThere) return { ...variant, is: 'unchanged' }
    if (listing.isConflicted) return { ...variant, is: 'conflicted' }
    if (listing.refused?.hash === sent.hash)
      return { ...variant, is: 'refused', sent, message: listing.refused.message, isRepeated: true }
    return pending
  })
}

/** Reads what the shop shows of variants that it has confirmed before, by external id. */
const readShown = async (
  { find }: NonNullable<Connector['catalog']>,
  shop: Shop,
  pending: readonly Pending[],
): Promise<Map<string, RemoteVariant>> => {
  const wanted = pending.flatMap(({ sent: { listing } }) => {
    const { externalProductId, externalVariantId, headHash } = listing
    return externalVariantId && headHash ? [{ externalProductId: externalProductId ?? '', externalVariantId }] : []
  })
  const found = wanted.length ? await find(shop, wanted) : []
  return new Map(found.map((each) => [each.externalVariantId, each]))
}

/** The changes that a variant needs in the shop, and those that conflict with changes there. */
type Compared = { changed?: readonly string[]; changedInShop: readonly string[] } | { conflicts: Conflict[] }

const compareWithShop = (
  { sent: { content } }: Pending,
  head: Content | undefined,
  theirs: RemoteVariant | undefined,
  force: boolean,
): Compared => {
  // A variant that the shop never confirmed, or lost, is written as a whole.
  if (!head || !theirs) return { changedInShop: [] }
  const { mine, theirs: changedInShop, conflicts } = mergeWithShop(head, content, theirs)
  if (conflicts.length && !force) return { conflicts }
  return { changed: [...mine, ...conflicts.map(({ field }) => field)], changedInShop }
}

const listProductChanges = ({ sent: { listing, product } }: Pending): ('name' | 'description')[] | undefined => {
  const { headProduct } = listing
  if (!headProduct) return undefined
  const now = hashProductTexts(product)
  return (['name', 'description'] as const).filter((part) => now[part] !== headProduct[part])
}

/** Tells of the prices that the channel shows whether they contain tax; those that it overrides are of its own kind. */
const listPriceTaxes = ({ sent: { listing }, prices }: Pending): Record<string, boolean> =>
  Object.fromEntries(
    prices.flatMap(({ currency, includesTax }) =>
      includesTax == null || listing.overrides.prices?.[currency] !== undefined ? [] : [[currency, includesTax]],
    ),
  )

/** Pushes pending variants; those that changed nowhere but in the shop are confirmed as they are. */
const pushPending = async (
  db: App['db'],
  { tenant, channel, shop, force, overwrites = false }: PushRequest,
  catalog: NonNullable<Connector['catalog']>,
  pending: readonly Pending[],
) => {
  const [heads, shown, externalProducts] = await Promise.all([
    findBaselines(
      db,
      tenant,
      pending.map(({ sent }) => sent.listing),
    ),
    overwrites ? new Map<string, RemoteVariant>() : readShown(catalog, shop, pending),
    findExternalProducts(
      db,
      tenant,
      channel.id,
      pending.flatMap(({ sent: { listing, product } }) => (listing.externalProductId === null ? [product.id] : [])),
    ),
  ])
  const compared = new Map(
    pending.map((each) => {
      const { listing } = each.sent
      const theirs = shown.get(listing.externalVariantId ?? '')
      return [each.variantId, compareWithShop(each, heads.get(listing.id)?.content, theirs, force)] as const
    }),
  )
  const wanted = pending.flatMap((each): VariantToPush[] => {
    const found = compared.get(each.variantId)
    if (!found || 'conflicts' in found) return []
    const { listing, product, content } = each.sent
    const { id, name, description, brand, origin } = product
    const externalProductId =
      listing.externalProductId ?? externalProducts.get(id) ?? getImportedProduct(origin, channel.id) ?? null
    const changedTexts = overwrites ? undefined : listProductChanges(each)
    const isSame = found.changed?.length === 0 && changedTexts?.length === 0
    if (isSame && listing.externalVariantId) return []
    return [
      {
        id: listing.variantId,
        product: { id, name, description, brand, ...(changedTexts && { changed: changedTexts }) },
        externalProductId,
        externalVariantId: listing.externalVariantId,
        content,
        ...(found.changed && { changed: found.changed }),
        priceTaxes: listPriceTaxes(each),
      },
    ]
  })
  const outcomes = wanted.length ? await catalog.push(shop, wanted) : []
  return { compared, getOutcome: matchOutcomes(outcomes), isPushed: new Set(wanted.map(({ id }) => id)) }
}

/**
 * Pushes what changed of variants to the channel's shop and returns the result of each, in the order of `ids`. What only the
 * shop changed stays, and what both changed is a conflict. The caller stores the results (`recordPushResults`). Throws
 * `ConnectorError` if the whole call fails.
 */
export const pushVariants = async (
  { db }: Pick<App, 'db'>,
  request: PushRequest,
): Promise<PushResult<SentVariant>[]> => {
  const { channel, ids } = request
  const { catalog } = getConnector(channel.type)
  if (!catalog) throw new ConnectorError('INVALID_CONFIG', 'Products cannot be published to this type of shop.')
  if (ids.length > MAX_PUSH_SIZE) throw new Error(`${ids.length} variants at once`)
  const classified = await classifyVariants(db, request)
  const pending = classified.flatMap((each) => (each.is === 'pending' ? [each] : []))
  const { compared, getOutcome, isPushed } = await pushPending(db, request, catalog, pending)
  return classified.map((each) => {
    if (each.is !== 'pending') return each
    const { sent, variantId, externalId } = each
    const variant = { variantId, sku: sent.content.sku, externalId }
    const found = compared.get(variantId)
    if (found && 'conflicts' in found)
      return { ...variant, is: 'conflicted', found: { listingId: sent.listing.id, conflicts: found.conflicts } }
    const own = { ...sent, changedInShop: found?.changedInShop ?? [] }
    const { externalProductId, externalVariantId } = sent.listing
    if (!isPushed.has(variantId) && externalVariantId) {
      const external = { externalProductId: externalProductId ?? '', externalVariantId }
      return { ...variant, is: 'confirmed', sent: own, external }
    }
    const result = toPushResult(variant, own, getOutcome(variantId))
    return result.is === 'confirmed' ? { ...result, externalId: result.external.externalVariantId } : result
  })
}
