import { aChannel } from '../support/builders.ts'
import type { Member } from '../support/client.ts'
import type { Made } from './fixtures.ts'

const anOrderOfAShop = async (member: Member): Promise<Made> => {
  const { id: channelId } = await aChannel(member, { type: 'manual', credentials: {} })
  const orders = [{ externalOrderId: 'G-FULFILLED', currency: 'EUR', total: 2580 }]
  await member.post(`/api/sales/channels/${channelId}/import-orders`, { orders })
  const { body } = await member.get(`/api/sales/orders?channelId=${channelId}`)
  return { params: { id: body.member[0].id } }
}

export const SHOP_FULFILMENT_FIXTURES: Record<string, (member: Member) => Promise<Made>> = {
  getOrderFulfilments: anOrderOfAShop,
  listOrderRevisions: anOrderOfAShop,
  listOrderTimeline: anOrderOfAShop,
}
