import { beforeAll, describe, expect, it } from 'vitest'
import { verifyStockOfTenant } from '../../lib/inventory/verification/verify-stock.ts'
import { app } from '../../lib/platform/app/app.ts'
import { aCustodian, aStockItem } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { lotsOf, movementsOf, receivedStock, stockOf, unitsOf } from './stocking.ts'

const TRANSFERS = '/api/inventory/transfers'

let owner: Member
beforeAll(async () => {
  owner = await aMember()
})

const planned = async (from: { custodianId: string; variantId: string }, quantity: number) => {
  const { id: toCustodianId } = await aCustodian(owner)
  const { variantId, custodianId: fromCustodianId } = from
  const given = { fromCustodianId, toCustodianId, lines: [{ variantId, quantity }] }
  const { body } = await owner.post(TRANSFERS, given)
  return {
    ...body,
    ship: () => owner.post(`${TRANSFERS}/${body.id}/ship`),
    receive: (received: number, rest: { lost?: number; reason?: string } = {}) => {
      const { reason, ...lost } = rest
      return owner.post(`${TRANSFERS}/${body.id}/receive`, {
        lines: [{ variantId, received, ...lost }],
        ...(reason && { reason }),
      })
    },
    destination: async () => {
      const query = `variantId=${variantId}&custodianId=${toCustodianId}`
      return (await owner.get(`/api/inventory/stock-items?${query}`)).body.member[0]
    },
  }
}

describe('a transfer', () => {
  it('takes pieces from one custodian to another, shows what is in transit, and writes off what was lost', async () => {
    const item = await aStockItem(owner, { onHand: 10 })
    const transfer = await planned(item, 6)
    expect((await transfer.ship()).body).toMatchObject({ status: 'in_transit', lines: [{ shipped: 6, inTransit: 6 }] })
    expect((await stockOf(owner, item)).onHand).toBe(4)
    expect(await transfer.destination()).toBeUndefined()
    expect((await transfer.receive(4)).body).toMatchObject({
      status: 'in_transit',
      lines: [{ received: 4, inTransit: 2 }],
    })
    expect((await transfer.receive(1, { lost: 1 })).body.violations[0].propertyPath).toBe('reason')
    expect((await transfer.receive(3)).body.violations[0].propertyPath).toBe('lines[0].received')
    const done = await transfer.receive(1, { lost: 1, reason: 'Pallet fell' })
    expect(done.body).toMatchObject({ status: 'completed', lines: [{ received: 5, lost: 1, inTransit: 0 }] })
    expect(await transfer.destination()).toMatchObject({ onHand: 5 })
    expect((await movementsOf(owner, item)).map(({ kind }: { kind: string }) => kind)).toEqual([
      'write_off',
      'transfer_out',
      'opening',
    ])
    expect((await transfer.receive(1)).status).toBe(409)
  })

  it('ships no piece that is reserved, and only once', async () => {
    const item = await aStockItem(owner, { onHand: 5, reserved: 2 })
    expect((await (await planned(item, 4)).ship()).status).toBe(409)
    const transfer = await planned(item, 3)
    const both = await Promise.all([transfer.ship(), transfer.ship()])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await stockOf(owner, item)).toMatchObject({ onHand: 2, reserved: 2 })
    expect((await owner.post(`${TRANSFERS}/${transfer.id}/cancel`)).status).toBe(409)
    const draft = await planned(item, 1)
    expect((await owner.post(`${TRANSFERS}/${draft.id}/cancel`)).body.status).toBe('cancelled')
    expect((await draft.ship()).status).toBe(409)
  })

  it('goes to another custodian', async () => {
    const { custodianId, variantId } = await aStockItem(owner)
    const same = { fromCustodianId: custodianId, toCustodianId: custodianId, lines: [{ variantId, quantity: 1 }] }
    expect((await owner.post(TRANSFERS, same)).body.violations[0].propertyPath).toBe('toCustodianId')
  })

  it('keeps lots and their last days, those that expire first', async () => {
    const item = await receivedStock(owner, {
      quantity: 6,
      lots: [
        { code: 'LATE', expiresOn: '2099-12-31', quantity: 3 },
        { code: 'SOON', expiresOn: '2099-01-31', quantity: 3 },
      ],
    })
    const transfer = await planned(item, 4)
    await transfer.ship()
    expect(await lotsOf(owner, item)).toMatchObject({ SOON: { onHand: 0, status: 'depleted' }, LATE: { onHand: 2 } })
    await transfer.receive(2)
    await transfer.receive(1, { lost: 1, reason: 'Broken' })
    const arrived = await lotsOf(owner, await transfer.destination())
    expect(arrived).toMatchObject({ SOON: { onHand: 3, expiresOn: '2099-01-31' } })
    expect(arrived.LATE).toBeUndefined()
  })

  it('moves serial units, and writes off the lost ones', async () => {
    const item = await receivedStock(owner, { quantity: 3, serialNumbers: ['A', 'B', 'C'] })
    const transfer = await planned(item, 2)
    await transfer.ship()
    const statesOf = async (of: { id: string }) =>
      Object.values<{ status: string }>(await unitsOf(owner, of)).map(({ status }) => status)
    expect((await statesOf(item)).sort()).toEqual(['in_stock', 'shipped', 'shipped'])
    await transfer.receive(1, { lost: 1, reason: 'Lost' })
    const destination = await transfer.destination()
    expect(await statesOf(destination)).toEqual(['in_stock'])
    expect((await statesOf(item)).sort()).toEqual(['in_stock', 'written_off'])
    expect(destination.onHand).toBe(1)
  })

  it('leaves the levels of both custodians equal to their movements', async () => {
    const { items, differences } = await verifyStockOfTenant(app().db, owner.tenant)
    expect(items).toBeGreaterThan(5)
    expect(differences).toEqual([])
  })
})
