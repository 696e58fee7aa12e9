import type { SetListingOverridesInput } from '../../../schemas/sales/catalog/listing-overrides.ts'
import { hashContent, type Overrides } from '../../catalog/content.ts'
import { recordContentChange } from '../../catalog/content-changes.ts'
import { findVariants, type VariantOfProduct } from '../../catalog/find-variants.ts'
import { checkVariant, fillLocalizations } from '../../catalog/variant.ts'
import { type Id, parseId } from '../../platform/id.ts'
import { notFound, orNotFound } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { checkConnected, type StoredChannel } from '../channels/channel.ts'
import { channels, findChannel } from '../channels/channel-store.ts'
import { NEW_LISTING, resolveListingContent, type StoredListing } from './listing.ts'
import { createListing, findListing, listings } from './listing-store.ts'

const findVariantOfChannel = async (db: Table, tenant: Id, channelId: string, variantId: string) => {
  const id = parseId(variantId)
  const [channel, variants] = await Promise.all([
    findChannel(db, tenant, channelId),
    findVariants(db, tenant, id ? [id] : []),
  ])
  const found = id && variants.get(id)
  if (!found) throw notFound()
  return { channel: orNotFound(channel), found }
}

const presentOverrides = (
  channelId: Id,
  variantId: Id,
  { overrides, ...rest }: Pick<StoredListing, 'rev' | 'overrides'>,
) => ({
  ...rest,
  channelId,
  variantId,
  name: overrides.name ?? null,
  description: overrides.description ?? null,
  prices: Object.entries(overrides.prices ?? {}).map(([currency, amount]) => ({ currency, amount })),
  localizations: overrides.localizations ?? {},
})

/** Returns the channel's overrides of the catalog's content, which are empty by default. */
export const readListingOverrides = async (db: Table, tenant: Id, channelId: string, variantId: string) => {
  const { channel, found } = await findVariantOfChannel(db, tenant, channelId, variantId)
  const listing = await findListing(db, tenant, channel.id, found.variant.id)
  return presentOverrides(channel.id, found.variant.id, listing ?? { rev: 0, overrides: {} })
}

/** Creates a hidden listing; applying the recorded content change decides if the channel shows it. */
const createHiddenListing = (
  unit: Unit,
  channel: StoredChannel,
  { variant, product }: VariantOfProduct,
  overrides: Overrides,
) => {
  const currentHash = hashContent(resolveListingContent(channel, product, variant, overrides))
  const listing = {
    ...NEW_LISTING,
    channelId: channel.id,
    variantId: variant.id,
    shownIn: null,
    overrides,
    currentHash,
  }
  return createListing(unit, listing)
}

/** Replaces all overrides; absent fields come from the catalog. The hash is updated like after any content change. */
export const setOverrides = async (
  db: Table,
  unit: Unit,
  channelId: string,
  variantId: string,
  given: SetListingOverridesInput,
) => {
  checkVariant(given)
  const { channel, found } = await findVariantOfChannel(db, unit.tenant, channelId, variantId)
  checkConnected(channel)
  const before = await findListing(db, unit.tenant, channel.id, found.variant.id)
  unit.match(before ?? { rev: 0 })
  const { prices, localizations, ...texts } = given
  const overrides = {
    ...texts,
    ...(prices && { prices: Object.fromEntries(prices.map(({ currency, amount }) => [currency, amount])) }),
    ...(localizations && { localizations: fillLocalizations(localizations) }),
  }
  const listing = before
    ? unit.update(listings, before, { overrides })
    : createHiddenListing(unit, channel, found, overrides)
  // No listing is left behind if the channel is deleted meanwhile.
  unit.require(channels, channel)
  recordContentChange(unit, 'variant', found.variant.id)
  return presentOverrides(channel.id, found.variant.id, listing)
}
