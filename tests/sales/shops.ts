import type { Content } from '../../lib/catalog/content.ts'
import { shopOf } from '../../lib/connectors/simulator/catalog.ts'
import type { Member } from '../support/client.ts'
import { aSimulatedChannel, aStoreSeed } from './sync.ts'

type Shop = NonNullable<ReturnType<typeof shopOf>>
export type Sold = Shop['sold'] extends Map<string, infer S> ? S : never

/** A channel of a store that sells so many variants, and the store itself to look into and to change. */
export const aShop = async (member: Member, products: number, store: Record<string, string> = {}) => {
  const seed = aStoreSeed()
  const channel = await aSimulatedChannel(member, { seed, products: String(products), ...store })
  await member.get(`/api/sales/channels/${channel.id}/catalog/remote`)
  const shop = shopOf(seed) as Shop
  const change = (externalId: string, fields: Partial<Sold>, content: Partial<Content> = {}) => {
    const before = shop.sold.get(externalId) as Sold
    shop.sold.set(externalId, { ...before, ...fields, content: { ...before.content, ...content } })
  }
  return { ...channel, shop, sold: shop.sold, change }
}
