import { app } from '../../lib/platform/app/app.ts'
import { createLog } from '../../lib/platform/log.ts'
import { syncChannel } from '../../lib/sales/order-sync/sync-channel.ts'
import { aChannel } from '../support/builders.ts'
import type { Member } from '../support/client.ts'
import type { Made } from './fixtures.ts'

type Fixture = (member: Member) => Promise<Made>

const CONDITIONS = [{ logic: 'and', rules: [{ field: 'total', operator: 'gt', value: '1000' }] }]
const RULES = { name: 'High value', conditions: CONDITIONS, action: 'hold' }

let made = 0
const aRow = (fields: object = {}) => ({ externalOrderId: `G-${++made}`, currency: 'EUR', total: 2580, ...fields })

const aManualChannel = async (member: Member): Promise<string> =>
  (await aChannel(member, { type: 'manual', credentials: {} })).id

const aRuleSet = async (member: Member, channelId: string) =>
  (await member.post('/api/sales/acceptance-rule-sets', { channelId, ...RULES })).body

const anOrder = async (member: Member, isHeld = false) => {
  const channelId = await aManualChannel(member)
  if (isHeld) await aRuleSet(member, channelId)
  const row = aRow()
  await member.post(`/api/sales/channels/${channelId}/import-orders`, { orders: [row] })
  const { body } = await member.get(`/api/sales/orders?channelId=${channelId}`)
  return { channelId, externalOrderId: row.externalOrderId, id: body.member[0].id as string }
}

const aRun = async (member: Member) => {
  const { id: channelId } = await aChannel(member, { credentials: { api_key: 'key', orders: '2' } })
  await syncChannel(app(), member.tenant, channelId, createLog({}))
  const { body } = await member.get(`/api/sales/channels/${channelId}/sync-runs`)
  return { channelId, syncId: body.member[0].id as string }
}

/** An order that its shop no longer has, and about which somebody has to decide. */
const aMissingOrder = async (member: Member, body?: unknown): Promise<Made> => {
  const { channelId, id: orderId } = await anOrder(member)
  const waiting = [{ orderId, missingSince: app().clock().toISOString() }]
  const key = { pk: `T#${member.tenant}#missing-orders`, sk: channelId }
  await app().db.put({ put: { ...key, kind: 'missing-orders', rev: 1, waiting, cancelledAt: [] } })
  return { params: { channelId }, body }
}

const ofRuleSet =
  (more: object = {}): Fixture =>
  async (member) => {
    const { id } = await aRuleSet(member, await aManualChannel(member))
    return { params: { id }, ...more }
  }

export const ORDER_FIXTURES: Record<string, Fixture> = {
  listAcceptanceRuleSets: async (member) => {
    const channelId = await aManualChannel(member)
    await aRuleSet(member, channelId)
    return { query: `channelId=${channelId}` }
  },
  createAcceptanceRuleSet: async (member) => ({ body: { channelId: await aManualChannel(member), ...RULES } }),
  dryRunAcceptanceRules: async (member) => {
    const { channelId } = await anOrder(member)
    return { body: { channelId, proposed: RULES } }
  },
  getAcceptanceRuleSet: ofRuleSet(),
  updateAcceptanceRuleSet: ofRuleSet({ body: { isActive: false } }),
  listChannelAnalytics: async (member) => {
    await anOrder(member)
    return { query: 'period=7d&sortBy=revenue' }
  },
  getChannelAnalytics: async (member) => ({ params: { channelId: (await anOrder(member)).channelId } }),
  bulkImportOrders: async (member) => ({
    params: { channelId: await aManualChannel(member) },
    body: { orders: [aRow(), aRow({ total: 'much' })], skipDuplicates: true },
  }),
  getMissingOrders: (member) => aMissingOrder(member),
  resolveMissingOrders: (member) => aMissingOrder(member, { resolution: 'cancel' }),
  getExternalOrderPayload: async (member) => {
    const { channelId, externalOrderId } = await anOrder(member)
    return { params: { channelId, externalOrderId } }
  },
  listOrders: async (member) => ({ query: `channelId=${(await anOrder(member)).channelId}` }),
  getOrder: async (member) => ({ params: { id: (await anOrder(member)).id } }),
  acceptOrder: async (member) => ({ params: { id: (await anOrder(member, true)).id } }),
  rejectOrder: async (member) => ({
    params: { id: (await anOrder(member, true)).id },
    body: { reason: 'The address does not exist' },
  }),
  cancelOrder: async (member) => ({
    params: { id: (await anOrder(member)).id },
    body: { reason: 'The customer ordered twice' },
  }),
  holdOrder: async (member) => ({
    params: { id: (await anOrder(member)).id },
    body: { reason: 'The customer wants to add something' },
  }),
  releaseOrder: async (member) => {
    const { id } = await anOrder(member)
    await member.post(`/api/sales/orders/${id}/hold`, { reason: 'The customer wants to add something' })
    return { params: { id } }
  },
  updateOrder: async (member) => ({
    params: { id: (await anOrder(member)).id },
    body: { note: 'Called on Monday', tags: ['trade fair'] },
  }),
  createOrder: async (member) => {
    const body = { channelId: await aManualChannel(member), currency: 'EUR', total: 2580 }
    return { body, other: { ...body, total: 2590 } }
  },
  listAllSyncRuns: async (member) => ({ query: `channelId=${(await aRun(member)).channelId}` }),
  getChannelHealth: async (member) => ({ params: { channelId: (await aRun(member)).channelId } }),
  listUnbilledOrdersOfChannel: async (member) => ({
    params: { channelId: await aManualChannel(member) },
    query: 'currency=EUR',
  }),
  getAttention: async () => ({}),
  listSyncRuns: async (member) => ({ params: { channelId: (await aRun(member)).channelId } }),
  getSyncRun: async (member) => ({ params: await aRun(member) }),
  listSyncRecords: async (member) => ({ params: await aRun(member) }),
  getSyncRecord: async (member) => {
    const params = await aRun(member)
    const { body } = await member.get(`/api/sales/channels/${params.channelId}/sync-runs/${params.syncId}/records`)
    return { params: { ...params, id: body.member[0].id } }
  },
}
