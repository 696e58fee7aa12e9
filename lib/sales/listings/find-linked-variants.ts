import type { Id } from '../../platform/id.ts'
import { findAll } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { listAllChannels } from '../channels/channel-store.ts'
import { findMapped, listings } from './listing-store.ts'

/** A channel that has a shop, or is one itself. */
interface ChannelOfShop {
  channelId: Id
  shopId: Id
}

const findInChannel = async (
  db: Table,
  tenant: Id,
  channelId: Id,
  ids: readonly string[],
): Promise<Map<string, Id>> => {
  const mapped = await findMapped(db, tenant, channelId, ids)
  const found = await findAll(db, listings, tenant, [...new Set(mapped.values())])
  const variants = new Map(found.map(({ id, variantId }) => [id, variantId]))
  return new Map(
    [...mapped].flatMap(([externalId, listingId]) => {
      const variantId = variants.get(listingId)
      return variantId ? [[externalId, variantId] as const] : []
    }),
  )
}

/**
 * Returns the ids of our variants that are linked with variants of a shop, by the shop's id: as the channel has linked them, or
 * else another channel of the same shop.
 */
export const findLinkedVariants = async (
  db: Table,
  tenant: Id,
  { channelId, shopId }: ChannelOfShop,
  externalVariantIds: readonly string[],
): Promise<Map<string, Id>> => {
  const ids = [...new Set(externalVariantIds)]
  if (!ids.length) return new Map()
  const own = await findInChannel(db, tenant, channelId, ids)
  const missing = ids.filter((id) => !own.has(id))
  if (!missing.length || shopId === channelId) return own
  const others = (await listAllChannels(db, tenant)).filter((each) => each.shopId === shopId && each.id !== channelId)
  const found = await Promise.all(others.map(({ id }) => findInChannel(db, tenant, id, missing)))
  return new Map([...found.flatMap((each) => [...each]), ...own])
}
