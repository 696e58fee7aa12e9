import { buildWebhookHeaders } from '../../lib/custodians/standard-webhook.ts'
import { aCustodian } from '../support/builders.ts'
import { type Member, send } from '../support/client.ts'
import type { Made } from './fixtures.ts'

type Fixture = (member: Member) => Promise<Made>

const SECRET = 'a secret that is long enough'

const aSystem = async (member: Member): Promise<string> =>
  (
    await aCustodian(member, {
      type: 'simulator',
      enabledCapabilities: ['list_inventory', 'webhook_receipt'],
      connectionConfig: { accountId: 'generated', webhookSecret: SECRET },
    })
  ).id

/** Makes a webhook with the signature of the custodian's system. */
const told = async (member: Member, body: string) => {
  const custodianId = await aSystem(member)
  const headers = buildWebhookHeaders(SECRET, 'msg_generated', Buffer.from(body), new Date())
  return { params: { custodianId }, body, headers }
}

const withDelivery: Fixture = async (member) => {
  const { params, body, headers } = await told(member, 'unreadable')
  await send('POST', `/hooks/custodians/${params.custodianId}`, { body, headers })
  const { custodianId } = params
  const { member: deliveries } = (await member.get(`/api/warehousing/custodians/${custodianId}/webhook-deliveries`))
    .body
  return { params: { custodianId, id: deliveries[0].id } }
}

export const CUSTODIAN_FIXTURES: Record<string, Fixture> = {
  getCustodianInventory: async (member) => ({ params: { id: await aSystem(member) }, query: 'all=true' }),
  getCustodianHealth: async (member) => ({ params: { id: await aSystem(member) } }),
  listCustodianWebhookDeliveries: async (member) => {
    const { params } = await withDelivery(member)
    return { params: { custodianId: params?.custodianId as string }, query: 'status=invalid_payload' }
  },
  getCustodianWebhookDelivery: withDelivery,
  replayCustodianWebhookDelivery: withDelivery,
  receiveCustodianWebhook: (member) => told(member, 'unreadable'),
}
