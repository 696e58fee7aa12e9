import { type Content, hashContent } from '../../catalog/content.ts'
import { findVariants, type VariantOfProduct } from '../../catalog/find-variants.ts'
import { ConnectorError, type ExternalVariant, type PushOutcome, type Store } from '../../connectors/connector.ts'
import { getConnector } from '../../connectors/registry.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { resolveListingContent, type StoredListing } from '../listings/listing.ts'
import { findExternalProducts, findListings } from '../listings/listing-store.ts'

/** What a connector takes at once. */
export const MAX_AT_ONCE = 50

/** What was sent of a variant. */
export interface Sent {
  listing: StoredListing
  product: VariantOfProduct['product']
  content: Content
  hash: string
}

/** What became of a variant that was to be pushed; nothing of it is written yet. */
export type Pushed = { variantId: Id; sku: string | null; externalId: string | null } & (
  | { is: 'confirmed'; sent: Sent; external: ExternalVariant }
  /** `again`: it was not asked, since it refused the same before. */
  | { is: 'refused'; sent: Sent; message: string; again: boolean }
  | { is: 'failed'; error: { code: string; message: string } }
  | { is: 'unchanged' }
  /** Both sides changed it, and nobody has decided yet. */
  | { is: 'conflicted' }
  /** The channel is no longer to show it. */
  | { is: 'gone' }
)

/** What is to be told to a channel's store. */
export interface AskedToPush {
  tenant: Id
  channel: StoredChannel
  store: Store
  /** Of variants, at most `MAX_AT_ONCE`. */
  ids: readonly Id[]
  /** Also what the platform has confirmed already, or refused. */
  force: boolean
}

/** What is known without asking the platform, or what it is to be sent. */
const look = async (db: App['db'], { tenant, channel, ids, force }: Omit<AskedToPush, 'store'>) => {
  const [found, standing] = await Promise.all([
    findVariants(db, tenant, ids),
    findListings(db, tenant, channel.id, ids),
  ])
  return ids.map((variantId): Pushed | { is: 'to send'; variantId: Id; sent: Sent } => {
    const [of, listing] = [found.get(variantId), standing.get(variantId)]
    const common = { variantId, sku: of?.variant.sku ?? null, externalId: listing?.externalVariantId ?? null }
    if (!of || !listing?.shownIn) return { ...common, is: 'gone' }
    const content = resolveListingContent(channel, of.product, of.variant, listing.overrides)
    const sent = { listing, product: of.product, content, hash: hashContent(content) }
    if (!force && listing.headHash === sent.hash && listing.externalVariantId) return { ...common, is: 'unchanged' }
    if (!force && listing.isConflicted) return { ...common, is: 'conflicted' }
    if (!force && listing.refused?.hash === sent.hash)
      return { ...common, is: 'refused', sent, message: listing.refused.message, again: true }
    return { is: 'to send', variantId, sent }
  })
}

/** What a store says of each variant it was sent; one that it says nothing of has failed. */
export const matchOutcomes = (outcomes: readonly PushOutcome[]) => {
  const byId = new Map(outcomes.map((outcome) => [outcome.id, outcome]))
  const untold = new ConnectorError('UPSTREAM_ERROR', 'The store did not say what became of it.')
  return (id: Id): PushOutcome => byId.get(id) ?? { id, failed: untold }
}

const toResult = (sent: Sent, outcome: PushOutcome): Pushed => {
  const { listing, content } = sent
  const common = { variantId: listing.variantId, sku: content.sku, externalId: listing.externalVariantId }
  if ('refused' in outcome) return { ...common, is: 'refused', sent, message: outcome.refused, again: false }
  if ('failed' in outcome) return { ...common, is: 'failed', error: outcome.failed }
  return {
    ...common,
    externalId: outcome.confirmed.externalVariantId,
    is: 'confirmed',
    sent,
    external: outcome.confirmed,
  }
}

/**
 * Lets the channel's store show these variants as they are now, and says what became of each, in the order of `ids`;
 * writing that down is `settlePushed`'s. Throws `ConnectorError` where nothing came of it.
 */
export const pushVariants = async ({ db }: Pick<App, 'db'>, asked: AskedToPush): Promise<Pushed[]> => {
  const { tenant, channel, store, ids } = asked
  const { catalog } = getConnector(channel.type)
  if (!catalog) throw new ConnectorError('INVALID_CONFIG', 'This kind of store takes no catalog.')
  if (ids.length > MAX_AT_ONCE) throw new Error(`${ids.length} variants at once`)
  const looked = await look(db, asked)
  const sending = looked.flatMap((each) => (each.is === 'to send' ? [each.sent] : []))
  if (!sending.length) return looked as Pushed[]
  const places = await findExternalProducts(
    db,
    tenant,
    channel.id,
    sending.map(({ product }) => product.id),
  )
  const outcomes = await catalog.push(
    store,
    sending.map(({ listing, product: { id, name, description, brand }, content }) => ({
      id: listing.variantId,
      product: { id, name, description, brand },
      externalProductId: listing.externalProductId ?? places.get(id) ?? null,
      externalVariantId: listing.externalVariantId,
      content,
    })),
  )
  const outcomeOf = matchOutcomes(outcomes)
  return looked.map((each) => (each.is === 'to send' ? toResult(each.sent, outcomeOf(each.variantId)) : each))
}
