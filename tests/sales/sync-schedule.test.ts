import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handler } from '../../functions/sales/every-minute-sync-channels.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { scheduleSyncAt } from '../../lib/sales/order-sync/sync-state-store.ts'
import { aMember, type Member } from '../support/client.ts'
import { drainEvents } from '../support/workers.ts'
import { aSimulatedChannel, runsOf, simulating, turnOf } from './sync.ts'

let owner: Member
beforeAll(async () => {
  simulating()
  owner = await aMember()
})
afterAll(() => useApp(undefined))

describe('the schedule', () => {
  const turnNow = (channel: { id: string }) =>
    scheduleSyncAt(app().db, owner.tenant, channel.id, new Date(app().clock()))

  it('enqueues each due channel once, and enqueues it again if its worker does not respond', async () => {
    const channels = [await aSimulatedChannel(owner, { orders: '3' }), await aSimulatedChannel(owner, { orders: '3' })]
    await Promise.all([handler({}), handler({})])
    const messages = (await drainEvents()).filter(({ worker }) => worker.endsWith('on-sync.ts'))
    for (const channel of channels) {
      const own = messages.filter(({ content }) => (content as { channelId: string }).channelId === channel.id)
      expect(own).toEqual([expect.objectContaining({ failed: false })])
      expect((await runsOf(owner, channel)).map(({ status }: { status: string }) => status)).toEqual(['success'])
    }
    const channel = channels[0] as { id: string }
    await turnNow(channel)
    await handler({})
    const turn = Date.parse((await turnOf(app().db, channel)) as string)
    expect(Math.round((turn - app().clock().getTime()) / 60_000)).toBe(5)
    await drainEvents()
    expect(await runsOf(owner, channel)).toHaveLength(2)
  })

  it('does not enqueue a channel that was paused after it became due', async () => {
    const channel = await aSimulatedChannel(owner, { orders: '3' })
    await owner.post(`/api/sales/channels/${channel.id}/pause`)
    await handler({})
    await drainEvents()
    expect(await runsOf(owner, channel)).toEqual([])
    await owner.post(`/api/sales/channels/${channel.id}/resume`)
    await handler({})
    await drainEvents()
    expect(await runsOf(owner, channel)).toHaveLength(1)
  })
})
