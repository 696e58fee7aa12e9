import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { runTask } from '../../functions/events/run-task.ts'
import { simulator } from '../../lib/connectors/simulator/simulator.ts'
import { openParcelReturn } from '../../lib/fulfilment/returns/open-parcel-return.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { createLog } from '../../lib/platform/log.ts'
import { recordTrackedParcel } from '../../lib/shipping/shipments/record-tracked-parcel.ts'
import { aHookedChannel, anOrder } from '../sales/hooks.ts'
import { ordersOf as salesOrdersOf } from '../sales/orders.ts'
import { fulfilmentsOf, openTasks, runTasks } from '../sales/parcels.ts'
import { duringFirstCall, later, recordsOf, runsOf, simulating } from '../sales/sync.ts'
import { anEvent, inUnitOf, SHIPMENTS } from '../shipping/parcels.ts'
import { aVariant } from '../support/builders.ts'
import { aMember, client, type Member } from '../support/client.ts'
import { dyingAt } from '../support/dying.ts'
import { drainEvents } from '../support/workers.ts'
import { anInternal, aPolicy, handOffs, ORDERS, ordersOf, stocking, topicsOf } from './fulfilling.ts'

const MINUTE_MS = 60_000
const ORDERED = 3

let owner: Member
beforeAll(() => simulating())
afterAll(() => useApp(undefined))
beforeEach(async () => {
  owner = await aMember()
})

/** An order of three pieces from a simulated shop, at a custodian whose orders people work. */
const anOrderToWork = async () => {
  const channel = await aHookedChannel(owner)
  const custodian = await anInternal(owner)
  const variant = await aVariant(owner, { sku: 'TEA' })
  await stocking(owner, variant.id, custodian.id, 10)
  await aPolicy(owner)
  const told = anOrder({ lines: [{ sku: 'TEA', name: 'Tea', quantity: ORDERED, price: '10.00' }] })
  await channel.tell(told)
  await drainEvents()
  const { orders } = await salesOrdersOf(owner, { channelId: channel.id })
  const order = { id: orders[0]?.id as string, channelId: channel.id }
  const [work] = await ordersOf(owner, order.id)
  return { channel, order, work: work as { id: string; lines: { id: string }[] } }
}
type Work = Awaited<ReturnType<typeof anOrderToWork>>['work']

const act = async ({ id }: Work, action: string, body: object) => {
  const answer = await owner.post(`${ORDERS}/${id}/${action}`, body)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}

/** Hands over so many pieces, and returns the hand-off. */
const handOver = async (work: Work, trackingNumber: string | null, quantity: number) => {
  const lines = [{ lineId: work.lines[0]?.id, quantity }]
  await act(work, 'hand-over', { parcels: [{ carrier: 'DHL', trackingNumber, lines }] })
  const handOff = (await handOffs(owner)).filter(({ reverses }) => !reverses).at(-1)
  return { id: handOff?.id as string, shipmentId: handOff?.shipmentId as string }
}

const reverse = (work: Work, { id }: { id: string }) =>
  act(work, `fulfilments/${id}/reverse`, { reason: 'Scanned the wrong order' })

const shipmentOf = async ({ shipmentId }: { shipmentId: string }) =>
  (await owner.get(`${SHIPMENTS}/${shipmentId}`)).body

/** Returns the numbers and pieces that the shop shows, sorted by number, because the shop lists them in any order. */
const shownOf = async (order: { id: string }) =>
  (await fulfilmentsOf(owner, order)).fulfilments
    ?.map(({ trackingNumber, lines }): [string, number] => [
      trackingNumber ?? '',
      lines.reduce((sum, { quantity }) => sum + quantity, 0),
    ])
    .sort(([one], [other]) => one.localeCompare(other))

const statesOf = async (order: { id: string }) =>
  (await fulfilmentsOf(owner, order)).parcels.map(({ trackingNumber, status }) => [trackingNumber, status])

/** Lets workers continue whose lease or pause has to end first. */
const passing = async (rounds = 4) => {
  for (let round = 0; round < rounds; round++) {
    later(3 * MINUTE_MS)
    await runTasks(owner)
  }
}

describe('the parcel of a hand-off that is reversed', () => {
  it('ends at the platform, for the buyer and in the shop, which then shows the right one with all its pieces', async () => {
    const { channel, order, work } = await anOrderToWork()
    const wrong = await handOver(work, 'WRONG', 2)
    await drainEvents()
    expect(await shownOf(order)).toEqual([['WRONG', 2]])
    const url = (await shipmentOf(wrong)).trackingPageUrl
    await reverse(work, wrong)
    await drainEvents()
    expect(await shownOf(order)).toEqual([])
    const ended = await shipmentOf(wrong)
    expect(ended).toMatchObject({ status: 'cancelled', reversedAt: expect.any(String), deliveredAt: null })
    expect(ended.events.at(-1)).toMatchObject({ state: 'cancelled', description: 'Scanned the wrong order' })
    const right = await handOver(work, 'RIGHT', ORDERED)
    await drainEvents()
    expect(await shownOf(order)).toEqual([['RIGHT', ORDERED]])
    expect(await statesOf(order)).toEqual([
      ['WRONG', 'withdrawn'],
      ['RIGHT', 'published'],
    ])
    expect(await topicsOf(owner, 'shipping.shipment.cancelled')).toHaveLength(1)
    const runs = await runsOf(owner, channel)
    expect(runs).toHaveLength(3)
    for (const run of runs) expect(run).toMatchObject({ status: 'success', itemsPending: 0 })
    const changes = (
      await Promise.all(runs.map(async (run: { id: string }) => (await recordsOf(owner, channel, run)).member))
    )
      .flat()
      .map((record) => record.changes)
    expect(changes).toContainEqual([{ field: 'trackingNumber', from: 'WRONG', to: null }])
    // The earlier link tells of the right parcel and nothing that was told of the wrong one.
    const { text } = await client().get(new URL(url).pathname, { 'accept-language': 'en' })
    expect(text).toContain('RIGHT')
    expect(text).not.toContain('WRONG')
    expect((await shipmentOf(right)).reversedAt).toBeNull()
  })

  it('is not revived by news of its number, and takes no events, changes or delivery notes', async () => {
    const { work } = await anOrderToWork()
    const wrong = await handOver(work, 'WRONG', 1)
    const path = `${SHIPMENTS}/${wrong.shipmentId}`
    await owner.post(`${path}/events`, { state: 'delivered', signedBy: 'Somebody else' })
    const note = await owner.post(`${path}/delivery-note`, {})
    expect(note.status, JSON.stringify(note.body)).toBeLessThan(300)
    await reverse(work, wrong)
    const ended = await shipmentOf(wrong)
    expect(ended).toMatchObject({ status: 'cancelled', deliveredAt: null, proofOfDelivery: null, flags: [] })
    const { custodianId } = ended
    const { event, ...news } = { event: anEvent({ state: 'in_transit' }), carrier: 'DHL', trackingNumber: 'WRONG' }
    await inUnitOf(owner, (unit) =>
      recordTrackedParcel(app().db, unit, custodianId, {
        ...{ ...news, remoteId: null, trackingUrl: null, promisedBy: null, signedBy: null, events: [event] },
      }),
    )
    const refused = [
      await owner.post(`${path}/events`, { state: 'in_transit' }),
      await owner.patch(path, { trackingNumber: 'OTHER' }),
      await owner.post(`${path}/cancel`, {}),
      await owner.post(`${path}/delivery-note`, {}),
    ]
    for (const { status, body } of refused) expect([status, body.errorCode]).toEqual([409, 'OPERATION_NOT_ALLOWED'])
    expect(await shipmentOf(wrong)).toEqual(ended)
    const { body: document } = await owner.get(`/api/document/documents/${note.body.id}`)
    expect(document).toMatchObject({ status: 'void', voidReason: 'Scanned the wrong order' })
  })

  it('opens no return for pieces that left with the right one', async () => {
    const { work } = await anOrderToWork()
    const wrong = await handOver(work, 'WRONG', 1)
    await reverse(work, wrong)
    await handOver(work, 'RIGHT', ORDERED)
    const pieces = [{ sku: 'TEA', quantity: 1 }]
    const given = { tenant: owner.tenant, shipmentId: wrong.shipmentId, fulfilmentOrderId: work.id, pieces }
    await openParcelReturn(app(), given, app().clock())
    expect((await owner.get('/api/fulfilment/returns')).body.member).toEqual([])
  })

  it('is one of two, and the other one stays', async () => {
    const { order, work } = await anOrderToWork()
    const kept = await handOver(work, 'KEPT', 1)
    const wrong = await handOver(work, 'WRONG', 2)
    await drainEvents()
    await reverse(work, wrong)
    expect((await owner.post(`${ORDERS}/${work.id}/fulfilments/${wrong.id}/reverse`, { reason: 'x' })).status).toBe(409)
    await drainEvents()
    expect(await shownOf(order)).toEqual([['KEPT', 1]])
    expect((await shipmentOf(kept)).status).toBe('scheduled')
    await act(work, 'cancel', { reason: 'The customer changed their mind' })
    await drainEvents()
    expect((await owner.get(`${ORDERS}/${work.id}`)).body).toMatchObject({ status: 'closed', outcome: 'short' })
    expect(await shownOf(order)).toEqual([['KEPT', 1]])
  })
})

describe('the shop', () => {
  it('never hears of a parcel that was reversed before it was published', async () => {
    const { channel, order, work } = await anOrderToWork()
    await reverse(work, await handOver(work, 'WRONG', 2))
    await handOver(work, 'RIGHT', ORDERED)
    await drainEvents()
    expect(await shownOf(order)).toEqual([['RIGHT', ORDERED]])
    expect(await runsOf(owner, channel)).toHaveLength(1)
  })

  it('is told of the withdrawal first, whichever task comes first and however often', async () => {
    const { order, work } = await anOrderToWork()
    const wrong = await handOver(work, 'SAME', 2)
    await drainEvents()
    await reverse(work, wrong)
    await handOver(work, 'SAME', ORDERED)
    const tasks = await openTasks(owner)
    expect(tasks).toHaveLength(2)
    for (const task of tasks.toReversed()) await runTask(app(), task, app().clock(), createLog({}))
    await runTasks(owner)
    for (const task of [...tasks, ...tasks]) await runTask(app(), task, app().clock(), createLog({}))
    await passing(1)
    expect(await shownOf(order)).toEqual([['SAME', ORDERED]])
    expect(await openTasks(owner)).toEqual([])
  })

  it('loses a parcel that is reversed while it is being published', async () => {
    const { order, work } = await anOrderToWork()
    const wrong = await handOver(work, 'WRONG', 2)
    duringFirstCall(simulator.fulfilments, 'publish', () => reverse(work, wrong))
    await runTasks(owner)
    await passing(1)
    expect(await shownOf(order)).toEqual([])
    await handOver(work, 'RIGHT', ORDERED)
    await passing(1)
    expect(await shownOf(order)).toEqual([['RIGHT', ORDERED]])
  })

  it('shows the right parcel whole although all its answers are lost for a while', async () => {
    const { channel, order, work } = await anOrderToWork()
    const set = (connectorConfig: object) => owner.patch(`/api/sales/channels/${channel.id}`, { connectorConfig })
    await set({ lost_percent: '100' })
    const wrong = await handOver(work, null, 2)
    await runTasks(owner)
    await reverse(work, wrong)
    await runTasks(owner)
    await handOver(work, 'RIGHT', ORDERED)
    await runTasks(owner)
    await set({})
    await passing()
    expect(await shownOf(order)).toEqual([['RIGHT', ORDERED]])
    expect((await statesOf(order)).map(([, status]) => status)).toEqual(['withdrawn', 'published'])
    for (const run of await runsOf(owner, channel)) expect(run).toMatchObject({ status: 'success', itemsPending: 0 })
  })

  it.each([1, 2, 3].flatMap((at) => [false, true].map((after) => [at, after] as const)))(
    'shows the right parcel whole if the worker dies at transaction %i of the withdrawal, after writing it: %s',
    async (at, after) => {
      const { order, work } = await anOrderToWork()
      const wrong = await handOver(work, 'WRONG', 2)
      await drainEvents()
      await reverse(work, wrong)
      await runTasks(owner, dyingAt(at, after)).catch(() => undefined)
      await handOver(work, 'RIGHT', ORDERED)
      await passing()
      expect(await shownOf(order)).toEqual([['RIGHT', ORDERED]])
      expect(await openTasks(owner)).toEqual([])
    },
  )

  it('gets the rest of the right parcel if it could not take back the wrong one for long', async () => {
    const { channel, order, work } = await anOrderToWork()
    const wrong = await handOver(work, 'WRONG', 2)
    await drainEvents()
    const { withdraw } = simulator.fulfilments as NonNullable<typeof simulator.fulfilments>
    onTestFinished(() => void Object.assign(simulator.fulfilments as object, { withdraw }))
    const stubborn = async () => ({ waits: 'The shop rejects it: not now.' })
    Object.assign(simulator.fulfilments as object, { withdraw: stubborn })
    await reverse(work, wrong)
    await handOver(work, 'RIGHT', ORDERED)
    await runTasks(owner)
    expect(await statesOf(order)).toEqual([
      ['WRONG', 'waiting'],
      [null, 'waiting'],
    ])
    // The buyer hears of the right one all the same, as far as the shop allows it.
    await passing(6)
    owner = await aMember({ tenant: owner.tenant })
    expect(await shownOf(order)).toEqual([
      ['RIGHT', 1],
      ['WRONG', 2],
    ])
    Object.assign(simulator.fulfilments as object, { withdraw })
    await passing(10)
    owner = await aMember({ tenant: owner.tenant })
    const pieces = (await shownOf(order))?.reduce((sum, [, quantity]) => sum + Number(quantity), 0)
    expect(new Set((await shownOf(order))?.map(([number]) => number))).toEqual(new Set(['RIGHT']))
    expect(pieces).toBe(ORDERED)
    for (const run of await runsOf(owner, channel)) expect(run).toMatchObject({ itemsPending: 0 })
  })

  it('keeps the parcel while its channel is paused, and loses it when that resumes', async () => {
    const { channel, order, work } = await anOrderToWork()
    const wrong = await handOver(work, 'WRONG', 2)
    await drainEvents()
    await channel.move('pause')
    await reverse(work, wrong)
    await handOver(work, 'RIGHT', ORDERED)
    await drainEvents()
    expect(await shownOf(order)).toEqual([['WRONG', 2]])
    await channel.move('resume')
    await drainEvents()
    await passing(2)
    expect(await shownOf(order)).toEqual([['RIGHT', ORDERED]])
  })
})

it('a parcel that people cancel is withdrawn as well, and shown again if the carrier got it anyway', async () => {
  const { order, work } = await anOrderToWork()
  const sent = await handOver(work, 'SENT', ORDERED)
  await drainEvents()
  const path = `${SHIPMENTS}/${sent.shipmentId}`
  expect((await owner.post(`${path}/cancel`, { reason: 'Packed twice' })).status).toBe(200)
  await drainEvents()
  expect(await shownOf(order)).toEqual([])
  expect((await owner.post(`${path}/events`, { state: 'in_transit' })).body.status).toBe('in_transit')
  await drainEvents()
  expect(await shownOf(order)).toEqual([['SENT', ORDERED]])
})
