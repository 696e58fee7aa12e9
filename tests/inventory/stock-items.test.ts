import { beforeAll, describe, expect, it } from 'vitest'
import { aCustodian, aStockItem, aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'

const ITEMS = '/api/inventory/stock-items'

let owner: Member
beforeAll(async () => {
  owner = await aMember()
})

describe('a stock item', () => {
  it('shows what can still be promised, negative if more is reserved than on hand', async () => {
    const { id, availableToPromise } = await aStockItem(owner, { onHand: 10, reserved: 3 })
    expect(availableToPromise).toBe(7)
    const changed = await owner.patch(`${ITEMS}/${id}`, { onHand: 1 })
    expect(changed.body).toMatchObject({ onHand: 1, reserved: 3, availableToPromise: -2 })
  })

  it('exists once for a variant and a custodian, even if it is created several times at once', async () => {
    const [{ id: variantId }, { id: custodianId }] = await Promise.all([aVariant(owner), aCustodian(owner)])
    const made = await Promise.all([1, 2, 3].map(() => owner.post(ITEMS, { variantId, custodianId })))
    expect(made.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    const { body } = await owner.get(`${ITEMS}?variantId=${variantId}&custodianId=${custodianId}`)
    expect(body.totalItems).toBe(1)
  })

  it('is rejected with a violation for every unknown id, and for negative numbers', async () => {
    const { id: variantId } = await aVariant(await aMember())
    const { status, body } = await owner.post(ITEMS, { variantId, custodianId: (await aCustodian(owner)).id })
    expect([status, body.violations[0].propertyPath]).toEqual([400, 'variantId'])
    const { id } = await aStockItem(owner)
    expect((await owner.patch(`${ITEMS}/${id}`, { onHand: -1, reserved: 0.5 })).body.violations).toHaveLength(2)
  })

  it('rejects a change that is based on an outdated version', async () => {
    const { id } = await aStockItem(owner)
    await owner.patch(`${ITEMS}/${id}`, { onHand: 5 }, { 'if-match': '"1"' })
    expect((await owner.patch(`${ITEMS}/${id}`, { onHand: 9 }, { 'if-match': '"1"' })).status).toBe(412)
    expect((await owner.get(`${ITEMS}/${id}`)).body.onHand).toBe(5)
  })

  it('is listed by variant and by custodian', async () => {
    const { id: variantId } = await aVariant(owner)
    const { id: custodianId } = await aCustodian(owner)
    const [a, b] = [await aStockItem(owner, { variantId }), await aStockItem(owner, { custodianId })]
    const ids = async (query: string) =>
      (await owner.get(`${ITEMS}?${query}`)).body.member.map(({ id }: { id: string }) => id)
    expect(await ids(`variantId=${variantId}`)).toEqual([a.id])
    expect(await ids(`custodianId=${custodianId}`)).toEqual([b.id])
  })
})
