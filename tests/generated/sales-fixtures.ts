import { createHmac } from 'node:crypto'
import { app } from '../../lib/platform/app/app.ts'
import { findHooks, type StoredHooks } from '../../lib/sales/webhooks/channel-hooks-store.ts'
import { readCurrentSecret } from '../../lib/sales/webhooks/hook-secrets.ts'
import { aChannel, aMerchant, anAssortment, aPartner } from '../support/builders.ts'
import { type Member, send } from '../support/client.ts'
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

/** Signs a query like Shopify. */
const signed = (query: Record<string, string>) => {
  const text = String(new URLSearchParams(Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1))))
  return `${text}&hmac=${createHmac('sha256', SHOPIFY.clientSecret).update(text).digest('hex')}`
}

let made = 0

const withWebhook =
  (more: (params: { channelId: string; topic: string }) => Made = (params) => ({ params })): Fixture =>
  async (member) => {
    const { id: channelId } = await aChannel(member)
    const topic = 'order.created'
    await member.post(`/api/sales/channels/${channelId}/webhooks`, { topic })
    return more({ channelId, topic })
  }

/** Makes a webhook with the signature of the shop. */
const told = async (member: Member, body: string) => {
  const { params } = await withWebhook()(member)
  const { channelId = '' } = params ?? {}
  const hooks = (await findHooks(app().db, member.tenant, channelId)) as StoredHooks
  const secret = await readCurrentSecret(app(), member.tenant, hooks)
  const signature = createHmac('sha256', secret).update(body).digest('base64')
  return {
    params: { channelId },
    body,
    headers: { 'x-simulator-topic': 'order.created', 'x-simulator-signature': signature },
  }
}

const withDelivery: Fixture = async (member) => {
  const { params, body, headers } = await told(member, 'unreadable')
  const { channelId } = params
  await send('POST', `/hooks/channels/${channelId}`, { body, headers })
  const { member: deliveries } = (await member.get(`/api/sales/channels/${channelId}/webhook-deliveries`)).body
  return { params: { channelId, id: deliveries[0].id } }
}

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
  setSourcingPrincipal: async (member) =>
    withChannel({ principal: `commerce:///iam/tenants/${member.tenant}` })(member),
  setChannelCurrencies: withChannel({ defaultCurrency: 'EUR', supportedCurrencies: ['EUR', 'USD'] }),
  setChannelLocales: withChannel({ defaultLocale: 'de_DE', supportedLocales: [] }),
  bindCatalogLink: async (member) => ({
    params: { id: (await aChannel(member)).id },
    body: { assortmentId: (await anAssortment(member)).id, direction: 'pull' },
  }),
  clearCatalogLink: async (member) => {
    const { id } = await aChannel(member)
    const link = { assortmentId: (await anAssortment(member)).id, direction: 'push' }
    await member.put(`/api/sales/channels/${id}/catalog-links`, link)
    return { params: { id, direction: 'push' } }
  },
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
  listWebhookSubscriptions: withWebhook(({ channelId }) => ({ params: { channelId } })),
  subscribeWebhookTopic: async (member) => ({
    params: { channelId: (await aChannel(member)).id },
    body: { topic: 'order.created' },
  }),
  getWebhookSubscription: withWebhook(),
  removeWebhookSubscription: withWebhook(),
  rotateWebhookSecret: withWebhook(({ channelId }) => ({ params: { channelId } })),
  listWebhookDeliveries: async (member) => {
    const { params } = await withDelivery(member)
    return { params: { channelId: params?.channelId as string }, query: 'status=invalid_payload' }
  },
  getWebhookDelivery: withDelivery,
  replayWebhookDelivery: withDelivery,
  receiveChannelWebhook: (member) => told(member, 'unreadable'),
  listMerchants: withMerchant(),
  createMerchant: async (member) => ({
    body: { name: 'Nordlicht Handel', countryCode: 'DE', partnerId: (await aPartner(member)).id },
  }),
  getMerchant: withMerchant(),
  updateMerchant: withMerchant({ taxId: 'DE123456789' }),
}
