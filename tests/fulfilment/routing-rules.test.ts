import { beforeEach, describe, expect, it } from 'vitest'
import { addOrder } from '../data-exchange/exporting.ts'
import { aManualChannel } from '../sales/orders.ts'
import { aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { anInternal, anOrder, aPolicy, ordersOf, POLICIES, settled, stocking } from './fulfilling.ts'

let owner: Member
beforeEach(async () => {
  owner = await aMember()
})

type Line = { sku: string; quantity: number }

/** Creates two custodians that keep all of these variants, the first for orders to which the rule applies. */
const twoCustodians = async (rule: { field: string; operator: string; value: string }, variants: { id: string }[]) => {
  const [special, usual] = [await anInternal(owner), await anInternal(owner)]
  for (const { id } of variants) for (const custodian of [special, usual]) await stocking(owner, id, custodian.id, 20)
  await aPolicy(owner, {
    rules: [
      { name: 'Special', conditions: [{ rules: [rule] }], custodianIds: [special.id] },
      { name: 'Usual', custodianIds: [usual.id] },
    ],
  })
  const names = new Map([
    [special.id, 'special'],
    [usual.id, 'usual'],
  ])
  return async (lines: readonly Line[], fields: { channelId?: string } & Record<string, unknown> = {}) => {
    const order = await anOrder(owner, lines, fields)
    await settled()
    return (await ordersOf(owner, order.id)).map(({ custodianId }: { custodianId: string }) => names.get(custodianId))
  }
}

describe('a routing rule', () => {
  it('applies by the weight of all pieces, in grams or kilograms, and not if a weight is unknown', async () => {
    const [grams, kilograms, unknown, unreadable] = await Promise.all([
      aVariant(owner, { attributes: { weightGrams: '600' } }),
      aVariant(owner, { attributes: { weightKg: '0.6' } }),
      aVariant(owner),
      aVariant(owner, { attributes: { weightGrams: 'heavy' } }),
    ])
    const variants = [grams, kilograms, unknown, unreadable]
    const route = await twoCustodians({ field: 'weightGrams', operator: 'gt', value: '1000' }, variants)
    expect(await route([{ sku: kilograms.sku, quantity: 1 }])).toEqual(['usual'])
    expect(await route([{ sku: kilograms.sku, quantity: 2 }])).toEqual(['special'])
    expect(
      await route([
        { sku: grams.sku, quantity: 1 },
        { sku: kilograms.sku, quantity: 1 },
      ]),
    ).toEqual(['special'])
    for (const { sku } of [unknown, unreadable])
      expect(
        await route([
          { sku: grams.sku, quantity: 5 },
          { sku, quantity: 1 },
        ]),
      ).toEqual(['usual'])
  })

  it('applies by the code of the channel', async () => {
    const variant = await aVariant(owner)
    const route = await twoCustodians({ field: 'channelCode', operator: 'eq', value: 'OUTLET' }, [variant])
    const [outlet, other] = [await aManualChannel(owner, { code: 'OUTLET' }), await aManualChannel(owner)]
    const lines = [{ sku: variant.sku, quantity: 1 }]
    expect(await route(lines, { channelId: outlet.id })).toEqual(['special'])
    expect(await route(lines, { channelId: other.id })).toEqual(['usual'])
  })

  it('applies by the SKU of any line', async () => {
    const [fragile, sturdy] = [await aVariant(owner), await aVariant(owner)]
    const route = await twoCustodians({ field: 'lineItems.sku', operator: 'in', value: `X, ${fragile.sku}` }, [
      fragile,
      sturdy,
    ])
    expect(await route([{ sku: sturdy.sku, quantity: 1 }])).toEqual(['usual'])
    expect(
      await route([
        { sku: sturdy.sku, quantity: 1 },
        { sku: fragile.sku, quantity: 1 },
      ]),
    ).toEqual(['special'])
  })

  it("applies by the service level, which is the shop's shipping method", async () => {
    const variant = await aVariant(owner)
    const route = await twoCustodians({ field: 'serviceLevel', operator: 'eq', value: 'express' }, [variant])
    const lines = [{ sku: variant.sku, quantity: 1 }]
    expect(await route(lines, { serviceLevel: 'express' })).toEqual(['special'])
    for (const serviceLevel of ['standard', ' ', null]) expect(await route(lines, { serviceLevel })).toEqual(['usual'])
  })

  it('tells in a dry run that an order has no service level', async () => {
    const channel = await aManualChannel(owner)
    const { id } = await addOrder(owner, channel.id, 1, { lines: 0 })
    expect((await owner.get(`/api/sales/orders/${id}`)).body.serviceLevel).toBeNull()
    const conditions = [{ rules: [{ field: 'serviceLevel', operator: 'eq', value: 'express' }] }]
    const { status, body } = await owner.post(`${POLICIES}/dry-run`, {
      salesOrderId: id,
      rules: [{ name: 'Express', conditions }],
    })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ rule: null, incident: 'no_rule', unknownFields: ['serviceLevel'] })
  })
})
