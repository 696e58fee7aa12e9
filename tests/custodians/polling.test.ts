import { beforeAll, describe, expect, it } from 'vitest'
import { handler as pollEveryMinute } from '../../functions/warehousing/every-minute-poll-custodians.ts'
import { openCustodian } from '../../lib/custodians/open-custodian.ts'
import { pollCustodians } from '../../lib/fulfilment/news/poll-custodians.ts'
import { app } from '../../lib/platform/app/app.ts'
import { createLog } from '../../lib/platform/log.ts'
import { assumeAloneSince } from '../../lib/platform/store/table/lease.ts'
import type { Item } from '../../lib/platform/store/table/table.ts'
import { aMember, type Member } from '../support/client.ts'
import { dyingAt } from '../support/dying.ts'
import {
  aDispatchedOrder,
  aSimulatedCustodian,
  CUSTODIANS,
  follow,
  inMinutes,
  orderOf,
  pollAfter,
  webhooksOf,
} from './world.ts'

let owner: Member
beforeAll(async () => {
  owner = await aMember()
})

const polledOf = async (id: string): Promise<Item | undefined> =>
  (await app().db.query({ pk: `T#${owner.tenant}#polled-order` })).find(({ sk }) => sk.endsWith(id))

const stateOf = async (custodianId: string): Promise<Item | undefined> =>
  (await app().db.query({ pk: `T#${owner.tenant}#custodian-poll` })).find(({ sk }) => sk === custodianId)

const minutesUntil = (at: unknown) => Math.round((Date.parse(String(at)) - Date.now()) / 60_000)

const SILENT = 'step_seconds=60&silent_percent=100'

describe('polling', () => {
  it('finds what lost webhooks would have told', async () => {
    const custodian = await aSimulatedCustodian(owner, SILENT)
    const order = await aDispatchedOrder(owner, custodian)
    await pollAfter(1.5)
    expect(await orderOf(owner, order)).toMatchObject({ status: 'open', request: 'accepted' })
    await pollAfter(3)
    expect((await orderOf(owner, order)).status).toBe('in_progress')
    await pollAfter(30)
    expect((await orderOf(owner, order)).status).toBe('closed')
    expect(await webhooksOf(owner, custodian.id)).toEqual([])
  })

  it('ends once every parcel has arrived', async () => {
    const custodian = await aSimulatedCustodian(owner, SILENT)
    const order = await aDispatchedOrder(owner, custodian)
    await pollAfter(7)
    expect(await polledOf(order.id)).toMatchObject({ failures: 0, seen: expect.any(String) })
    await pollAfter(60)
    expect(await polledOf(order.id)).toBeUndefined()
  })

  it('asks no sooner than planned and writes nothing if nothing is new', async () => {
    const custodian = await aSimulatedCustodian(owner, 'step_seconds=6000&silent_percent=100')
    const order = await aDispatchedOrder(owner, custodian)
    const planned = (await polledOf(order.id))?.dueSk
    await pollAfter(0.5)
    expect((await polledOf(order.id))?.dueSk).toBe(planned)
    await pollAfter(2)
    const { rev } = await orderOf(owner, order)
    const first = await polledOf(order.id)
    await pollAfter(10)
    expect((await orderOf(owner, order)).rev).toBe(rev)
    expect((await polledOf(order.id))?.dueSk).not.toBe(first?.dueSk)
  })

  it('of a refused connection waits ever longer and leaves the order as it is', async () => {
    const custodian = await aSimulatedCustodian(owner, SILENT)
    const order = await aDispatchedOrder(owner, custodian)
    const other = await aDispatchedOrder(owner, custodian)
    await owner.put(`${CUSTODIANS}/${custodian.id}/connection-config`, { connectionConfig: { apiKey: 'unavailable' } })
    await pollAfter(2)
    const waits = [minutesUntil((await polledOf(order.id))?.dueSk), minutesUntil((await polledOf(other.id))?.dueSk)]
    expect(waits).toEqual([3, 3])
    const later = await aDispatchedOrder(owner, custodian)
    await pollAfter(2.5)
    expect(minutesUntil((await polledOf(later.id))?.dueSk)).toBe(3)
    expect(await stateOf(custodian.stored.id)).toMatchObject({ failures: 1 })
    await pollAfter(4)
    expect(minutesUntil((await polledOf(order.id))?.dueSk)).toBe(6)
    await owner.put(`${CUSTODIANS}/${custodian.id}/connection-config`, { connectionConfig: { apiKey: 'good' } })
    await pollAfter(7)
    expect((await orderOf(owner, order)).status).not.toBe('open')
    const state = await stateOf(custodian.stored.id)
    expect(state).not.toHaveProperty('failures')
    expect(state).not.toHaveProperty('leaseBy')
  })

  it('by two workers at once asks a custodian once', async () => {
    const custodian = await aSimulatedCustodian(owner, SILENT)
    const order = await aDispatchedOrder(owner, custodian)
    await Promise.all([pollAfter(3), pollAfter(3), pollAfter(3)])
    expect(await orderOf(owner, order)).toMatchObject({ status: 'in_progress', rev: 2 })
  })

  it('applies a state once, whenever the worker dies', async () => {
    for (const after of [false, true]) {
      const custodian = await aSimulatedCustodian(owner, SILENT)
      const order = await aDispatchedOrder(owner, custodian)
      await pollAfter(3, dyingAt(1, after))
      await pollAfter(6)
      await pollAfter(9)
      expect((await orderOf(owner, order)).status).not.toBe('open')
      await pollAfter(90)
      expect(await polledOf(order.id)).toBeUndefined()
    }
  })

  it('is done again at once after the death of all workers, and not before its time after that of one', async () => {
    const custodian = await aSimulatedCustodian(owner, SILENT)
    const order = await aDispatchedOrder(owner, custodian)
    const after = inMinutes(3)
    await pollAfter(3, dyingAt(1, false))
    expect((await orderOf(owner, order)).status).toBe('open')
    const restartAt = async (isQueueLost: boolean) => {
      assumeAloneSince(after.clock())
      await pollCustodians(after, createLog({}), () => true, isQueueLost)
      assumeAloneSince(undefined)
    }
    await restartAt(false)
    expect((await orderOf(owner, order)).status).toBe('open')
    await restartAt(true)
    expect((await orderOf(owner, order)).status).toBe('in_progress')
  })

  it('continues at a custodian that is suspended and waits at one that is disconnected', async () => {
    const [suspended, disconnected] = [
      await aSimulatedCustodian(owner, SILENT),
      await aSimulatedCustodian(owner, SILENT),
    ]
    const orders = [await aDispatchedOrder(owner, suspended), await aDispatchedOrder(owner, disconnected)] as const
    await owner.post(`${CUSTODIANS}/${suspended.id}/suspend`)
    await owner.post(`${CUSTODIANS}/${disconnected.id}/disconnect`)
    await pollAfter(3)
    expect((await orderOf(owner, orders[0])).status).toBe('in_progress')
    expect((await orderOf(owner, orders[1])).status).toBe('open')
    expect(minutesUntil((await polledOf(orders[1].id))?.dueSk)).toBe(63)
  })

  it('runs by schedule', async () => {
    const order = await aDispatchedOrder(owner, await aSimulatedCustodian(owner, SILENT))
    const { pk, sk } = (await polledOf(order.id)) as Item
    await app().db.update({
      update: { pk, sk },
      set: 'SET #dueSk = :now',
      values: { ':now': new Date(Date.now() - 1000).toISOString() },
    })
    await pollEveryMinute({}, { getRemainingTimeInMillis: () => 50_000 })
    expect((await polledOf(order.id))?.seen).toEqual(expect.any(String))
  })
})

describe('the webhooks of a simulated custodian', () => {
  it('come through the code that receives webhooks, and tell the same as a poll', async () => {
    const custodian = await aSimulatedCustodian(owner, 'step_seconds=60&split_percent=100')
    const order = await aDispatchedOrder(owner, custodian)
    await pollAfter(30)
    await follow(owner)
    expect(await orderOf(owner, order)).toMatchObject({ status: 'closed', request: 'accepted' })
    const shown = await webhooksOf(owner, custodian.id)
    expect(shown.length).toBeGreaterThan(5)
    expect(new Set(shown.map(({ status }) => status))).toEqual(new Set(['processed']))
  })

  it('may come twice and out of order', async () => {
    const custodian = await aSimulatedCustodian(owner, 'step_seconds=60&twice_percent=100&disorder_percent=50')
    const order = await aDispatchedOrder(owner, custodian)
    await pollAfter(4)
    await pollAfter(60)
    await follow(owner)
    expect((await orderOf(owner, order)).status).toBe('closed')
    const shown = await webhooksOf(owner, custodian.id)
    const first = shown.filter(({ repeats }) => repeats === null)
    expect(shown.length).toBe(2 * first.length)
  })

  it('are not sent without the capability to receive them', async () => {
    const custodian = await aSimulatedCustodian(owner, '', { enabledCapabilities: ['cancel_order'] })
    await aDispatchedOrder(owner, custodian)
    await pollAfter(30)
    expect(await webhooksOf(owner, custodian.id)).toEqual([])
  })

  it('tell of an order that the custodian cancels', async () => {
    const custodian = await aSimulatedCustodian(owner, 'step_seconds=600')
    const order = await aDispatchedOrder(owner, custodian)
    const { connector, system } = await openCustodian(app(), owner.tenant, custodian.stored)
    expect(await connector.orders?.cancel?.(system, { reference: order.reference, remoteId: '' })).toEqual({
      answer: 'accepted',
    })
    await pollAfter(2)
    expect((await orderOf(owner, order)).status).toBe('cancelled')
    expect(await polledOf(order.id)).toBeUndefined()
  })
})
