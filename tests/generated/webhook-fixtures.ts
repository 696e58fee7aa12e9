import { findEndpointDelivery } from '../../lib/notification/webhooks/log/endpoint-delivery-store.ts'
import { recordAttempt } from '../../lib/notification/webhooks/log/record-attempt.ts'
import { listQueued } from '../../lib/notification/webhooks/queue/queue-store.ts'
import { app } from '../../lib/platform/app/app.ts'
import type { Member } from '../support/client.ts'
import type { Made } from './fixtures.ts'

type Fixture = (member: Member) => Promise<Made>

const ENDPOINTS = '/api/notification/webhook-endpoints'

const newEndpoint = () => ({
  name: 'Order management',
  url: 'https://hooks.example.com/entrepot',
  topics: ['partner.*'],
})

const KEPT = 5

/** Deletes the oldest endpoints, since a tenant can have twenty and the tests share one. */
const makeRoom = async (member: Member): Promise<void> => {
  const { member: endpoints } = (await member.get(ENDPOINTS)).body
  for (const { id } of endpoints.slice(0, -KEPT)) await member.delete(`${ENDPOINTS}/${id}`)
}

const anEndpoint = async (member: Member): Promise<string> => {
  await makeRoom(member)
  return (await member.post(ENDPOINTS, newEndpoint())).body.id
}

const withEndpoint =
  (body?: unknown): Fixture =>
  async (member) => ({ params: { id: await anEndpoint(member) }, body })

/** A delivery that has failed without an attempt, as at a disabled endpoint. */
const aDelivery = async (member: Member) => {
  const { tenant } = member
  const endpointId = await anEndpoint(member)
  const { id } = (await member.post(`${ENDPOINTS}/${endpointId}/test`)).body as { id: string }
  const { db, clock } = app()
  const stored = await findEndpointDelivery(db, tenant, id)
  for (const queued of await listQueued(db, tenant, endpointId, 1))
    await recordAttempt(db, queued, stored, { reason: 'The endpoint was disabled.' }, clock())
  return { endpointId, id }
}

const withDelivery: Fixture = async (member) => ({ params: await aDelivery(member) })

export const WEBHOOK_FIXTURES: Readonly<Record<string, Fixture>> = {
  listWebhookEndpoints: async (member) => {
    await anEndpoint(member)
    return {}
  },
  createWebhookEndpoint: async (member) => {
    await makeRoom(member)
    return { body: newEndpoint() }
  },
  getWebhookEndpoint: withEndpoint(),
  updateWebhookEndpoint: withEndpoint({ topics: ['partner.partner.created'], isEnabled: false }),
  deleteWebhookEndpoint: withEndpoint(),
  rotateEndpointSecret: withEndpoint({ overlapHours: 48 }),
  testWebhookEndpoint: withEndpoint({ topic: 'partner.partner.created' }),
  replayWebhooks: async (member) => ({
    params: { id: (await aDelivery(member)).endpointId },
    body: { since: '2026-03-01T00:00:00Z' },
  }),
  listWebhookEndpointDeliveries: async (member) => {
    const { endpointId } = await aDelivery(member)
    return { params: { endpointId }, query: 'status=failed&from=2026-01-01' }
  },
  getWebhookEndpointDelivery: withDelivery,
  replayWebhookEndpointDelivery: withDelivery,
}
