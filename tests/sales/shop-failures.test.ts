import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type App, app, useApp } from '../../lib/platform/app/app.ts'
import { OutboundError } from '../../lib/platform/outbound/outbound-error.ts'
import { aMember, type Member, type Received } from '../support/client.ts'
import { runPartitions } from './runs.ts'
import { aShop } from './shops.ts'
import { simulating } from './sync.ts'

const CHANNELS = '/api/sales/channels'

let owner: Member
let simulated: App
beforeAll(async () => {
  simulating()
  simulated = app()
  owner = await aMember()
})
afterEach(() => useApp(simulated))
afterAll(() => useApp(undefined))

interface Channel {
  id: string
  connectionId: string
}

/** A channel with a synced variant whose name changed on both sides, and a subscription to a topic. */
const anExchanged = async (): Promise<Channel & { variantId: string }> => {
  const member = owner
  const channel = (await aShop(member, 1)) as Awaited<ReturnType<typeof aShop>> & Channel
  await member.post(`${CHANNELS}/${channel.id}/catalog/import`)
  await runPartitions(member)
  await member.post(`${CHANNELS}/${channel.id}/webhooks`, { topic: 'order.updated' })
  const rows = (await member.get(`${CHANNELS}/${channel.id}/catalog/drift/rows`)).body.member
  const { variantId } = rows[0]
  await channel.change('variant-0', {}, { name: 'Theirs' })
  await member.patch(`/api/catalog/variants/${variantId}`, { name: `Mine ${channel.id}` })
  await member.post(`${CHANNELS}/${channel.id}/catalog/detect-conflicts`)
  return { ...channel, variantId }
}

const OPERATIONS: Record<string, (channel: Channel & { variantId: string }) => Promise<Received>> = {
  'browsing the catalog': ({ id }) => owner.get(`${CHANNELS}/${id}/catalog/remote`),
  'detecting conflicts': ({ id }) => owner.post(`${CHANNELS}/${id}/catalog/detect-conflicts`),
  'resolving a conflict': ({ id, variantId }) =>
    owner.post(`${CHANNELS}/${id}/catalog/variants/${variantId}/resolve-conflict`, { resolution: 'accept_mine' }),
  'subscribing to a topic': ({ id }) => owner.post(`${CHANNELS}/${id}/webhooks`, { topic: 'order.created' }),
}

const discover = ({ connectionId }: Channel) => owner.get(`/api/sales/connections/${connectionId}/store-channels`)

/** Makes the shop of the channel fail from now on. */
const failing = async ({ id }: Channel, connectorConfig: Record<string, string>) => {
  const { status } = await owner.patch(`${CHANNELS}/${id}`, { connectorConfig })
  expect(status).toBe(200)
}
const told = ({ status, body, headers }: Received) => [status, body.errorCode, headers['Retry-After'] !== undefined]

describe('a shop that fails', () => {
  it.each(Object.entries(OPERATIONS))(
    'while %s causes a 502, or a 424 if it refuses the connection',
    async (_, ask) => {
      const channel = await anExchanged()
      await failing(channel, { fail_percent: '100' })
      const failed = await ask(channel)
      expect(told(failed)).toEqual([502, 'UPSTREAM_FAILED', false])
      expect(failed.body.detail).toMatch(/^UPSTREAM_ERROR: /)
      await failing(channel, { rate_limit_percent: '100' })
      expect(told(await ask(channel))).toEqual([502, 'UPSTREAM_FAILED', true])
      await failing(channel, { page_size: 'many' })
      const misconfigured = await ask(channel)
      expect(told(misconfigured)).toEqual([424, 'CONNECTION_FAILED', false])
      expect(misconfigured.body.detail).toMatch(/^INVALID_CONFIG: /)
    },
  )

  it('while a topic is unsubscribed causes a 502, unless it refuses the connection', async () => {
    const channel = await anExchanged()
    await failing(channel, { fail_percent: '100' })
    const unsubscribe = () => owner.delete(`${CHANNELS}/${channel.id}/webhooks/order.updated`)
    expect(told(await unsubscribe())).toEqual([502, 'UPSTREAM_FAILED', false])
    expect((await owner.get(`${CHANNELS}/${channel.id}/webhooks/order.updated`)).status).toBe(200)
    await failing(channel, {})
    await owner.patch(`${CHANNELS}/${channel.id}/credentials`, { credentials: { api_key: 'refused' } })
    expect((await unsubscribe()).status).toBe(204)
  })

  it('while its channels are listed causes a client error, whatever the failure', async () => {
    const channel = await anExchanged()
    for (const config of [{ fail_percent: '100' }, { rate_limit_percent: '100' }, { page_size: 'many' }]) {
      await failing(channel, config as Record<string, string>)
      expect((await discover(channel)).body).toMatchObject({ status: 424, errorCode: 'CONNECTION_FAILED' })
    }
  })

  it('does not stop operations that can do without it', async () => {
    const channel = await anExchanged()
    await failing(channel, { fail_percent: '100' })
    expect((await owner.post(`${CHANNELS}/${channel.id}/refresh-capabilities`)).status).toBe(200)
    const changed = await owner.patch(`${CHANNELS}/${channel.id}/credentials`, { credentials: { api_key: 'other' } })
    expect(changed.body.connectionStatus).toMatchObject({ connected: false, errorCode: 'UPSTREAM_ERROR' })
    expect((await owner.post(`${CHANNELS}/${channel.id}/disconnect`)).status).toBe(200)
  })
})

describe('a shop that is slow', () => {
  it('causes a 504, or a client error if its channels are listed', async () => {
    const outbound = {
      send: () => Promise.reject(new OutboundError('timeout')),
    }
    useApp({ ...simulated, outbound })
    const credentials = { store_url: 'https://slow.example', consumer_key: 'ck_1', consumer_secret: 'cs_1' }
    const { body } = await owner.post(CHANNELS, { name: 'Slow', code: 'SLOW', type: 'woocommerce', credentials })
    expect(told(await owner.get(`${CHANNELS}/${body.id}/catalog/remote`))).toEqual([504, 'UPSTREAM_TIMEOUT', false])
    expect(told(await discover(body))).toEqual([424, 'CONNECTION_FAILED', false])
  })
})
