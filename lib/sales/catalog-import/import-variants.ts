import { contentHash } from '../../catalog/content.ts'
import { contentChanged } from '../../catalog/content-changes.ts'
import { findProducts, findVariants, inAssortment, type VariantOfProduct } from '../../catalog/find-variants.ts'
import {
  ACTIONS_OF_PUTTING_IN,
  actionsOfProduct,
  actionsOfVariant,
  findBySku,
  putIn,
  takeProduct,
  takeVariant,
} from '../../catalog/take-variants.ts'
import type { Id } from '../../platform/id.ts'
import { newIdBeside } from '../../platform/store/sharded-id.ts'
import { findAll } from '../../platform/store/list.ts'
import { MOST_ACTIONS, type Table } from '../../platform/store/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { ACTIONS_OF_A_LANE, type NewRecord } from '../catalog-runs/catalog-run.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { contentIn, driftOf, isShown, type StoredListing, UNHEARD_OF } from '../listings/listing.ts'
import {
  externalProductPut,
  headsOf,
  listings,
  listingsOf,
  mappedIn,
  ownProductPut,
  ownProductsOf,
} from '../listings/listing-store.ts'
import { contentThere } from '../listings/remote-content.ts'
import type { Incoming } from './remote-variant.ts'
import { stampHead, variantUri } from '../publish/record-push-results.ts'

/** A store's variant that is to be taken in, or what is wrong with it. */
export type Waiting = { key: string; externalId: string; sku: string | null } & (
  | { incoming: Incoming }
  | { error: string }
)

/** What stands of the variants that are about to be taken in. */
const standingOf = async (
  db: Table,
  tenant: Id,
  channel: StoredChannel,
  mapped: ReadonlyMap<string, Id>,
  next: readonly Waiting[],
) => {
  const incoming = next.flatMap((each) => ('incoming' in each && !mapped.has(each.externalId) ? [each.incoming] : []))
  const [bySku, products] = await Promise.all([
    findBySku(
      db,
      tenant,
      incoming.map(({ variant }) => variant.sku),
    ),
    ownProductsOf(
      db,
      tenant,
      channel.id,
      incoming.map(({ remote }) => remote.externalProductId),
    ),
  ])
  const ids = [...bySku.values()].map(({ id }) => id)
  const { pullAssortmentId: pull, pushAssortmentId: push } = channel
  const [known, own, ofMapped, productsById, pulled, pushed] = await Promise.all([
    findVariants(db, tenant, ids),
    listingsOf(db, tenant, channel.id, ids),
    findAll(
      db,
      listings,
      tenant,
      next.flatMap(({ externalId }) => mapped.get(externalId) ?? []),
    ),
    findProducts(db, tenant, [...products.values()]),
    pull ? inAssortment(db, tenant, pull, ids) : new Set<Id>(),
    push ? inAssortment(db, tenant, push, ids) : new Set<Id>(),
  ])
  const heads = await headsOf(
    db,
    tenant,
    [...own.values()].filter(({ headHash }) => headHash !== null).map(({ id }) => id),
  )
  const listed = new Map(ofMapped.map((listing) => [listing.externalVariantId, listing]))
  return { bySku, products, known, own, listed, productsById, pulled, pushed, heads }
}

type Standing = Awaited<ReturnType<typeof standingOf>>

const recordOf = ({ externalId, sku }: Waiting, rest: Pick<NewRecord, 'action'> & Partial<NewRecord>): NewRecord => ({
  kind: 'variant',
  externalId,
  resourceUri: null,
  label: sku,
  errorCode: null,
  errorMessage: null,
  changes: [],
  ...rest,
})

/** Counts of all products, variants, listings and of an assortment, which ids of one shard share. */
const SHARED_COUNTS = 16
/** Of a listing that is linked: itself, its rows and counts, what is unique, its head, both ways of products, the note. */
const ACTIONS_OF_LINKING = 15
/** The same of one that is created, whose counts are shared. */
const ACTIONS_OF_LISTING = 10

/** As many actions as a variant can need, its record among them. */
const actionsOf = ({ pullAssortmentId }: StoredChannel, standing: Standing, each: Waiting): number => {
  if ('error' in each || standing.listed.has(each.externalId)) return 1
  const { remote, product, variant } = each.incoming
  const pulled = pullAssortmentId ? ACTIONS_OF_PUTTING_IN : 0
  if (standing.bySku.has(variant.sku)) return ACTIONS_OF_LINKING + pulled
  const ofProduct = standing.products.has(remote.externalProductId) ? 0 : actionsOfProduct(product.name)
  return ACTIONS_OF_LISTING + ofProduct + actionsOfVariant(variant) + pulled
}

/** One transaction's taking in. */
const taker = (unit: Unit, channel: StoredChannel, standing: Standing) => {
  const { tenant } = unit
  const first = unit.newId()
  const nextId = () => newIdBeside(first, unit.now)

  /** Lets the channel know the variant as the store's; what the store shows is what was exchanged last. */
  const link = ({ remote }: Incoming, { variant, product }: VariantOfProduct, before: StoredListing | undefined) => {
    const { externalProductId, externalVariantId } = remote
    const mine = contentIn(channel, product, variant, before?.overrides)
    const theirs = contentThere(mine, remote, channel)
    const [currentHash, headHash] = [contentHash(mine), contentHash(theirs)]
    const driftState = driftOf(currentHash, headHash, undefined)
    const linked = { externalProductId, externalVariantId, currentHash, headHash, driftState }
    const shownIn = isShown(channel, standing.pushed.has(variant.id)) ? channel.id : null
    const fresh = { ...UNHEARD_OF, ...linked, id: nextId(), channelId: channel.id, variantId: variant.id, shownIn }
    const listing = before ? unit.update(listings, before, linked, 'stale') : unit.create(listings, fresh, 'stale')
    stampHead(unit, listing.id, standing.heads.get(listing.id), theirs)
    if (!standing.products.has(externalProductId)) {
      unit.add({ ...ownProductPut(tenant, channel.id, externalProductId, product.id), ...IS_NEW }, 'stale')
      const put = externalProductPut(tenant, channel.id, product.id, externalProductId)
      if (!unit.writes(put.put)) unit.add(put, 'stale')
      standing.products.set(externalProductId, product.id)
      standing.productsById.set(product.id, product)
    }
    if (channel.pullAssortmentId && !standing.pulled.has(variant.id))
      putIn(unit, nextId(), channel.pullAssortmentId, variant.id)
    contentChanged(unit, 'variant', variant.id)
  }

  const productOf = ({ remote, product: given }: Incoming) => {
    const id = standing.products.get(remote.externalProductId)
    return (id && standing.productsById.get(id)) || takeProduct(unit, nextId(), given)
  }

  return (each: Waiting): NewRecord => {
    const failed = (errorCode: string, errorMessage: string) =>
      recordOf(each, { action: 'failed', errorCode, errorMessage: errorMessage.slice(0, 1000) })
    if ('error' in each) return failed('INVALID_ARGUMENT', each.error)
    const { incoming } = each
    const done = standing.listed.get(each.externalId)
    if (done) return recordOf(each, { action: 'unchanged', resourceUri: variantUri(done.variantId) })
    const same = standing.bySku.get(incoming.variant.sku)
    if (same) {
      const [found, listing] = [standing.known.get(same.id), standing.own.get(same.id)]
      if (!found || listing?.externalVariantId)
        return failed('ALREADY_EXISTS', 'The channel has the variant of this SKU as another one of the store.')
      link(incoming, found, listing)
      return recordOf(each, { action: 'updated', resourceUri: variantUri(same.id) })
    }
    const product = productOf(incoming)
    const variant = takeVariant(unit, nextId(), { ...incoming.variant, productId: product.id })
    link(incoming, { variant, product }, undefined)
    return recordOf(each, { action: 'created', resourceUri: variantUri(variant.id) })
  }
}

const IS_NEW = { when: 'attribute_not_exists(pk)' }

/** More than can be created together, */
const MOST_TOGETHER = 12
/** and as many records as fit. */
const MOST_KNOWN = 80

/** The next of the waiting: either such as are known or broken, or others none of which is among them twice. */
const nextOf = (waiting: readonly Waiting[], mapped: ReadonlyMap<string, Id>): Waiting[] => {
  const first = waiting.slice(0, MOST_KNOWN)
  const news = first.findIndex((each) => 'incoming' in each && !mapped.has(each.externalId))
  if (news !== 0) return news < 0 ? first : first.slice(0, news)
  const skus = waiting.map((each) => ('incoming' in each ? each.incoming.variant.sku : null))
  const again = skus.findIndex((sku, place) => sku !== null && skus.indexOf(sku) < place)
  return first.slice(0, again < 0 ? MOST_TOGETHER : Math.min(again, MOST_TOGETHER))
}

/**
 * Takes in as many of a store's variants as fit beside what a lane needs, from the first on: known ones stay, those of a
 * SKU that is there are linked with it, the others are created. Returns a record for each of these; keeping them, an
 * action each, is the caller's.
 */
export const takeRemote = async (
  db: Table,
  unit: Unit,
  channel: StoredChannel,
  waiting: readonly Waiting[],
): Promise<NewRecord[]> => {
  const { tenant } = unit
  const external = waiting.slice(0, MOST_KNOWN).map(({ externalId }) => externalId)
  const mapped = await mappedIn(db, tenant, channel.id, external)
  const next = nextOf(waiting, mapped)
  const standing = await standingOf(db, tenant, channel, mapped, next)
  const take = taker(unit, channel, standing)
  const records: NewRecord[] = []
  for (const each of next) {
    const ahead = records.some(({ action }) => action === 'created') ? 0 : SHARED_COUNTS
    const used = unit.size + records.length + ACTIONS_OF_A_LANE + ahead
    if (used + actionsOf(channel, standing, each) > MOST_ACTIONS) break
    records.push(take(each))
  }
  return records
}
