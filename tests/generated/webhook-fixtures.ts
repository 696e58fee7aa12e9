import { app } from '../../lib/platform/app/app.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { makeTopicExample } from '../../schemas/events/topics.ts'
import type { Member } from '../support/client.ts'
import { drainEvents } from '../support/workers.ts'
import type { Made } from './fixtures.ts'

type Fixture = (member: Member) => Promise<Made>

const ENDPOINTS = '/api/notification/webhook-endpoints'

const newEndpoint = () => ({
  name: 'Order management',
  url: 'https://hooks.example.com/entrepot',
  topics: ['partner.*'],
})

const anEndpoint = async (member: Member): Promise<string> => (await member.post(ENDPOINTS, newEndpoint())).body.id

const withEndpoint =
  (body?: unknown, name = 'id'): Fixture =>
  async (member) => ({ params: { [name]: await anEndpoint(member) }, body })

/** A delivery that has ended: the platform had disabled the endpoint. */
const aDelivery = async (member: Member) => {
  const endpointId = await anEndpoint(member)
  const path = `${ENDPOINTS}/${endpointId}`
  const { tenant } = member
  const { body } = await member.post(`${path}/test`)
  const { db, clock } = app()
  await endTest(tenant, body.id)
  await runInUnit(db, { tenant, actor: null, now: clock() }, async (unit) =>
    unit.emit('partner.partner.created', { subject: null, data: makeTopicExample('partner.partner.created') }),
  )
  return { endpointId, id: body.id as string }
}
