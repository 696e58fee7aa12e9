import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ROW_KINDS } from '../../functions/data-exchange/imports/row-kinds.ts'
import { runImport } from '../../lib/data-exchange/imports/run-import.ts'
import { fulfilmentOrders } from '../../lib/fulfilment/orders/fulfilment-order-store.ts'
import { applyRemoteFulfilment } from '../../lib/fulfilment/remote/apply-remote-fulfilment.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { aSimulatedCustodian } from '../custodians/world.ts'
import {
  aConnected,
  anInternal,
  anOrder,
  aParcel,
  aPolicy,
  aRouted,
  INCIDENTS,
  ORDERS,
  ordersOf,
  playing,
  remote,
  settled,
  statusOf,
  stocking,
  stockOf,
} from '../fulfilment/fulfilling.ts'
import { aDelivery, request } from '../fulfilment/returning.ts'
import { aReadyFile } from '../generated/file-fixtures.ts'
import { aHookedChannel, anOrder as anOrderOfShop } from '../sales/hooks.ts'
import { aManualChannel } from '../sales/orders.ts'
import { runPartitions } from '../sales/runs.ts'
import { aShop } from '../sales/shops.ts'
import { recordsOf, runsOf, simulating } from '../sales/sync.ts'
import { aFulfilmentOrder, SHIPMENTS } from '../shipping/parcels.ts'
import { anAssortment, aStockItem, aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { spell } from './spellings.ts'

const VARIANTS = '/api/catalog/variants'

let owner: Member
beforeEach(async () => {
  owner = await aMember()
})

const importing = async (kind: string, ...lines: string[]) => {
  const file = { name: 'rows.csv', mimeType: 'text/csv', purpose: 'import' }
  const fileId = await aReadyFile(owner, Buffer.from(`${lines.join('\r\n')}\r\n`), file)
  const { body } = await owner.post('/api/data-exchange/imports', { fileId, kind })
  await runImport(app(), { tenant: owner.tenant, importId: body.id }, app().clock(), ROW_KINDS)
  return (await owner.get(`/api/data-exchange/imports/${body.id}`)).body
}

const skusOf = async (): Promise<string[]> =>
  (await owner.get(`${VARIANTS}?itemsPerPage=100`)).body.member.map(({ sku }: { sku: string }) => sku)

describe('a variant', () => {
  it('keeps its SKU as it was written, and no other variant can have a spelling of it', async () => {
    const { id, productId, sku } = await aVariant(owner, { sku: '\u200b Tea-U\u0308n  1\u00a0' })
    expect(sku).toBe('Tea-Ün  1')
    const other = await aVariant(owner, { sku: 'Tea-2' })
    for (const given of ['TEA-ÜN  1', 'tea-u\u0308n 1', ' Tea-Ün\u00a01', 'Ｔｅａ-Ün 1']) {
      const created = await owner.post(VARIANTS, { productId, sku: given, name: 'Again' })
      expect(created.body, given).toMatchObject({ status: 409, errorCode: 'ALREADY_EXISTS' })
      expect((await owner.patch(`${VARIANTS}/${other.id}`, { sku: given })).status, given).toBe(409)
    }
    expect((await owner.patch(`${VARIANTS}/${id}`, { sku: 'TEA-ÜN 1' })).body.sku).toBe('TEA-ÜN 1')
    expect((await owner.post(VARIANTS, { productId, sku: 'Tea-Ün  1', name: 'Again' })).status).toBe(409)
  })

  it('needs a SKU of which something can be seen', async () => {
    const { id, productId } = await aVariant(owner)
    for (const answer of [
      await owner.post(VARIANTS, { productId, sku: '\u200b', name: 'X' }),
      await owner.patch(`${VARIANTS}/${id}`, { sku: '\u200b\u00a0' }),
    ])
      expect([answer.status, answer.body.violations]).toEqual([
        400,
        [{ propertyPath: 'sku', message: 'must have a character that can be seen' }],
      ])
  })

  it('is created by one of several requests with spellings of its SKU at once', async () => {
    const { productId } = await aVariant(owner)
    const given = spell('RACE-1').map((sku) => owner.post(VARIANTS, { productId, sku, name: 'Race' }))
    expect((await Promise.all(given)).map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  })
})

describe('an imported file', () => {
  it('finds variants by any spelling of their SKU, which stays as it is', async () => {
    const { id, productId } = await aVariant(owner, { sku: 'Tea-1' })
    const custodian = await anInternal(owner)
    const stock = await stocking(owner, id, custodian.id, 1)
    expect(await importing('variants', 'sku,name', 'TEA-1,Green tea')).toMatchObject({ updatedCount: 1 })
    expect(await importing('products', 'sku,name,brand', 'tea-1,Green tea,Leaf')).toMatchObject({ updatedCount: 1 })
    expect(await importing('prices', 'sku,currency,amount', 'ＴＥＡ－１,EUR,790')).toMatchObject({ updatedCount: 1 })
    expect(await importing('stock', 'sku,custodianId,onHand', `"\u00a0TEA-1\u200b",${custodian.id},7`)).toMatchObject({
      updatedCount: 1,
    })
    expect((await owner.get(`${VARIANTS}/${id}`)).body).toMatchObject({
      ...{ sku: 'Tea-1', name: 'Green tea', productId, prices: [{ currency: 'EUR', amount: 790 }] },
    })
    expect((await stockOf(owner, stock.id)).onHand).toBe(7)
  })

  it('has each SKU once, however it is spelled', async () => {
    const custodian = await anInternal(owner)
    const [first, second] = ['Tea-1', 'TEA-1 ']
    for (const [kind, header, cells] of [
      ['products', 'sku,name', ['A', 'A']],
      ['variants', 'sku,name', ['B', 'B']],
      ['prices', 'sku,currency,amount', ['EUR,1', 'EUR,2']],
      ['stock', 'sku,custodianId,onHand', [`${custodian.id},1`, `${custodian.id.toUpperCase()},2`]],
    ] as const) {
      const result = await importing(kind, header, `${first},${cells[0]}`, `${second},${cells[1]}`)
      expect(result.errors, kind).toEqual([{ line: 3, column: 'sku', message: 'is the same as in line 2' }])
    }
    expect(await skusOf()).toEqual(['Tea-1'])
  })
})

describe('an order', () => {
  beforeEach(() => aPolicy(owner))

  it('is routed whatever the spelling of its SKUs, and keeps them without what nobody sees', async () => {
    const custodian = await anInternal(owner)
    const variant = await aVariant(owner, { sku: 'ÜNÏ-1' })
    const stock = await stocking(owner, variant.id, custodian.id, 10)
    const given = ['ÜNÏ-1 ', ' ÜNÏ-1', 'U\u0308NI\u0308-1', 'ünï-1', '\u00a0ÜNÏ-1\u200b']
    for (const sku of given) {
      const order = await anOrder(owner, [{ sku, quantity: 1 }])
      const { lineItems } = (await owner.get(`/api/sales/orders/${order.id}`)).body
      expect(lineItems[0].sku).toBe(sku === 'ünï-1' ? sku : 'ÜNÏ-1')
      await settled()
      expect(await ordersOf(owner, order.id), sku).toMatchObject([{ lines: [{ sku: 'ÜNÏ-1', allocated: 1 }] }])
    }
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 10, reserved: 5 })
    expect((await owner.get(`${INCIDENTS}?status=open`)).body.totalItems).toBe(0)
  })

  it('can be fulfilled by hand, too', async () => {
    const custodian = await anInternal(owner)
    const variant = await aVariant(owner, { sku: 'Hand-1' })
    const order = await anOrder(owner, [{ sku: 'HAND-1', quantity: 1 }])
    await settled()
    await stocking(owner, variant.id, custodian.id, 1)
    const { status, body } = await owner.post(ORDERS, { salesOrderId: order.id, custodianId: custodian.id })
    expect([status, body.lines?.[0].sku]).toEqual([201, 'Hand-1'])
  })

  it('is one order for all spellings of its id but those of another case', async () => {
    const { id } = await aManualChannel(owner)
    const importOne = async (externalOrderId: string) =>
      (
        await owner.post(`/api/sales/channels/${id}/import-orders`, {
          orders: [{ externalOrderId, currency: 'EUR', total: 1 }],
        })
      ).body
    expect(await importOne(' Web-Ü7')).toMatchObject({ imported: 1 })
    for (const given of ['Web-Ü7', 'Web-U\u03087\u00a0', '\u200bWeb-Ü7'])
      expect(await importOne(given), given).toMatchObject({ imported: 0, skipped: 1 })
    expect(await importOne('WEB-Ü7')).toMatchObject({ imported: 1 })
    const path = `/api/sales/channels/${id}/external-orders/${encodeURIComponent('Web-U\u03087 ')}`
    expect((await owner.get(path)).body).toMatchObject({ externalOrderId: 'Web-Ü7' })
    expect(await importOne('\u200b')).toMatchObject({
      failed: 1,
      errors: [{ externalOrderId: null, error: 'orders[0].externalOrderId must have a character that can be seen' }],
    })
  })
})

describe('news from a custodian', () => {
  it('are about the line whose SKU they spell otherwise', async () => {
    await aPolicy(owner)
    playing()
    const { fulfilmentOrder, variant, stock, order } = await aRouted(owner, { custodian: await aConnected(owner) })
    const { id, reference } = fulfilmentOrder
    const [sku = '', other = ''] = spell(variant.sku)
    const news = remote(reference, {
      state: 'closed',
      parcels: [aParcel('P1', [{ sku, quantity: 1 }])],
      cancelled: [{ sku: other, quantity: 2 }],
    })
    await runInUnit(app().db, { tenant: owner.tenant, actor: null, now: new Date() }, async (unit) =>
      applyRemoteFulfilment(app(), unit, await unit.load(fulfilmentOrders, id), news),
    )
    expect((await owner.get(`${ORDERS}/${id}`)).body.lines).toMatchObject([{ handedOver: 1, cancelled: 2 }])
    expect(await stockOf(owner, stock.id)).toMatchObject({ onHand: 9 })
    const { body } = await owner.get(`${SHIPMENTS}?salesOrderId=${order.id}`)
    expect(body.member).toMatchObject([{ lines: [{ sku: variant.sku, variantId: variant.id, quantity: 1 }] }])
  })

  it('of stock are compared with the variant whose SKU they spell otherwise', async () => {
    const custodian = await aSimulatedCustodian(owner, 'products=1&on_hand=7')
    const variant = await aVariant(owner, { sku: 'Sim-0' })
    await aStockItem(owner, { variantId: variant.id, custodianId: custodian.id, onHand: 9 })
    const { body } = await owner.get(`/api/warehousing/custodians/${custodian.id}/inventory?all=true`)
    expect(body.items).toMatchObject([{ sku: 'SIM-0', variantId: variant.id, theirs: 7, ours: 9 }])
  })
})

it('a return is of the line whose SKU it spells otherwise, and shows the SKU of the line', async () => {
  const { salesOrderId, sku } = await aDelivery(owner, 2)
  const [one = '', other = ''] = spell(sku)
  const { status, body } = await request(owner, salesOrderId, one, 1)
  expect([status, body.lines?.[0].sku]).toEqual([201, sku])
  const lines = [
    { sku: one, quantity: 1 },
    { sku: other, quantity: 1 },
  ]
  const refused = await owner.post('/api/fulfilment/returns', { salesOrderId, lines })
  expect([refused.status, refused.body.violations?.length]).toEqual([400, 2])
  expect(refused.body.violations[0].message).toMatch('must be at most 1:')
})

it('a shipment is of the line whose SKU it spells otherwise', async () => {
  const { id: fulfilmentOrderId } = await aFulfilmentOrder(owner)
  const lines = [{ sku: ' tea', quantity: 1 }]
  const { status, body } = await owner.post(SHIPMENTS, { fulfilmentOrderId, lines })
  expect([status, body.lines]).toMatchObject([201, [{ sku: 'TEA', name: 'Green tea', quantity: 1 }]])
  const most = [...lines, { sku: 'Tea', quantity: 2 }]
  expect((await owner.post(SHIPMENTS, { fulfilmentOrderId, lines: most })).status).toBe(400)
})

it('a tariff weighs the variant whose SKU is spelled otherwise', async () => {
  await aVariant(owner, { sku: 'Heavy-1', attributes: { weightGrams: '1500' } })
  const { partnerId } = await anInternal(owner)
  const rates = [{ per: 'kilogram', amount: 100 }]
  const tariff = { partnerId, name: 'T', basis: 'custody', currency: 'EUR', validFrom: '2026-01-01', rates }
  expect((await owner.post('/api/billing/tariffs', tariff)).status).toBe(201)
  const { body } = await owner.post('/api/billing/tariffs/dry-run', {
    ...{ partnerId, basis: 'custody', on: '2026-03-01', lines: [{ sku: ' HEAVY-1', quantity: 2 }] },
  })
  expect(body).toMatchObject({ totalAmount: 300, skusWithoutWeight: [] })
})

describe('a shop', () => {
  beforeAll(() => simulating())
  afterAll(() => useApp(undefined))

  it('has its variant linked with ours whose SKU is spelled otherwise', async () => {
    const channel = await aShop(owner, 2)
    const ours = await aVariant(owner, { sku: 'Sim-0' })
    await channel.change('variant-1', { sku: 'sIM-0 ' })
    await owner.post(`/api/sales/channels/${channel.id}/catalog/import`)
    await runPartitions(owner)
    const [run] = await runsOf(owner, channel)
    const { member } = await recordsOf(owner, channel, run)
    expect(member).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ externalId: 'variant-0', action: 'updated' }),
        expect.objectContaining({
          externalId: 'variant-1',
          action: 'skipped',
          errorMessage: expect.stringContaining('The shop has two variants with this SKU, and variant-0 is the one'),
        }),
      ]),
    )
    expect(await skusOf()).toEqual(['Sim-0'])
    const rows = (await owner.get(`/api/sales/channels/${channel.id}/catalog/drift/rows`)).body.member
    expect(rows).toMatchObject([{ variantId: ours.id }])
  })

  it('gets no second variant when ours whose SKU is spelled otherwise is published', async () => {
    const channel = await aShop(owner, 1)
    const assortment = await anAssortment(owner)
    const variant = await aVariant(owner, { sku: 'sim-0' })
    await owner.put(`/api/catalog/assortments/${assortment.id}/variants/${variant.id}`)
    await owner.patch(`/api/sales/channels/${channel.id}`, { pushAssortmentId: assortment.id })
    await owner.post(`/api/sales/channels/${channel.id}/catalog/publish`, {})
    await runPartitions(owner)
    expect([...(await channel.sold()).values()].map(({ sku }) => sku)).toEqual(['sim-0'])
  })

  it('tells of an order by a webhook, which is routed whatever the spelling of its SKU', async () => {
    await aPolicy(owner)
    const variant = await aVariant(owner, { sku: 'Hook-1' })
    await stocking(owner, variant.id, (await anInternal(owner)).id, 5)
    const { id, tell } = await aHookedChannel(owner)
    const lines = [{ sku: ' HOOK-1\u00a0', name: 'Hook', quantity: 1, price: '1.00' }]
    expect((await tell(anOrderOfShop({ lines }))).status).toBeLessThan(300)
    await settled()
    const { body } = await owner.get(`/api/sales/orders?channelId=${id}`)
    expect(body.member).toMatchObject([{ lineItems: [{ sku: 'HOOK-1' }] }])
    expect(await statusOf(owner, body.member[0].id)).toBe('in_progress')
  })
})
