import { createHmac } from 'node:crypto'
import { app } from '../../lib/app.ts'
import { aChannel, aMerchant, anAssortment, aPartner } from '../support/builders.ts'
import type { Member } from '../support/client.ts'
import type { Made } from './fixtures.ts'

type Fixture = (member: Member) => Promise<Made>

const withChannel =
  (body?: unknown): Fixture =>
  async (member) => ({ params: { id: (await aChannel(member)).id }, body })
const withMerchant =
  (body?: unknown): Fixture =>
  async (member) => ({ params: { id: (await aMerchant(member)).id }, body })

const CREDENTIALS = { api_key: 'another-key' }

const SHOPIFY = { clientId: 'client', clientSecret: 'hush', previousClientSecret: '' }

const aShop = async (member: Member) => {
  Object.assign(app().config, { shopify: SHOPIFY })
  const channel = { type: 'shopify', credentials: { store_url: 'http://127.0.0.1:9' } }
  return await aChannel(member, channel)
}

/** A query as Shopify signs it. */
const signed = (query: Record<string, string>) => {
  const text = String(new URLSearchParams(Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1))))
  return `${text}&hmac=${createHmac('sha256', SHOPIFY.clientSecret).update(text).digest('hex')}`
}

let made = 0

export const SALES_FIXTURES: Readonly<Record<string, Fixture>> = {
  listChannels: withChannel(),
  connectChannel: async (member) => {
    const body = {
      name: 'Web shop',
      type: 'simulator',
      credentials: CREDENTIALS,
      partnerId: (await aPartner(member)).id,
    }
    return { body: { ...body, code: `F-${++made}` }, other: { ...body, code: `F-${++made}` } }
  },
  testChannelConnection: async () => ({ body: { type: 'simulator', credentials: CREDENTIALS } }),
  getChannel: withChannel(),
  updateChannel: withChannel({ name: 'Renamed', syncSettings: { statusFilters: ['paid'] } }),
  deleteChannel: withChannel(),
  pauseChannel: withChannel(),
  resumeChannel: async (member) => {
    const { id } = await aChannel(member)
    await member.post(`/api/sales/channels/${id}/pause`)
    return { params: { id } }
  },
  disconnectChannel: withChannel(),
  linkMerchant: async (member) => ({
    params: { id: (await aChannel(member)).id },
    body: { merchantId: (await aMerchant(member)).id },
  }),
  setSourcingPrincipal: withChannel({ principal: 'erp:///inventory/principals/P-1' }),
  setChannelCurrencies: withChannel({ defaultCurrency: 'EUR', supportedCurrencies: ['EUR', 'USD'] }),
  setChannelLocales: withChannel({ defaultLocale: 'de_DE', supportedLocales: [] }),
  bindCatalogLink: async (member) => ({
    params: { id: (await aChannel(member)).id },
    body: { assortmentId: (await anAssortment(member)).id, direction: 'pull' },
  }),
  clearCatalogLink: async (member) => ({ params: { id: (await aChannel(member)).id, direction: 'push' } }),
  updateChannelCredentials: withChannel({ credentials: CREDENTIALS }),
  refreshChannelCapabilities: withChannel(),
  reconnectChannel: async (member) => ({ params: { channelId: (await aShop(member)).id } }),
  discoverStoreChannels: async (member) => ({
    params: { connectionId: (await aChannel(member)).connectionId },
    query: 'only_enabled=true',
  }),
  channelOAuthCallback: async (member) => {
    const { id } = await aShop(member)
    const { state } = (await member.post(`/api/sales/channels/${id}/reconnect`)).body
    const timestamp = String(Math.floor(app().clock().getTime() / 1000))
    return { query: signed({ code: 'code', shop: '127.0.0.1:9', state, timestamp }) }
  },
  listMerchants: withMerchant(),
  createMerchant: async (member) => ({
    body: { name: 'Nordlicht Handel', countryCode: 'DE', partnerId: (await aPartner(member)).id },
  }),
  getMerchant: withMerchant(),
  updateMerchant: withMerchant({ taxId: 'DE123456789' }),
}
