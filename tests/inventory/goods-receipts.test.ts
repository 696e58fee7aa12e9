import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../lib/platform/id.ts'
import { aCustodian, aStockItem, aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { lotsOf, movementsOf, receivedStock, stockOf, unitsOf } from './stocking.ts'

const RECEIPTS = '/api/inventory/goods-receipts'

let owner: Member
beforeAll(async () => {
  owner = await aMember()
})

const announced = async (expected: number) => {
  const item = await aStockItem(owner, { onHand: 3 })
  const { variantId, custodianId } = item
  const { body } = await owner.post(RECEIPTS, { custodianId, reference: 'PO-1', lines: [{ variantId, expected }] })
  const receive = (quantity: number, rest: object = {}, headers = {}) =>
    owner.post(`${RECEIPTS}/${body.id}/receive`, { lines: [{ variantId, quantity }], ...rest }, headers)
  return { item, receipt: body, receive }
}

describe('a goods receipt', () => {
  it('shows what is short and what is over, part by part until it is closed', async () => {
    const { item, receipt, receive } = await announced(10)
    expect(receipt).toMatchObject({ status: 'expected', lines: [{ expected: 10, received: 0, short: 10, over: 0 }] })
    expect((await receive(4)).body).toMatchObject({ status: 'receiving', lines: [{ received: 4, short: 6, over: 0 }] })
    expect((await receive(8)).body).toMatchObject({ lines: [{ received: 12, short: 0, over: 2 }] })
    expect((await owner.post(`${RECEIPTS}/${receipt.id}/cancel`)).status).toBe(409)
    expect((await owner.post(`${RECEIPTS}/${receipt.id}/close`)).body).toMatchObject({ status: 'closed' })
    expect((await receive(1)).status).toBe(409)
    expect((await stockOf(owner, item)).onHand).toBe(15)
    const [movement] = await movementsOf(owner, item)
    expect(movement).toMatchObject({
      kind: 'receipt',
      onHandChange: 8,
      onHandAfter: 15,
      cause: `commerce:///inventory/goods-receipts/${receipt.id}`,
    })
  })

  it('counts a repeated request with the same key once', async () => {
    const { item, receive } = await announced(10)
    const headers = { 'idempotency-key': newId(new Date()) }
    for (let again = 0; again < 3; again++) expect((await receive(4, {}, headers)).status).toBe(200)
    expect((await stockOf(owner, item)).onHand).toBe(7)
  })

  it('of earlier goods keeps the balances in the order of the movements', async () => {
    const { item, receive } = await announced(10)
    await owner.post(`/api/inventory/stock-items/${item.id}/correct`, { onHand: 0 })
    await receive(5, { receivedAt: '2026-01-01T08:00:00+01:00' })
    const [late, correction] = await movementsOf(owner, item)
    expect(correction).toMatchObject({ kind: 'correct', onHandAfter: 0, occurredAt: null })
    expect(late).toMatchObject({ kind: 'receipt', onHandAfter: 5, occurredAt: '2026-01-01T07:00:00.000Z' })
    const { status, body } = await receive(5, { receivedAt: '2999-01-01T00:00:00Z' })
    expect([status, body.violations[0].propertyPath]).toEqual([400, 'receivedAt'])
  })

  it('creates the stock item of a variant that the custodian has not had yet', async () => {
    const item = await receivedStock(owner, { quantity: 4 })
    expect(item).toMatchObject({ onHand: 4, reserved: 0, tracking: 'none' })
    expect(await movementsOf(owner, item)).toMatchObject([{ kind: 'receipt', onHandChange: 4 }])
  })

  it('names every line that does not fit', async () => {
    const { receipt, item } = await announced(10)
    const { id: other } = await aVariant(owner)
    const { variantId } = item
    const { status, body } = await owner.post(`${RECEIPTS}/${receipt.id}/receive`, {
      lines: [
        { variantId, quantity: 2, lots: [{ code: 'A', quantity: 1 }] },
        { variantId: other, quantity: 2, serialNumbers: ['1', '1'] },
        { variantId, quantity: 1 },
      ],
    })
    const paths = body.violations.map(({ propertyPath }: { propertyPath: string }) => propertyPath)
    expect([status, paths.sort()]).toEqual([
      400,
      ['lines[0].lots', 'lines[1].serialNumbers', 'lines[1].variantId', 'lines[2].variantId'],
    ])
    const foreign = await aVariant(await aMember())
    const { id: custodianId } = await aCustodian(owner)
    const unknown = await owner.post(RECEIPTS, { custodianId, lines: [{ variantId: foreign.id, expected: 1 }] })
    expect(unknown.body.violations[0].propertyPath).toBe('lines[0].variantId')
  })

  it('takes lots and serial numbers only for stock items that have them', async () => {
    const { item, receive } = await announced(10)
    const { status } = await receive(1, { lines: [{ variantId: item.variantId, quantity: 1, serialNumbers: ['X'] }] })
    expect(status).toBe(400)
    const tracked = await receivedStock(owner, { quantity: 2, lots: [{ code: 'A', quantity: 2 }] })
    const { variantId, custodianId } = tracked
    await expect(receivedStock(owner, { variantId, custodianId, quantity: 1 })).rejects.toThrow('must have lots')
  })

  it('adds to a lot with the same code, and creates each serial unit once', async () => {
    const first = { code: 'A', expiresOn: '2099-01-31', quantity: 2 }
    const item = await receivedStock(owner, { quantity: 2, lots: [first] })
    const { variantId, custodianId } = item
    await receivedStock(owner, { variantId, custodianId, quantity: 3, lots: [{ code: 'A', quantity: 3 }] })
    expect(await lotsOf(owner, item)).toMatchObject({ A: { onHand: 5, expiresOn: '2099-01-31', status: 'active' } })
    const other = { code: 'A', expiresOn: '2099-02-01', quantity: 1 }
    await expect(receivedStock(owner, { variantId, custodianId, quantity: 1, lots: [other] })).rejects.toThrow(
      'as before',
    )

    const unit = await receivedStock(owner, { quantity: 2, serialNumbers: ['S-1', 'S-2'] })
    expect(await unitsOf(owner, unit)).toMatchObject({ 'S-1': { status: 'in_stock' }, 'S-2': { status: 'in_stock' } })
    const again = { variantId: unit.variantId, custodianId: unit.custodianId, quantity: 1, serialNumbers: ['S-2'] }
    await expect(receivedStock(owner, again)).rejects.toThrow('exists already')
    expect((await stockOf(owner, unit)).onHand).toBe(2)
  })

  it('of too many pieces for one step is refused in words', async () => {
    const lines = []
    for (let i = 0; i < 3; i++) lines.push({ variantId: (await aVariant(owner)).id, quantity: 15 })
    const { id: custodianId } = await aCustodian(owner)
    const expected = lines.map(({ variantId }) => ({ variantId, expected: 15 }))
    const { body } = await owner.post(RECEIPTS, { custodianId, lines: expected })
    const serialNumbers = Array.from({ length: 15 }, (_, i) => `N-${i}`)
    const answer = await owner.post(`${RECEIPTS}/${body.id}/receive`, {
      lines: lines.map((line) => ({ ...line, serialNumbers })),
    })
    expect([answer.status, answer.body.detail]).toEqual([409, expect.stringContaining('too much for a single step')])
    const one = await owner.post(`${RECEIPTS}/${body.id}/receive`, { lines: [{ ...lines[0], serialNumbers }] })
    expect(one.status).toBe(200)
  })
})
