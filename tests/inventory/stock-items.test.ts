import { beforeAll, describe, expect, it } from 'vitest'
import { listEvents } from '../billing/events.ts'
import { aCustodian, aStockItem, aVariant } from '../support/builders.ts'
import { aMember, aProgramOf, type Member } from '../support/client.ts'
import { handingOver, reserving, tryToReserve } from '../support/stock.ts'

const ITEMS = '/api/inventory/stock-items'
const ATTENTION = 'fulfilment.reservation.requires_attention'

let owner: Member
beforeAll(async () => {
  owner = await aMember()
})

const read = async ({ id }: { id: string }) => (await owner.get(`${ITEMS}/${id}`)).body
const movementsOf = async ({ id }: { id: string }) =>
  (await owner.get(`/api/inventory/movements?stockItemId=${id}`)).body.member

describe('a stock item', () => {
  it('shows what can still be promised, negative if more is reserved than on hand', async () => {
    const item = await aStockItem(owner, { onHand: 10, reserved: 3 })
    expect(item).toMatchObject({ onHand: 10, reserved: 3, availableToPromise: 7 })
    const changed = await owner.post(`${ITEMS}/${item.id}/correct`, { onHand: 1, reason: 'Counted' })
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
    const wrong = await owner.patch(`${ITEMS}/${id}`, { backorderLimit: -1, tracking: 'weight' })
    expect(wrong.body.violations).toHaveLength(2)
  })

  it('gets no quantity by an update', async () => {
    const { id } = await aStockItem(owner)
    const { status, body } = await owner.patch(`${ITEMS}/${id}`, { onHand: 5, reserved: 1 })
    expect([status, body.violations.length]).toEqual([400, 2])
  })

  it('rejects a correction that is based on an outdated version', async () => {
    const { id } = await aStockItem(owner)
    const correct = (onHand: number) => owner.post(`${ITEMS}/${id}/correct`, { onHand }, { 'if-match': '"1"' })
    expect((await correct(5)).status).toBe(200)
    expect((await correct(9)).status).toBe(412)
    expect((await read({ id })).onHand).toBe(5)
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

  it('keeps the way it is tracked once something moved', async () => {
    const { id } = await aStockItem(owner, { onHand: 0 })
    expect((await owner.patch(`${ITEMS}/${id}`, { tracking: 'lot' })).body.tracking).toBe('lot')
    expect((await owner.patch(`${ITEMS}/${id}`, { tracking: 'none' })).body.tracking).toBe('none')
    await owner.post(`${ITEMS}/${id}/correct`, { onHand: 1 })
    await owner.post(`${ITEMS}/${id}/correct`, { onHand: 0 })
    expect((await owner.patch(`${ITEMS}/${id}`, { tracking: 'lot' })).status).toBe(409)
  })

  it('that is tracked takes neither backorders nor an opening quantity', async () => {
    const [{ id: variantId }, { id: custodianId }] = await Promise.all([aVariant(owner), aCustodian(owner)])
    const given = { variantId, custodianId, tracking: 'serial', backorderLimit: 2, onHand: 3 }
    const { status, body } = await owner.post(ITEMS, given)
    const paths = body.violations.map(({ propertyPath }: { propertyPath: string }) => propertyPath)
    expect([status, paths.sort()]).toEqual([400, ['backorderLimit', 'onHand']])
  })

  it('lets more be reserved than is on hand up to its limit', async () => {
    const item = await aStockItem(owner, { onHand: 2 })
    await owner.patch(`${ITEMS}/${item.id}`, { backorderLimit: 3 })
    const { variantId, custodianId } = item
    expect(await tryToReserve(owner, custodianId, [{ variantId, quantity: 6 }])).toMatchObject({
      shortages: [{ wanted: 6, available: 5 }],
    })
    await reserving(owner, item, 5)
    expect(await read(item)).toMatchObject({ onHand: 2, reserved: 5, availableToPromise: -3 })
  })
})

describe('a count', () => {
  it('below what is reserved needs a reason and calls for attention', async () => {
    const item = await aStockItem(owner, { onHand: 10, reserved: 4 })
    const silent = await owner.post(`${ITEMS}/${item.id}/correct`, { onHand: 3 })
    expect([silent.status, silent.body.violations[0].propertyPath]).toEqual([400, 'reason'])
    expect((await owner.post(`${ITEMS}/${item.id}/correct`, { onHand: 4 })).status).toBe(200)
    expect(await listEvents(owner.tenant, ATTENTION, item.id)).toEqual([])
    await owner.post(`${ITEMS}/${item.id}/correct`, { onHand: 3, reason: 'Two are broken' })
    expect(await listEvents(owner.tenant, ATTENTION, item.id)).toMatchObject([{ data: { quantity: 4, available: 3 } }])
    expect(await read(item)).toMatchObject({ onHand: 3, reserved: 4 })
  })

  it('is a movement with its difference, its reason and who counted', async () => {
    const item = await aStockItem(owner, { onHand: 10 })
    await owner.post(`${ITEMS}/${item.id}/correct`, { onHand: 7, reason: 'Counted on 31 March' })
    const [movement, opening] = await movementsOf(item)
    expect(movement).toMatchObject({
      kind: 'correct',
      quantity: 3,
      onHandChange: -3,
      onHandAfter: 7,
      reason: 'Counted on 31 March',
      actorId: owner.identity,
      actorType: 'person',
    })
    expect(opening).toMatchObject({ kind: 'opening', onHandChange: 10, onHandAfter: 10 })
    const program = await aProgramOf(owner)
    await program.post(`${ITEMS}/${item.id}/correct`, { onHand: 8, reason: 'Counted again' })
    expect((await movementsOf(item))[0]).toMatchObject({ actorId: program.identity, actorType: 'service_account' })
  })

  it('that finds what is stored moves nothing', async () => {
    const item = await aStockItem(owner, { onHand: 10 })
    expect((await owner.post(`${ITEMS}/${item.id}/correct`, { onHand: 10 })).status).toBe(200)
    expect(await movementsOf(item)).toHaveLength(1)
  })
})

describe('writing off', () => {
  it('takes only pieces that nobody reserved', async () => {
    const item = await aStockItem(owner, { onHand: 5, reserved: 3 })
    const writeOff = (quantity: number) => owner.post(`${ITEMS}/${item.id}/write-off`, { quantity, reason: 'Broken' })
    expect((await writeOff(3)).status).toBe(409)
    expect((await writeOff(2)).body).toMatchObject({ onHand: 3, reserved: 3 })
    expect((await movementsOf(item))[0]).toMatchObject({ kind: 'write_off', onHandChange: -2, reason: 'Broken' })
  })

  it('never takes the same piece twice, whoever races', async () => {
    const item = await aStockItem(owner, { onHand: 1 })
    const all = await Promise.all(
      [1, 2, 3].map(() => owner.post(`${ITEMS}/${item.id}/write-off`, { quantity: 1, reason: 'Broken' })),
    )
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await read(item)).onHand).toBe(0)
  })
})

describe('discontinuing', () => {
  it('ends reservations, keeps those that exist, and is an event', async () => {
    const item = await aStockItem(owner, { onHand: 5 })
    const allocations = await reserving(owner, item, 2)
    expect((await owner.post(`${ITEMS}/${item.id}/discontinue`)).body.isDiscontinued).toBe(true)
    expect(await tryToReserve(owner, item.custodianId, [{ variantId: item.variantId, quantity: 1 }])).toMatchObject({
      shortages: [{ wanted: 1, available: 0 }],
    })
    await handingOver(owner, allocations)
    expect(await read(item)).toMatchObject({ onHand: 3, reserved: 0 })
    expect(await listEvents(owner.tenant, 'inventory.item.discontinued', item.id)).toHaveLength(1)
    expect((await owner.post(`${ITEMS}/${item.id}/discontinue`)).status).toBe(409)
  })
})

describe('the list of movements', () => {
  it('names a stock item by its id or by its variant and custodian, newest first', async () => {
    const item = await aStockItem(owner, { onHand: 5, reserved: 2 })
    const { id, variantId, custodianId } = item
    const list = (query: string) => owner.get(`/api/inventory/movements?${query}`)
    const found = (await list(`stockItemId=${id}`)).body
    expect(found.totalItems).toBe(2)
    expect(found.member.map(({ kind }: { kind: string }) => kind)).toEqual(['reserve', 'opening'])
    expect((await list(`variantId=${variantId}&custodianId=${custodianId}`)).body.member).toEqual(found.member)
    expect((await list(`variantId=${variantId}`)).body.violations[0].propertyPath).toBe('custodianId')
    const stranger = await aMember()
    expect((await stranger.get(`/api/inventory/movements?stockItemId=${id}`)).body.totalItems).toBe(0)
    expect((await stranger.get(`/api/inventory/movements/${found.member[0].id}`)).status).toBe(404)
    expect((await owner.get(`/api/inventory/movements/${found.member[0].id}`)).body.kind).toBe('reserve')
  })
})
