import { hashContent } from '../../catalog/content.ts'
import { recordContentChange } from '../../catalog/content-changes.ts'
import { filterByAssortment, findProducts, findVariants, type VariantOfProduct } from '../../catalog/find-variants.ts'
import {
  ACTIONS_OF_PUTTING_IN,
  countProductActions,
  countVariantActions,
  findBySku,
  putVariantInAssortment,
  takeProduct,
  takeVariant,
} from '../../catalog/take-variants.ts'
import type { Id } from '../../platform/id.ts'
import { newIdInShardWith } from '../../platform/store/entities/sharded-id.ts'
import { findAll } from '../../platform/store/lists/list.ts'
import { MAX_ACTIONS, type Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { ACTIONS_OF_A_LANE, type NewRecord } from '../catalog-runs/catalog-run.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { computeDrift, isShown, resolveListingContent, type StoredListing, UNHEARD_OF } from '../listings/listing.ts'
import {
  findHeads,
  findListings,
  findMapped,
  findOwnProducts,
  listings,
  ownProductPut,
  putExternalProduct,
} from '../listings/listing-store.ts'
import { mergeShownContent } from '../listings/remote-content.ts'
import { stampHead, variantUri } from '../publish/record-push-results.ts'
import type { Incoming } from './remote-variant.ts'

/** A store's variant that is to be taken in, or what is wrong with it. */
export type Candidate = { key: string; externalId: string; sku: string | null } & (
  | { incoming: Incoming }
  | { error: string }
)

/** What stands of the variants that are about to be taken in. */
const readStanding = async (
  db: Table,
  tenant: Id,
  channel: StoredChannel,
  mapped: ReadonlyMap<string, Id>,
  next: readonly Candidate[],
) => {
  const incoming = next.flatMap((each) => ('incoming' in each && !mapped.has(each.externalId) ? [each.incoming] : []))
  const [bySku, products] = await Promise.all([
    findBySku(
      db,
      tenant,
      incoming.map(({ variant }) => variant.sku),
    ),
    findOwnProducts(
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
    findListings(db, tenant, channel.id, ids),
    findAll(
      db,
      listings,
      tenant,
      next.flatMap(({ externalId }) => mapped.get(externalId) ?? []),
    ),
    findProducts(db, tenant, [...products.values()]),
    pull ? filterByAssortment(db, tenant, pull, ids) : new Set<Id>(),
    push ? filterByAssortment(db, tenant, push, ids) : new Set<Id>(),
  ])
  const heads = await findHeads(
    db,
    tenant,
    [...own.values()].filter(({ headHash }) => headHash !== null).map(({ id }) => id),
  )
  const listed = new Map(ofMapped.map((listing) => [listing.externalVariantId, listing]))
  return { bySku, products, known, own, listed, productsById, pulled, pushed, heads }
}

type Standing = Awaited<ReturnType<typeof readStanding>>

const buildRecord = (
  { externalId, sku }: Candidate,
  rest: Pick<NewRecord, 'action'> & Partial<NewRecord>,
): NewRecord => ({
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
const countActions = ({ pullAssortmentId }: StoredChannel, standing: Standing, each: Candidate): number => {
  if ('error' in each || standing.listed.has(each.externalId)) return 1
  const { remote, product, variant } = each.incoming
  const pulled = pullAssortmentId ? ACTIONS_OF_PUTTING_IN : 0
  if (standing.bySku.has(variant.sku)) return ACTIONS_OF_LINKING + pulled
  const ofProduct = standing.products.has(remote.externalProductId) ? 0 : countProductActions(product.name)
  return ACTIONS_OF_LISTING + ofProduct + countVariantActions(variant) + pulled
}

/** One transaction's taking in. */
const createImporter = (unit: Unit, channel: StoredChannel, standing: Standing) => {
  const { tenant } = unit
  const first = unit.newId()
  const createId = () => newIdInShardWith(first, unit.now)

  /** Lets the channel know the variant as the store's; what the store shows is what was exchanged last. */
  const link = ({ remote }: Incoming, { variant, product }: VariantOfProduct, before: StoredListing | undefined) => {
    const { externalProductId, externalVariantId } = remote
    const mine = resolveListingContent(channel, product, variant, before?.overrides)
    const theirs = mergeShownContent(mine, remote, channel)
    const [currentHash, headHash] = [hashContent(mine), hashContent(theirs)]
    const driftState = computeDrift(currentHash, headHash, undefined)
    const linked = { externalProductId, externalVariantId, currentHash, headHash, driftState }
    const shownIn = isShown(channel, standing.pushed.has(variant.id)) ? channel.id : null
    const fresh = { ...UNHEARD_OF, ...linked, id: createId(), channelId: channel.id, variantId: variant.id, shownIn }
    const listing = before ? unit.update(listings, before, linked, 'stale') : unit.create(listings, fresh, 'stale')
    stampHead(unit, listing.id, standing.heads.get(listing.id), theirs)
    if (!standing.products.has(externalProductId)) {
      unit.add({ ...ownProductPut(tenant, channel.id, externalProductId, product.id), ...IS_NEW })
      const put = putExternalProduct(tenant, channel.id, product.id, externalProductId)
      if (!unit.writes(put.put)) unit.add(put)
      standing.products.set(externalProductId, product.id)
      standing.productsById.set(product.id, product)
    }
    if (channel.pullAssortmentId && !standing.pulled.has(variant.id))
      putVariantInAssortment(unit, createId(), channel.pullAssortmentId, variant.id)
    recordContentChange(unit, 'variant', variant.id)
  }

  const resolveProduct = ({ remote, product: given }: Incoming) => {
    const id = standing.products.get(remote.externalProductId)
    return (id && standing.productsById.get(id)) || takeProduct(unit, createId(), given)
  }

  return (each: Candidate): NewRecord => {
    const buildFailedRecord = (errorCode: string, errorMessage: string) =>
      buildRecord(each, { action: 'failed', errorCode, errorMessage: errorMessage.slice(0, 1000) })
    if ('error' in each) return buildFailedRecord('INVALID_ARGUMENT', each.error)
    const { incoming } = each
    const done = standing.listed.get(each.externalId)
    if (done) return buildRecord(each, { action: 'unchanged', resourceUri: variantUri(done.variantId) })
    const same = standing.bySku.get(incoming.variant.sku)
    if (same) {
      const [found, listing] = [standing.known.get(same.id), standing.own.get(same.id)]
      if (!found || listing?.externalVariantId)
        return buildFailedRecord(
          'ALREADY_EXISTS',
          'The channel has the variant of this SKU as another one of the store.',
        )
      link(incoming, found, listing)
      return buildRecord(each, { action: 'updated', resourceUri: variantUri(same.id) })
    }
    const product = resolveProduct(incoming)
    const variant = takeVariant(unit, createId(), { ...incoming.variant, productId: product.id })
    link(incoming, { variant, product }, undefined)
    return buildRecord(each, { action: 'created', resourceUri: variantUri(variant.id) })
  }
}

const IS_NEW = { when: 'attribute_not_exists(pk)' }

/** More than can be created together, */
const MAX_NEW_TOGETHER = 12
/** and as many records as fit. */
const MAX_KNOWN_TOGETHER = 80

/** The next of the waiting: either such as are known or broken, or others none of which is among them twice. */
const takeNextBatch = (waiting: readonly Candidate[], mapped: ReadonlyMap<string, Id>): Candidate[] => {
  const first = waiting.slice(0, MAX_KNOWN_TOGETHER)
  const news = first.findIndex((each) => 'incoming' in each && !mapped.has(each.externalId))
  if (news !== 0) return news < 0 ? first : first.slice(0, news)
  const skus = waiting.map((each) => ('incoming' in each ? each.incoming.variant.sku : null))
  const again = skus.findIndex((sku, place) => sku !== null && skus.indexOf(sku) < place)
  return first.slice(0, again < 0 ? MAX_NEW_TOGETHER : Math.min(again, MAX_NEW_TOGETHER))
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
  waiting: readonly Candidate[],
): Promise<NewRecord[]> => {
  const { tenant } = unit
  const external = waiting.slice(0, MAX_KNOWN_TOGETHER).map(({ externalId }) => externalId)
  const mapped = await findMapped(db, tenant, channel.id, external)
  const next = takeNextBatch(waiting, mapped)
  const standing = await readStanding(db, tenant, channel, mapped, next)
  const take = createImporter(unit, channel, standing)
  const records: NewRecord[] = []
  for (const each of next) {
    const ahead = records.some(({ action }) => action === 'created') ? 0 : SHARED_COUNTS
    const used = unit.size + records.length + ACTIONS_OF_A_LANE + ahead
    if (used + countActions(channel, standing, each) > MAX_ACTIONS) break
    records.push(take(each))
  }
  return records
}
