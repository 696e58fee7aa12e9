import { type Content, hashContent } from '../../catalog/content.ts'
import { findVariants, type VariantOfProduct } from '../../catalog/find-variants.ts'
import { ConnectorError } from '../../connectors/connector.ts'
import { getConnector } from '../../connectors/registry.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { resolveListingContent, type StoredListing } from '../listings/listing.ts'
import { findExternalProducts, findListings } from '../listings/listing-store.ts'
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
}

type Pending = PushedVariant & { is: 'pending'; sent: SentVariant }

/** Returns the results that are known without asking the shop, and what to send for the other variants. */
const classifyVariants = async (db: App['db'], { tenant, channel, ids, force }: Omit<PushRequest, 'shop'>) => {
  const [found, known] = await Promise.all([findVariants(db, tenant, ids), findListings(db, tenant, channel.id, ids)])
  return ids.map((variantId): PushResult<SentVariant> | Pending => {
    const [stored, listing] = [found.get(variantId), known.get(variantId)]
    const variant = { variantId, sku: stored?.variant.sku ?? null, externalId: listing?.externalVariantId ?? null }
    if (!stored || !listing?.shownIn) return { ...variant, is: 'gone' }
    const content = resolveListingContent(channel, stored.product, stored.variant, listing.overrides)
    const sent = { listing, product: stored.product, content, hash: hashContent(content) }
    if (force) return { ...variant, is: 'pending', sent }
    if (listing.headHash === sent.hash && listing.externalVariantId) return { ...variant, is: 'unchanged' }
    if (listing.isConflicted) return { ...variant, is: 'conflicted' }
    if (listing.refused?.hash === sent.hash)
      return { ...variant, is: 'refused', sent, message: listing.refused.message, isRepeated: true }
    return { ...variant, is: 'pending', sent }
  })
}

/**
 * Pushes variants as they are now to the channel's shop and returns the result of each, in the order of `ids`. The caller
 * stores the results (`recordPushResults`). Throws `ConnectorError` if the whole call fails.
 */
export const pushVariants = async (
  { db }: Pick<App, 'db'>,
  request: PushRequest,
): Promise<PushResult<SentVariant>[]> => {
  const { tenant, channel, shop, ids } = request
  const { catalog } = getConnector(channel.type)
  if (!catalog) throw new ConnectorError('INVALID_CONFIG', 'Products cannot be published to this type of shop.')
  if (ids.length > MAX_PUSH_SIZE) throw new Error(`${ids.length} variants at once`)
  const classified = await classifyVariants(db, request)
  const sending = classified.flatMap((each) => (each.is === 'pending' ? [each.sent] : []))
  const externalProducts = await findExternalProducts(
    db,
    tenant,
    channel.id,
    sending.flatMap(({ listing, product }) => (listing.externalProductId === null ? [product.id] : [])),
  )
  const pushed = sending.map(({ listing, product: { id, name, description, brand, origin }, content }) => ({
    id: listing.variantId,
    product: { id, name, description, brand },
    externalProductId:
      listing.externalProductId ?? externalProducts.get(id) ?? getImportedProduct(origin, channel.id) ?? null,
    externalVariantId: listing.externalVariantId,
    content,
  }))
  const getOutcome = matchOutcomes(pushed.length ? await catalog.push(shop, pushed) : [])
  return classified.map((each) => {
    if (each.is !== 'pending') return each
    const { sent, variantId, externalId } = each
    const result = toPushResult({ variantId, sku: sent.content.sku, externalId }, sent, getOutcome(variantId))
    return result.is === 'confirmed' ? { ...result, externalId: result.external.externalVariantId } : result
  })
}
