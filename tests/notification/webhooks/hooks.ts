import { handler as redrive } from '../../../functions/events/every-minute-redrive-outbox.ts'
import { app, useApp } from '../../../lib/platform/app/app.ts'
import { makeOutbound } from '../../../lib/platform/outbound/outbound.ts'
import { OutboundError } from '../../../lib/platform/outbound/outbound-error.ts'
import type { Member } from '../../support/client.ts'
import type { startReceiver } from '../../support/receiver.ts'
import { drainEvents } from '../../support/workers.ts'

export const TOPIC = 'partner.partner.created'

let tests = 0
let passed = 0

/** Returns an address of the running test, so that what other tests left behind reaches nobody. */
export const publicUrl = (path: string): string => `https://test-${tests}.entrepot-receiver.net${path}`

export const ENDPOINTS = '/api/notification/webhook-endpoints'

type Receiver = Awaited<ReturnType<typeof startReceiver>>

/** Sends what goes to the public addresses of a new test to its receiver, and nothing to others. */
export const receiveAt = (receiver: Receiver): void => {
  tests++
  passed = 0
  receiver.reset()
  useApp(undefined)
  const outbound = makeOutbound({ allowPrivate: true })
  const base = publicUrl('')
  const send: typeof outbound.send = async (request) => {
    if (!request.url.startsWith(base)) throw new OutboundError('unreachable')
    return await outbound.send({ ...request, url: request.url.replace(base, receiver.url) })
  }
  useApp({ ...app(), outbound: { send } })
}

/** Creates an endpoint of all partner topics; its path is `/hook`. */
export const anEndpoint = async (owner: Member, given: object = {}) => {
  const { status, body } = await owner.post(ENDPOINTS, {
    name: 'Order management',
    url: publicUrl('/hook'),
    topics: ['partner.*'],
    ...given,
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body
}

export const deliveriesOf = async (owner: Member, { id }: { id: string }, query = '') =>
  (await owner.get(`${ENDPOINTS}/${id}/deliveries${query}`)).body

export const deliveryOf = async (owner: Member, { id }: { id: string }) => {
  const { member } = await deliveriesOf(owner, { id })
  return (await owner.get(`${ENDPOINTS}/${id}/deliveries/${member[0].id}`)).body
}

/** Lets so much time pass for the workers, which send what is due by then. Requests are not affected: tokens would expire. */
export const passBy = async (milliseconds: number): Promise<void> => {
  passed += milliseconds
  const current = app()
  const at = current.clock().getTime() + passed
  useApp({ ...current, clock: () => new Date(at) })
  await redrive({})
  await drainEvents()
  useApp(current)
}

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
