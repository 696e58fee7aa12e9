import { aChannel } from '../support/builders.ts'
import type { Member } from '../support/client.ts'
import type { Made } from './fixtures.ts'

type Fixture = (member: Member) => Promise<Made>

let made = 0

/** Makes a customer by an order that names somebody. */
const aCustomer = async (member: Member): Promise<{ id: string; channelId: string }> => {
  const { id: channelId } = await aChannel(member, { type: 'manual', credentials: {} })
  const customer = { name: 'Ada Lovelace', email: `ada.${++made}@example.com` }
  const shippingAddress = { name: 'Ada Lovelace', line1: 'Speicherstadt 1', city: 'Hamburg', countryCode: 'DE' }
  const row = { externalOrderId: `K-${made}`, currency: 'EUR', total: 2580, customer, shippingAddress }
  await member.post(`/api/sales/channels/${channelId}/import-orders`, { orders: [row] })
  const { body } = await member.get(`/api/sales/customers?channelId=${channelId}`)
  return { channelId, id: body.member[0].id }
}

export const CUSTOMER_FIXTURES: Record<string, Fixture> = {
  listCustomers: async (member) => ({ query: `channelId=${(await aCustomer(member)).channelId}` }),
  getCustomer: async (member) => ({ params: { id: (await aCustomer(member)).id } }),
  listCustomerAddresses: async (member) => ({ params: { id: (await aCustomer(member)).id } }),
  updateCustomer: async (member) => ({
    params: { id: (await aCustomer(member)).id },
    body: { note: 'Calls before each order', consents: [{ means: 'email', isGiven: true, source: null }] },
  }),
  getCustomerData: async (member) => ({ params: { id: (await aCustomer(member)).id } }),
  eraseCustomer: async (member) => ({ params: { id: (await aCustomer(member)).id } }),
  mergeCustomers: async (member) => ({
    params: { id: (await aCustomer(member)).id },
    body: { customerIds: [(await aCustomer(member)).id] },
  }),
}
