import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { handler as redrive } from '../../functions/events/every-minute-redrive-outbox.ts'
import { handler } from '../../functions/sales/every-minute-sync-channels.ts'
import { ConnectorError } from '../../lib/connectors/connector.ts'
import { type App, app, useApp } from '../../lib/platform/app/app.ts'
import { assumeAloneSince } from '../../lib/platform/store/table/lease.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { blockChannel } from '../../lib/sales/channels/auth-block.ts'
import { findChannel } from '../../lib/sales/channels/channel-store.ts'
import { scheduleSyncAt } from '../../lib/sales/order-sync/sync-state-store.ts'
import { aMember, type Member } from '../support/client.ts'
import { dyingAt } from '../support/dying.ts'
import { drainEvents } from '../support/workers.ts'
import { aSimulatedChannel, later, runsOf, simulating, syncing, turnOf } from './sync.ts'

const CHANNELS = '/api/sales/channels'

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

  it('enqueues a channel again at once if the queue is known to have lost its message', async () => {
    const channel = await aSimulatedChannel(owner, { orders: '3' })
    const before = app()
    let sent: string[] = []
    const send: App['queues']['send'] = async (_queue, messages) => {
      sent.push(...messages.map(({ body }) => JSON.parse(body).channelId))
      return new Set()
    }
    const run = async (event: object) => {
      sent = []
      await handler(event)
      return sent.filter((id) => id === channel.id)
    }
    useApp({ ...before, queues: { send } })
    onTestFinished(() => useApp(before))
    expect(await run({})).toEqual([channel.id])
    expect(await run({})).toEqual([])
    expect(await run({ isQueueLost: true })).toEqual([channel.id])
    later(1)
    expect(await run({ isQueueLost: true })).toEqual([channel.id])
  })

  it('is followed at once after the death of all workers, behind whose leases nobody is alive', async () => {
    const channel = await aSimulatedChannel(owner, { orders: '30' })
    const before = app()
    useApp(dyingAt(3, true))
    await expect(syncing(owner, channel)).rejects.toThrow('killed')
    useApp(before)
    await syncing(owner, channel)
    expect(await runsOf(owner, channel)).toMatchObject([{ status: null }])
    assumeAloneSince(app().clock())
    await syncing(owner, channel)
    assumeAloneSince(undefined)
    expect(await runsOf(owner, channel)).toMatchObject([{ status: 'success' }, { errorCode: 'INTERRUPTED' }])
  })

  describe('of a channel with a run that was left open', () => {
    const changeSettings = (channel: { id: string }, syncSettings: object) =>
      owner.patch(`${CHANNELS}/${channel.id}`, { syncSettings })

    /** A channel whose shop asked to wait during a run. */
    const aWaiting = async () => {
      const channel = await aSimulatedChannel(owner, { orders: '30' })
      await owner.patch(`${CHANNELS}/${channel.id}`, { connectorConfig: { rate_limit_percent: '100' } })
      await syncing(owner, channel)
      expect(await runsOf(owner, channel)).toMatchObject([{ status: null }])
      return channel
    }

    const block = async (channel: { id: string }) => {
      const unit = { tenant: owner.tenant, actor: null, now: app().clock() }
      const opened = await findChannel(app().db, owner.tenant, channel.id)
      if (!opened) throw new Error('the channel is gone')
      const refusal = new ConnectorError('AUTH_FAILED', 'The shop rejected the API key.')
      await runInUnit(app().db, unit, (within) => blockChannel(within, opened, refusal))
    }

    const CHANGES: Record<string, (channel: { id: string }) => Promise<unknown>> = {
      'is paused': ({ id }) => owner.post(`${CHANNELS}/${id}/pause`),
      'is disconnected': ({ id }) => owner.post(`${CHANNELS}/${id}/disconnect`),
      'does not import orders any more': (channel) => changeSettings(channel, { autoImportEnabled: false }),
      'is blocked by another worker': block,
    }

    it.each(Object.entries(CHANGES))('ends the run when the channel %s', async (_, change) => {
      const channel = await aWaiting()
      await change(channel)
      expect(await turnOf(app().db, channel)).toBeUndefined()
      await drainEvents()
      expect(await runsOf(owner, channel)).toMatchObject([
        { status: 'failed', errorCode: 'STOPPED', completedAt: expect.any(String) },
      ])
    })

    it('ends the run of a worker that died, once its lease is over', async () => {
      const channel = await aSimulatedChannel(owner, { orders: '30' })
      const before = app()
      useApp(dyingAt(3, true))
      onTestFinished(() => useApp(before))
      await expect(syncing(owner, channel)).rejects.toThrow('killed')
      useApp(before)
      await owner.post(`${CHANNELS}/${channel.id}/pause`)
      await drainEvents()
      expect(await runsOf(owner, channel)).toMatchObject([{ status: null }])
      later(8 * 60_000)
      await redrive({})
      await drainEvents()
      expect(await runsOf(owner, channel)).toMatchObject([{ status: 'failed', errorCode: 'INTERRUPTED' }])
    })

    it('keeps the time that the shop asked to wait, whatever is changed', async () => {
      const channel = await aWaiting()
      const at = new Date(app().clock().getTime() + 3_600_000)
      await scheduleSyncAt(app().db, owner.tenant, channel.id, at)
      const changes = [{ name: 'Renamed' }, { syncSettings: { syncIntervalMinutes: 5 } }, { connectorConfig: {} }]
      for (const change of changes) {
        expect((await owner.patch(`${CHANNELS}/${channel.id}`, change)).status).toBe(200)
        expect(await turnOf(app().db, channel)).toBe(at.toISOString())
      }
    })
  })

  it('changes with the settings of a channel only, and after failures not before an interval has passed', async () => {
    const channel = await aSimulatedChannel(owner, { orders: '3' }, { connectorConfig: { fail_percent: '100' } })
    const pauseAfter = async (change: object) => {
      const { status } = await owner.patch(`${CHANNELS}/${channel.id}`, change)
      expect(status).toBe(200)
      const turn = Date.parse((await turnOf(app().db, channel)) as string)
      return Math.max(0, Math.round((turn - app().clock().getTime()) / 60_000))
    }
    for (const _ of [1, 2, 3]) await syncing(owner, channel)
    expect(await pauseAfter({ name: 'Renamed' })).toBe(60)
    expect(await pauseAfter({ connectorConfig: { fail_percent: '100' } })).toBe(60)
    expect(await pauseAfter({ connectorConfig: {} })).toBe(15)
    expect(await pauseAfter({ syncSettings: { syncIntervalMinutes: 5 } })).toBe(5)
    await syncing(owner, channel)
    expect(await pauseAfter({ name: 'Renamed again', syncSettings: { syncIntervalMinutes: 5 } })).toBe(5)
    expect(await pauseAfter({ syncSettings: { syncIntervalMinutes: 60 } })).toBe(0)
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

  it('comes early after a run that went on where a dead worker had stopped, for what has happened since', async () => {
    const member = await aMember()
    const fields = { syncSettings: { syncIntervalMinutes: 5 } }
    const channel = await aSimulatedChannel(member, { orders: '30' }, fields)
    const before = app()
    useApp(dyingAt(3, true))
    onTestFinished(() => useApp(before))
    await expect(syncing(member, channel)).rejects.toThrow('killed')
    useApp(before)
    later(4 * 60_000)
    await syncing(member, channel)
    expect(await runsOf(member, channel)).toMatchObject([{ status: 'success' }, { errorCode: 'INTERRUPTED' }])
    // The interval of five minutes has begun with the dead worker.
    const turn = Date.parse((await turnOf(app().db, channel)) as string)
    expect(Math.round((turn - app().clock().getTime()) / 60_000)).toBe(1)
  })
})
