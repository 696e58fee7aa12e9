import { beforeEach, describe, expect, it } from 'vitest'
import { settleJob } from '../../lib/billing/tariffs/settle-job.ts'
import { app } from '../../lib/platform/app/app.ts'
import { parseId } from '../../lib/platform/id.ts'
import { anInternal, aPolicy, aRouted, ORDERS, settled } from '../fulfilment/fulfilling.ts'
import { aMember, type Member } from '../support/client.ts'
import { findFaults, readBooks, SETTLEMENTS } from './settling.ts'
import { aTariff, charge, readCharges, sumByType } from './tariffing.ts'

const RULES = '/api/billing/auto-settlement-rules'

let owner: Member
let custodian: { id: string; partnerId: string }
beforeEach(async () => {
  owner = await aMember()
  custodian = await anInternal(owner)
  await aPolicy(owner)
  await aTariff(owner, custodian.partnerId)
})

const aRule = async (fields: object = {}) => {
  const { partnerId } = custodian
  const given = { partnerId, scope: 'fulfilment', basis: 'per_job', currency: 'EUR', ...fields }
  const { status, body } = await owner.post(RULES, given)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

const anOrder = async (quantity = 3) => (await aRouted(owner, { quantity, custodian })).fulfilmentOrder

const act = async (id: string, verb: string, body: object) => {
  const answer = await owner.post(`${ORDERS}/${id}/${verb}`, body)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  await settled()
  return answer.body
}

type Order = Awaited<ReturnType<typeof anOrder>>

/** Hands pieces over in a parcel each; the rest of the order in one if no number is given. */
const handOver = ({ id, lines }: Order, ...quantities: number[]) =>
  act(id, 'hand-over', {
    parcels: quantities.length
      ? quantities.map((quantity) => ({ lines: [{ lineId: lines[0].id, quantity }] }))
      : [{ trackingNumber: 'T-REST' }],
  })

/** Reads all settlements with their lines, the oldest first. */
const readSettlements = async () => {
  const { body } = await owner.get(SETTLEMENTS)
  const ids: string[] = body.member.map(({ id }: { id: string }) => id).reverse()
  return await Promise.all(ids.map(async (id) => (await owner.get(`${SETTLEMENTS}/${id}`)).body))
}

const typesOf = ({ lineItems }: { lineItems: { chargeType: string }[] }) =>
  lineItems.map(({ chargeType }) => chargeType).sort()

describe('a per_job rule', () => {
  it('settles the charges of its scope once the last parcel of an order has left, each order apart', async () => {
    await aRule()
    const [first, second] = [await anOrder(), await anOrder()]
    await handOver(first, 2)
    expect(await readSettlements()).toEqual([])
    await handOver(second, 3)
    await handOver(first)
    const [ofSecond, ofFirst, ...more] = await readSettlements()
    expect(more).toEqual([])
    expect(ofSecond).toMatchObject({
      status: 'open',
      periodStartDate: null,
      totalAmount: 150 + 30 + 38,
      lineItemCount: 3,
    })
    expect(typesOf(ofFirst)).toEqual(['line', 'line', 'order', 'piece', 'piece'])
    // Six pieces at 12.5 cents are 75 in both settlements, of which the other one has 38.
    expect(ofFirst.totalAmount).toBe(150 + 2 * 30 + 37)
    const unsettled = (await readCharges(owner)).filter(({ settlementId }) => settlementId === null)
    expect([...new Set(unsettled.map(({ scope }) => scope))]).toEqual(['shipping'])
    expect(findFaults(await readBooks(owner.tenant))).toEqual([])
  })

  it('settles nothing of a closed order while one of its parcels is still to be charged', async () => {
    await aRule()
    const { id, lines } = await anOrder()
    const parcels = [1, 2].map((quantity) => ({ lines: [{ lineId: lines[0].id, quantity }] }))
    expect((await owner.post(`${ORDERS}/${id}/hand-over`, { parcels })).body.status).toBe('closed')
    const { body } = await owner.get(`${ORDERS}/${id}/fulfilments`)
    await charge(owner, body.member[0].id)
    const data = { tenant: owner.tenant, fulfilmentOrderId: parseId(id) as string }
    await settleJob(app(), data, app().clock())
    expect(await readSettlements()).toEqual([])
    await settled()
    expect((await readSettlements()).map(typesOf)).toEqual([['line', 'line', 'order', 'piece', 'piece']])
  })

  it('settles an order that is closed short after its parcels were charged', async () => {
    await aRule()
    const order = await anOrder()
    await handOver(order, 1)
    expect(await readSettlements()).toEqual([])
    await act(order.id, 'close-short', { reason: 'Broken' })
    expect((await readSettlements()).map(typesOf)).toEqual([['line', 'order', 'piece']])
  })

  it('settles what a reversed parcel was charged, what took that back and what replaced it', async () => {
    await aRule()
    const order = await anOrder()
    await handOver(order)
    const { body } = await owner.get(`${ORDERS}/${order.id}/fulfilments`)
    await act(order.id, `fulfilments/${body.member[0].id}/reverse`, { reason: 'Wrong parcel' })
    expect(await readSettlements()).toHaveLength(1)
    await handOver(order)
    const [first, second, ...more] = await readSettlements()
    expect(more).toEqual([])
    expect([first.totalAmount, second.totalAmount, second.lineItemCount]).toEqual([218, 0, 6])
    expect(sumByType(await readCharges(owner))).toEqual({ order: 150, line: 30, piece: 38, parcel: 420 })
    expect(findFaults(await readBooks(owner.tenant))).toEqual([])
  })

  it('settles more charges than fit a transaction, and only those of the job', async () => {
    await aRule()
    const other = await anOrder()
    await handOver(other, 1)
    const order = await anOrder(8)
    for (const parcels of [3, 3, 2]) await handOver(order, ...Array(parcels).fill(1))
    const [settlement, ...more] = await readSettlements()
    expect(more).toEqual([])
    expect(settlement.lineItemCount).toBe(17)
    expect(settlement.totalAmount).toBe(150 + 8 * 30 + 100)
    expect(findFaults(await readBooks(owner.tenant))).toEqual([])
  })

  it('settles a job once, however often its task runs and however many run at once', async () => {
    const order = await anOrder()
    await handOver(order)
    await aRule()
    await aRule({ scope: 'shipping' })
    const data = { tenant: owner.tenant, fulfilmentOrderId: parseId(order.id) as string }
    await Promise.all([1, 2, 3, 4].map(() => settleJob(app(), data, app().clock())))
    await settleJob(app(), data, app().clock())
    expect((await readSettlements()).map(typesOf).sort()).toEqual([['line', 'order', 'piece'], ['parcel']])
    expect(findFaults(await readBooks(owner.tenant))).toEqual([])
  })

  it('settles nothing of another partner or currency, and nothing once it is deleted', async () => {
    const { id } = await aRule()
    await aRule({ currency: 'USD' })
    await aRule({ partnerId: (await anInternal(owner)).partnerId })
    await owner.delete(`${RULES}/${id}`)
    await handOver(await anOrder())
    expect(await readSettlements()).toEqual([])
    expect((await owner.post(`${RULES}/${id}/settle`)).status).toBe(404)
  })
})
