import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { handler as expireLots } from '../../functions/inventory/every-hour-expire-lots.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { listEvents } from '../billing/events.ts'
import { aMember, type Member } from '../support/client.ts'
import { handingOver, releasing, reserving, takingBack, tryToReserve } from '../support/stock.ts'
import { useTickingClock } from '../support/ticking.ts'
import { lotsOf, receivedStock, stockOf, unitsOf } from './stocking.ts'

const LOTS = '/api/inventory/lots'
const ITEMS = '/api/inventory/stock-items'
const EXPIRED = 'inventory.lot.expired'
const ATTENTION = 'fulfilment.reservation.requires_attention'

const { clock } = app()
afterEach(() => {
  app().clock = clock
})

let owner: Member
beforeEach(async () => {
  owner = await aMember()
})

const inTwoYears = new Date().getUTCFullYear() + 2
const lot = (code: string, quantity: number, day?: string) => ({
  code,
  quantity,
  ...(day && { expiresOn: `${inTwoYears}-${day}` }),
})

const runAt = async (moment: string) => {
  app().clock = () => new Date(moment)
  await expireLots({})
  app().clock = clock
}

describe('lots', () => {
  it('are reserved first-expired first, skipping recalled ones', async () => {
    const item = await receivedStock(owner, {
      quantity: 12,
      lots: [lot('NEVER', 3), lot('LATE', 3, '06-30'), lot('BAD', 3, '01-01'), lot('SOON', 3, '03-31')],
    })
    const { BAD } = await lotsOf(owner, item)
    expect((await owner.post(`${LOTS}/${BAD.id}/recall`, { reason: 'Glass' })).body).toMatchObject({
      status: 'recalled',
      recallReason: 'Glass',
    })
    expect(await stockOf(owner, item)).toMatchObject({ onHand: 12, blocked: 3, availableToPromise: 9 })
    await reserving(owner, item, 4)
    expect(await lotsOf(owner, item)).toMatchObject({
      SOON: { reserved: 3 },
      LATE: { reserved: 1 },
      NEVER: { reserved: 0 },
      BAD: { reserved: 0 },
    })
    expect(await tryToReserve(owner, item.custodianId, [{ variantId: item.variantId, quantity: 6 }])).toMatchObject({
      shortages: [{ available: 5 }],
    })
  })

  it('that are reserved leave with their order, part by part', async () => {
    const item = await receivedStock(owner, { quantity: 4, lots: [lot('A', 2, '01-31'), lot('B', 2, '02-28')] })
    const [allocation] = await reserving(owner, item, 3)
    const of = (quantity: number) => [{ ...(allocation as NonNullable<typeof allocation>), quantity }]
    await handingOver(owner, of(1))
    expect(await lotsOf(owner, item)).toMatchObject({ A: { onHand: 1, reserved: 1 }, B: { onHand: 2, reserved: 1 } })
    await handingOver(owner, of(1))
    expect(await lotsOf(owner, item)).toMatchObject({ A: { onHand: 0, status: 'depleted' } })
    await releasing(owner, of(1))
    expect(await lotsOf(owner, item)).toMatchObject({ B: { onHand: 2, reserved: 0 } })
    await takingBack(owner, of(1))
    expect(await lotsOf(owner, item)).toMatchObject({ A: { onHand: 1, status: 'active' } })
    expect(await stockOf(owner, item)).toMatchObject({ onHand: 3, reserved: 0 })
  })

  it('are counted one by one', async () => {
    const item = await receivedStock(owner, { quantity: 4, lots: [lot('A', 2), lot('B', 2)] })
    const { A } = await lotsOf(owner, item)
    const correct = (body: object) => owner.post(`${ITEMS}/${item.id}/correct`, body)
    expect((await correct({ onHand: 1 })).body.violations[0].propertyPath).toBe('lotId')
    expect((await correct({ onHand: 1, lotId: A.id })).body.onHand).toBe(3)
    const writeOff = { quantity: 2, reason: 'Broken', lotId: A.id }
    expect((await owner.post(`${ITEMS}/${item.id}/write-off`, writeOff)).status).toBe(409)
    expect((await owner.post(`${ITEMS}/${item.id}/write-off`, { ...writeOff, quantity: 1 })).body.onHand).toBe(2)
    expect(await lotsOf(owner, item)).toMatchObject({ A: { onHand: 0, status: 'depleted' }, B: { onHand: 2 } })
    const plain = await receivedStock(owner, { quantity: 1 })
    const wrong = await owner.post(`${ITEMS}/${plain.id}/correct`, { onHand: 2, lotId: A.id })
    expect(wrong.body.violations[0].propertyPath).toBe('lotId')
  })

  it('expire once, after their last day where the tenant is, and cannot be reserved from then on', async () => {
    const item = await receivedStock(owner, { quantity: 5, lots: [lot('A', 5, '03-31')] })
    const { body: setting } = await owner.get('/api/configuration/settings/key/general.timezone')
    await owner.put(`/api/configuration/settings/${setting.id}`, { value: 'Pacific/Pago_Pago' })
    await reserving(owner, item, 2)
    const { A } = await lotsOf(owner, item)
    await runAt(`${inTwoYears}-04-01T10:59:00Z`)
    expect((await lotsOf(owner, item)).A.status).toBe('active')
    for (const time of ['11:00', '12:00', '13:00']) await runAt(`${inTwoYears}-04-01T${time}:00Z`)
    expect((await lotsOf(owner, item)).A.status).toBe('expired')
    expect(await stockOf(owner, item)).toMatchObject({ onHand: 5, reserved: 2, blocked: 3, availableToPromise: 0 })
    expect(await listEvents(owner.tenant, EXPIRED, A.id)).toMatchObject([
      { data: { lotNumber: 'A', quantity: 5, expiredOn: `${inTwoYears}-03-31` } },
    ])
    expect(await listEvents(owner.tenant, ATTENTION, item.id)).toMatchObject([{ data: { quantity: 2, available: 0 } }])
  })

  it('are not reserved after their last day, even before the schedule runs', async () => {
    const item = await receivedStock(owner, { quantity: 5, lots: [lot('A', 5, '03-31')] })
    const wanted = [{ variantId: item.variantId, quantity: 1 }]
    app().clock = () => new Date(`${inTwoYears}-04-01T12:00:00Z`)
    expect(await tryToReserve(owner, item.custodianId, wanted)).toMatchObject({ shortages: [{ available: 0 }] })
    app().clock = () => new Date(`${inTwoYears}-03-31T12:00:00Z`)
    expect(await tryToReserve(owner, item.custodianId, wanted)).toMatchObject({ allocations: [{ quantity: 1 }] })
  })

  it('are recalled once, with an event, and call for attention if they are reserved', async () => {
    const item = await receivedStock(owner, { quantity: 5, lots: [lot('A', 5)] })
    const allocations = await reserving(owner, item, 2)
    const { A } = await lotsOf(owner, item)
    expect((await owner.post(`${LOTS}/${A.id}/recall`, {})).status).toBe(200)
    expect((await owner.post(`${LOTS}/${A.id}/recall`, {})).status).toBe(409)
    expect(await listEvents(owner.tenant, 'inventory.lot.recalled', A.id)).toMatchObject([{ data: { quantity: 5 } }])
    expect(await listEvents(owner.tenant, ATTENTION, item.id)).toMatchObject([{ data: { quantity: 2 } }])
    await releasing(owner, allocations)
    expect(await stockOf(owner, item)).toMatchObject({ reserved: 0, blocked: 5, availableToPromise: 0 })
    const stranger = await aMember()
    expect((await stranger.post(`${LOTS}/${A.id}/recall`, {})).status).toBe(404)
  })
})

describe('a serial unit', () => {
  it('is never in two parcels, whoever races', async () => {
    const item = await receivedStock(owner, { quantity: 2, serialNumbers: ['A', 'B'] })
    const results = await Promise.all(
      [1, 2, 3].map(() => tryToReserve(owner, item.custodianId, [{ variantId: item.variantId, quantity: 1 }])),
    )
    const taken = results.flatMap((result) => ('allocations' in result ? result.allocations : []))
    expect(taken.flatMap(({ serials = [] }) => serials)).toHaveLength(2)
    expect(new Set(taken.flatMap(({ serials = [] }) => serials)).size).toBe(2)
    const [first] = taken
    const twice = await Promise.allSettled([handingOver(owner, [first as never]), handingOver(owner, [first as never])])
    expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await stockOf(owner, item)).toMatchObject({ onHand: 1, reserved: 1 })
  })

  it('shows where it went, with an event of each step', async () => {
    useTickingClock()
    onTestFinished(() => useApp(undefined))
    const item = await receivedStock(owner, { quantity: 1, serialNumbers: ['A'] })
    const { A } = await unitsOf(owner, item)
    const status = async () => (await owner.get(`/api/inventory/serial-units/${A.id}`)).body.status
    const allocations = await reserving(owner, item, 1)
    expect(await status()).toBe('reserved')
    await handingOver(owner, allocations)
    expect(await status()).toBe('shipped')
    await takingBack(owner, allocations, { disposition: 'quarantine' })
    expect(await status()).toBe('quarantined')
    const restock = { quantity: 1, reason: 'As new', serialUnitIds: [A.id] }
    expect((await owner.post(`${ITEMS}/${item.id}/restock`, restock)).body).toMatchObject({ onHand: 1, quarantined: 0 })
    expect(await status()).toBe('returned')
    await releasing(owner, await reserving(owner, item, 1))
    const lost = { ...restock, reason: 'Lost' }
    expect((await owner.post(`${ITEMS}/${item.id}/write-off`, { ...lost, serialUnitIds: [] })).status).toBe(400)
    expect((await owner.post(`${ITEMS}/${item.id}/write-off`, lost)).body.onHand).toBe(0)
    const events = await listEvents(owner.tenant, 'inventory.serial_unit.status_changed', A.id)
    expect(events.map(({ data }) => (data as { status: string }).status)).toEqual([
      'reserved',
      'shipped',
      'quarantined',
      'returned',
      'reserved',
      'in_stock',
      'written_off',
    ])
    expect((await owner.post(`${ITEMS}/${item.id}/correct`, { onHand: 3 })).status).toBe(409)
  })

  it('is found by its number', async () => {
    const item = await receivedStock(owner, { quantity: 2, serialNumbers: ['A', 'B'] })
    const find = (query: string) => owner.get(`/api/inventory/serial-units?${query}`)
    const { body } = await find(`variantId=${item.variantId}&serialNumber=B`)
    expect(body).toMatchObject({ totalItems: 1, member: [{ serialNumber: 'B' }] })
    expect((await find('serialNumber=B')).body.violations[0].propertyPath).toBe('variantId')
  })
})
