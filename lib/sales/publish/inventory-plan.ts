import { findVariantIdsBySku } from '../../catalog/find-variant-ids-by-sku.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { foldSku } from '../../platform/identifiers/sku.ts'
import { orNotFound } from '../../platform/problem.ts'
import { count, list, type Members, type Page } from '../../platform/store/lists/list.ts'
import { findChannel } from '../channels/channel-store.ts'
import { pageOfDrift, withNames } from '../listings/drift.ts'
import { findListing, listings } from '../listings/listing-store.ts'
import { type PlannedLevel, planLevels } from '../stock-levels/plan-levels.ts'
import { GONE, STOPS_SELLING, UNTRACKED } from './push-result.ts'

const NOT_IN_SHOP = 'The shop does not have the variant yet; publish the catalog first.'

const presentPlan = (planned: PlannedLevel | undefined) => {
  const confirmedQuantity = planned?.confirmed?.available ?? null
  const shown = {
    confirmedQuantity,
    withheldQuantity: planned?.confirmed?.withheld ?? 0,
    unreservedQuantity: planned && 'unreserved' in planned ? planned.unreserved : 0,
  }
  const skipped = { action: 'skipped', quantity: null, ...shown }
  if (!planned || planned.is === 'gone') return { ...skipped, reason: planned?.hasLeft ? GONE : NOT_IN_SHOP }
  if (planned.is === 'untracked') return { ...skipped, reason: UNTRACKED }
  if (planned.is === 'withdrawn') return { action: 'withdraw', quantity: 0, ...shown, reason: STOPS_SELLING }
  const action = planned.is === 'unchanged' ? 'unchanged' : 'update'
  return { action, quantity: planned.level.available, ...shown, reason: null }
}

/** Returns the listings of a page of those that a channel shows and then of those that left it, each newest first. */
const pageOfListings = async (
  app: Pick<App, 'db' | 'clock'>,
  tenant: Id,
  channelId: Id,
  { page, itemsPerPage }: Page,
) => {
  const shown = await pageOfDrift(app, tenant, channelId, { page, itemsPerPage })
  const by = { leftFrom: channelId }
  const room = itemsPerPage - shown.items.length
  const passed = Math.max(0, (page - 1) * itemsPerPage - shown.totalItems)
  const first = Math.floor(passed / itemsPerPage) + 1
  const [leftCount, ...pages] = await Promise.all([
    count(app.db, listings, tenant, { by }),
    // The rest of a page may be on two pages of those that left.
    ...(room ? [first, first + 1] : []).map((each) => list(app.db, listings, tenant, { by, page: each, itemsPerPage })),
  ])
  const from = passed % itemsPerPage
  const left = await withNames(app.db, tenant, pages.flatMap(({ items }) => items).slice(from, from + room))
  return { items: [...shown.items, ...left], totalItems: shown.totalItems + leftCount }
}

/** Returns the listing of a SKU if the channel shows its variant, or did. */
const findListingOfSku = async ({ db }: Pick<App, 'db'>, tenant: Id, channelId: Id, sku: string) => {
  const variantId = (await findVariantIdsBySku(db, tenant, [sku])).get(foldSku(sku))
  const listing = variantId && (await findListing(db, tenant, channelId, variantId))
  const isListed = listing && (listing.shownIn !== null || listing.leftFrom !== null)
  const items = await withNames(db, tenant, isListed ? [listing] : [])
  return { items, totalItems: items.length }
}

/** Lists the planned stock level of each variant that the channel shows or does not show any more. */
export const pageOfInventoryPlan = async (
  app: Pick<App, 'db' | 'clock'>,
  tenant: Id,
  channelId: string,
  page: Page,
  { sku }: { sku?: string | undefined },
): Promise<Members<unknown>> => {
  const channel = orNotFound(await findChannel(app.db, tenant, channelId))
  const found =
    sku === undefined
      ? await pageOfListings(app, tenant, channel.id, page)
      : await findListingOfSku(app, tenant, channel.id, sku)
  const items = sku === undefined ? found.items : found.items.slice((page.page - 1) * page.itemsPerPage)
  const { totalItems } = found
  const ids = items.map(({ variantId }) => variantId)
  const { planned } = await planLevels(app, { tenant, channel, ids })
  const byVariant = new Map(planned.map((each) => [each.variantId, each]))
  return { items: items.map((row) => ({ ...row, ...presentPlan(byVariant.get(row.variantId)) })), totalItems }
}
