import { diffContent, flattenContent } from '../../catalog/compare-content.ts'
import { findVariants } from '../../catalog/find-variants.ts'
import type { App } from '../../platform/app/app.ts'
import { type Id, parseId } from '../../platform/id.ts'
import { notFound, orNotFound } from '../../platform/problem.ts'
import { list, type Page } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { findChannel } from '../channels/channel-store.ts'
import { applyRecentChanges } from './apply-content-changes.ts'
import { findBaselines } from './baseline-store.ts'
import { resolveListingContent, type StoredListing } from './listing.ts'
import { findListing, listings } from './listing-store.ts'

type Using = Pick<App, 'db' | 'clock'>

/** Adds the names and SKUs of their variants to listings. */
export const withNames = async (db: Table, tenant: Id, found: readonly StoredListing[]) => {
  const variants = await findVariants(
    db,
    tenant,
    found.map(({ variantId }) => variantId),
  )
  return found.map((listing) => {
    const found = variants.get(listing.variantId)
    return {
      ...listing,
      variantName: found?.variant.name ?? '',
      productName: found?.product.name ?? '',
      sku: found?.variant.sku ?? '',
    }
  })
}

const requireUpToDate = async (app: Using, tenant: Id, channelId: string) => {
  const channel = orNotFound(await findChannel(app.db, tenant, channelId))
  await applyRecentChanges(app, tenant)
  return channel
}

/** Lists the drift state of each variant that the channel shows, newest listing first. */
export const pageOfDrift = async (app: Using, tenant: Id, channelId: string, page: Page) => {
  const { id: shownIn } = await requireUpToDate(app, tenant, channelId)
  const { items, totalItems } = await list(app.db, listings, tenant, { ...page, by: { shownIn } })
  return { items: await withNames(app.db, tenant, items), totalItems }
}

const MAX_ROWS = 100

/** Counts the listings that a publish would push, and returns the first of them; hashes are kept up to date elsewhere. */
export const summarizeDrift = async (app: Using, tenant: Id, channelId: string) => {
  const { id: shownIn } = await requireUpToDate(app, tenant, channelId)
  const { db } = app
  const first = { by: { shownIn }, page: 1, itemsPerPage: MAX_ROWS }
  const [drifted, never, changed] = await Promise.all([
    list(db, listings, tenant, { ...first, facets: { driftState: 'drifted' } }),
    list(db, listings, tenant, { ...first, facets: { driftState: 'never_pushed' } }),
    list(db, listings, tenant, { ...first, facets: { driftState: 'changed_in_shop' } }),
  ])
  return {
    channelId: shownIn,
    driftedCount: drifted.totalItems,
    neverPushedCount: never.totalItems,
    changedInShopCount: changed.totalItems,
    items: await withNames(db, tenant, [...drifted.items, ...never.items, ...changed.items].slice(0, MAX_ROWS)),
  }
}

/** Returns the differences between the baseline of a variant and the content that the channel shows now. */
export const diffVariant = async ({ db }: Using, tenant: Id, channelId: string, variantId: string) => {
  const channel = orNotFound(await findChannel(db, tenant, channelId))
  const id = parseId(variantId)
  const found = id && (await findVariants(db, tenant, [id])).get(id)
  if (!found) throw notFound()
  const listing = await findListing(db, tenant, channel.id, found.variant.id)
  const head = listing && (await findBaselines(db, tenant, [listing])).get(listing.id)
  const content = resolveListingContent(channel, found.product, found.variant, listing?.overrides)
  const changedInShop = listing?.changedInShop ?? []
  const fields = diffContent(flattenContent(head?.content ?? {}), flattenContent(content))
  return {
    channelId: channel.id,
    variantId: found.variant.id,
    status: head ? (fields.length ? 'drifted' : changedInShop.length ? 'changed_in_shop' : 'in_sync') : 'no_baseline',
    changedInShop,
    fields,
  }
}
