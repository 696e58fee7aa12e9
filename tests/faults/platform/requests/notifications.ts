import type { Stored } from '../../../../lib/platform/store/entities/entity.ts'
import { type Choose, change, chooseAmong } from './choose.ts'

const ENDPOINTS = '/api/notification/webhook-endpoints'
const TOPICS = ['partner.partner.created', 'finance.invoice.issued', 'iam.membership.created'] as const

const prefer: Choose = (world) => {
  const channel = world.pick(['email', 'storage'])
  const entries = [{ type: world.pick(TOPICS), channel, enabled: world.random() < 0.6 }]
  const by = world.pick(world.people)
  return change(world, 'prefer', '/api/notification/preferences', { method: 'PATCH', body: { entries }, by })
}

const watch: Choose = (world) => {
  const body = { topic: world.pick(TOPICS), subject: null }
  return change(world, 'watch topic', '/api/notification/watches', { body, by: world.pick(world.people) })
}

const read: Choose = (world) =>
  change(world, 'mark all read', '/api/notification/notifications/mark-all-read', { by: world.pick(world.people) })

const createEndpoint: Choose = (world) => {
  const body = { name: 'Books', url: 'https://hooks.example.com/entrepot', topics: [world.pick(TOPICS)] }
  return change(world, 'create endpoint', ENDPOINTS, { body })
}

const changeEndpoint: Choose = (world) => {
  const endpoint = world.pick(world.list<Stored>('webhook-endpoint'))
  if (!endpoint) return createEndpoint(world)
  const url = `${ENDPOINTS}/${endpoint.id}`
  return chooseAmong(
    world,
    () => change(world, 'change endpoint', url, { method: 'PATCH', body: { isEnabled: world.random() < 0.7 } }),
    () => change(world, 'test endpoint', `${url}/test`, { body: { topic: world.pick(TOPICS) } }),
    () => (world.random() < 0.3 ? change(world, 'delete endpoint', url, { method: 'DELETE' }) : undefined),
  )
}

const publishEvent: Choose = (world) => {
  const partner = world.pick(world.list<Stored & { name: string }>('partner'))
  if (!partner) return undefined
  const data = { partnerId: partner.id, partnerName: partner.name, status: 'blocked', before: 'active' }
  const body = { topic: 'partner.partner.status_changed', data, eventId: `crm-${world.among(9)}` }
  return change(world, 'publish event', '/api/notification/events', { body, by: world.people[0] })
}

/** Requests about what members and other systems are told. */
export const chooseNotificationRequest: Choose = (world) =>
  chooseAmong(world, prefer, watch, read, createEndpoint, changeEndpoint, publishEvent)
