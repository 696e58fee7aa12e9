import { describe, expect, it } from 'vitest'
import { handler as chargeStorageHourly } from '../../functions/billing/every-hour-charge-storage.ts'
import { chargeReturn } from '../../lib/billing/tariffs/charge-return.ts'
import { createTariff } from '../../lib/billing/tariffs/create-tariff.ts'
import { storageMeters } from '../../lib/billing/tariffs/storage-meter-store.ts'
import { changeStock } from '../../lib/inventory/movements/change-stock.ts'
import { stockItems } from '../../lib/inventory/stock-store.ts'
import { app, makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { addDays } from '../../lib/platform/calendar/day.ts'
import { newId } from '../../lib/platform/id.ts'
import { find } from '../../lib/platform/store/lists/list.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import type { CreateTariffInput } from '../../schemas/billing/tariff.ts'
import { aDelivery, anAuthorizedReturn, receive } from '../fulfilment/returning.ts'
import { aChannel, aCustodian, aMerchant, aPartner, aStockItem, aVariant } from '../support/builders.ts'
import { aMember } from '../support/client.ts'
import { aHandOff, aTariff, charge, RATES, readCharges, reverse, sumByType, TARIFFS } from './tariffing.ts'

const today = () => app().clock().toISOString().slice(0, 10)

describe('the tariffs of a partner', () => {
  it('are created, listed and read', async () => {
    const member = await aMember()
    const { id: partnerId } = await aPartner(member)
    const { status, body } = await aTariff(member, partnerId)
    expect(status).toBe(201)
    expect(body).toMatchObject({ partnerId, direction: 'owed', rates: RATES, validUntil: null })
    expect((await aTariff(member, partnerId, { basis: 'goods' })).body.direction).toBe('charged')
    expect((await member.get(`${TARIFFS}/${body.id}`)).body.id).toBe(body.id)
    expect((await member.get(`${TARIFFS}?partnerId=${partnerId}&basis=goods`)).body.totalItems).toBe(1)
    expect((await (await aMember()).get(`${TARIFFS}/${body.id}`)).status).toBe(404)
  })

  it('have no day in common if their basis is the same', async () => {
    const member = await aMember()
    const { id: partnerId } = await aPartner(member)
    const of = async (validFrom: string, validUntil: string | null) =>
      (await aTariff(member, partnerId, { validFrom, validUntil })).status
    expect(await of('2026-03-01', '2026-03-31')).toBe(201)
    expect(await of('2026-03-31', null)).toBe(409)
    expect(await of('2026-02-01', '2026-03-01')).toBe(409)
    expect(await of('2026-02-01', null)).toBe(409)
    expect(await of('2026-04-01', null)).toBe(201)
    expect(await of('2026-02-01', '2026-02-28')).toBe(201)
  })

  it('have no day in common when one is created while another is', async () => {
    const member = await aMember()
    const { id: partnerId } = await aPartner(member)
    const { db, clock } = app()
    const given = { partnerId, name: 'Later', basis: 'custody', currency: 'EUR', rates: [{ per: 'order', amount: 1 }] }
    let runs = 0
    const created = runInUnit(db, { tenant: member.tenant, actor: null, now: clock() }, async (unit) => {
      await createTariff(app(), unit, { ...given, validFrom: '2026-01-01' } as CreateTariffInput)
      if (!runs++) expect((await aTariff(member, partnerId)).status).toBe(201)
    })
    await expect(created).rejects.toThrow('End it first')
    expect((await member.get(`${TARIFFS}?partnerId=${partnerId}`)).body.totalItems).toBe(1)
  })

  it('end, so that another one can follow, and can be withdrawn before they begin', async () => {
    const member = await aMember()
    const { id: partnerId } = await aPartner(member)
    const { body: first } = await aTariff(member, partnerId, { validFrom: '2026-03-01' })
    const end = (id: string, validUntil: string) => member.post(`${TARIFFS}/${id}/end`, { validUntil })
    expect((await end(first.id, '2026-02-27')).status).toBe(409)
    expect((await end(first.id, '2026-03-31')).body).toMatchObject({ validUntil: '2026-03-31' })
    expect((await end(first.id, '2026-04-01')).status).toBe(409)
    const { body: second } = await aTariff(member, partnerId, { validFrom: '2026-04-01' })
    expect((await end(second.id, '2026-03-31')).status).toBe(200)
    expect((await aTariff(member, partnerId, { validFrom: '2026-04-01' })).status).toBe(201)
  })

  it('are refused with all violations', async () => {
    const member = await aMember()
    const { id: partnerId } = await aPartner(member)
    const { status, body } = await aTariff(member, partnerId, {
      basis: 'goods',
      rates: [
        { per: 'order', amount: 1.2345678 },
        { per: 'order', amount: 1 },
        { per: 'storage_day', amount: 1 },
      ],
      validUntil: '2019-12-31',
    })
    expect([status, body.violations.map((each: { propertyPath: string }) => each.propertyPath)]).toEqual([
      400,
      ['rates[0].amount', 'rates[1].per', 'rates[2].per', 'validUntil'],
    ])
    expect((await aTariff(member, partnerId, { currency: 'XXZ' })).status).toBe(400)
    expect((await aTariff(await aMember(), partnerId)).status).toBe(400)
  })

  it('show in a dry run what a hand-off would cost', async () => {
    const member = await aMember()
    const { id: partnerId } = await aPartner(member)
    // The weight of a variant counts before what its attributes say.
    const { sku } = await aVariant(member, { weightGrams: 340, attributes: { weightGrams: '900' } })
    await aTariff(member, partnerId, { rates: [...RATES, { per: 'kilogram', amount: 99 }] })
    const lines = [
      { sku, quantity: 3 },
      { sku: 'UNKNOWN', quantity: 2 },
    ]
    const { body } = await member.post(`${TARIFFS}/dry-run`, { partnerId, basis: 'custody', lines })
    expect(body.charges.map(({ per, amount }: { per: string; amount: number }) => [per, amount])).toEqual([
      ['order', 150],
      ['line', 60],
      ['piece', 63],
      ['parcel', 420],
      ['kilogram', 101],
    ])
    expect(body).toMatchObject({ totalAmount: 794, on: today(), skusWithoutWeight: ['UNKNOWN'] })
    const later = { partnerId, basis: 'custody', lines, isFirst: false, hasParcel: false, on: '2019-01-01' }
    expect((await member.post(`${TARIFFS}/dry-run`, later)).status).toBe(409)
    const { body: rest } = await member.post(`${TARIFFS}/dry-run`, { ...later, on: null })
    expect(rest.totalAmount).toBe(60 + 63 + 101)
  })
})

describe('a hand-off', () => {
  it('is charged once, however often its task runs and however many run at once', async () => {
    const member = await aMember()
    const custodian = await aCustodian(member)
    await aTariff(member, custodian.partnerId)
    const { id, shipmentId } = await aHandOff(member, { custodianId: custodian.id })
    await Promise.all([1, 2, 3, 4].map(() => charge(member, id)))
    await charge(member, id)
    const all = await readCharges(member)
    expect(sumByType(all)).toEqual({ order: 150, line: 30, piece: 38, parcel: 420 })
    expect(all.length).toBe(4)
    expect(all.find(({ chargeType }) => chargeType === 'parcel')).toMatchObject({
      scope: 'shipping',
      subject: `commerce:///shipping/shipments/${shipmentId}`,
    })
  })

  it('charges an order and a parcel once, even if several hand-offs have them', async () => {
    const member = await aMember()
    const custodian = await aCustodian(member)
    await aTariff(member, custodian.partnerId)
    const fulfilmentOrderId = newId(app().clock())
    const first = await aHandOff(member, { custodianId: custodian.id, fulfilmentOrderId })
    const { shipmentId } = first
    const rest = [
      await aHandOff(member, { custodianId: custodian.id, fulfilmentOrderId, shipmentId }),
      await aHandOff(member, { custodianId: custodian.id, fulfilmentOrderId }),
      await aHandOff(member, { custodianId: custodian.id, fulfilmentOrderId, shipmentId: null }),
    ]
    await Promise.all([first, ...rest].map(({ id }) => charge(member, id)))
    expect(sumByType(await readCharges(member))).toEqual({ order: 150, line: 120, piece: 152, parcel: 840 })
  })

  it('is charged to the seller of its order too, by the tariff of its day', async () => {
    const member = await aMember()
    const custodian = await aCustodian(member)
    const seller = await aPartner(member)
    const { id: merchantId } = await aMerchant(member, { partnerId: seller.id })
    const channel = await aChannel(member, { type: 'manual', credentials: {} })
    await member.put(`/api/sales/channels/${channel.id}/merchant`, { merchantId })
    await member.post(`/api/sales/channels/${channel.id}/import-orders`, {
      orders: [{ externalOrderId: '1', currency: 'EUR', total: 100 }],
    })
    const { body: found } = await member.get(`/api/sales/orders?channelId=${channel.id}`)
    const rates = [{ per: 'piece', amount: 10 }]
    await aTariff(member, seller.id, { basis: 'goods', rates, validUntil: '2026-02-28' })
    await aTariff(member, seller.id, { basis: 'goods', rates: [{ per: 'piece', amount: 20 }], validFrom: '2026-03-01' })
    const fields = { custodianId: custodian.id, salesOrderId: found.member[0].id }
    const old = await aHandOff(member, { ...fields, handedOverAt: '2026-02-28T23:59:59.000Z' })
    const recent = await aHandOff(member, { ...fields, handedOverAt: '2026-03-01T00:00:00.000Z' })
    await charge(member, old.id)
    await charge(member, recent.id)
    const own = (await readCharges(member)).filter(({ scope }) => scope === 'fulfilment')
    expect(own.map(({ partnerId, amount }) => [partnerId, amount]).sort((a, b) => Number(b[1]) - Number(a[1]))).toEqual(
      [
        [seller.id, -30],
        [seller.id, -60],
      ],
    )
  })

  it('is taken back once when it is reversed, and may be charged again by another one', async () => {
    const member = await aMember()
    const custodian = await aCustodian(member)
    await aTariff(member, custodian.partnerId)
    const fulfilmentOrderId = newId(app().clock())
    const first = await aHandOff(member, { custodianId: custodian.id, fulfilmentOrderId })
    await charge(member, first.id)
    await reverse(member, first.id)
    await Promise.all([1, 2, 3].map(() => charge(member, first.id)))
    expect(sumByType(await readCharges(member))).toEqual({})
    expect((await readCharges(member)).length).toBe(8)
    const second = await aHandOff(member, { custodianId: custodian.id, fulfilmentOrderId })
    await charge(member, second.id)
    expect(sumByType(await readCharges(member))).toEqual({ order: 150, line: 30, piece: 38, parcel: 420 })
  })

  it('costs nothing if it is reversed before it is charged', async () => {
    const member = await aMember()
    const custodian = await aCustodian(member)
    await aTariff(member, custodian.partnerId)
    const { id } = await aHandOff(member, { custodianId: custodian.id })
    await reverse(member, id)
    await charge(member, id)
    expect(await readCharges(member)).toEqual([])
  })

  it('leaves the fee of its order and parcel to another hand-off of them when it is reversed', async () => {
    const member = await aMember()
    const custodian = await aCustodian(member)
    await aTariff(member, custodian.partnerId)
    const fulfilmentOrderId = newId(app().clock())
    const first = await aHandOff(member, { custodianId: custodian.id, fulfilmentOrderId })
    const { shipmentId } = first
    const second = await aHandOff(member, { custodianId: custodian.id, fulfilmentOrderId, shipmentId })
    await charge(member, first.id)
    await charge(member, second.id)
    await reverse(member, first.id)
    await charge(member, first.id)
    expect(sumByType(await readCharges(member))).toEqual({ order: 150, line: 30, piece: 38, parcel: 420 })
    await reverse(member, second.id)
    await charge(member, second.id)
    expect(sumByType(await readCharges(member))).toEqual({})
  })

  it('without a parcel is charged in its own name', async () => {
    const member = await aMember()
    const custodian = await aCustodian(member)
    await aTariff(member, custodian.partnerId)
    const { id, fulfilmentOrderId } = await aHandOff(member, { custodianId: custodian.id, shipmentId: null })
    await charge(member, id)
    const order = `commerce:///fulfilment/orders/${fulfilmentOrderId}`
    const subjects = (await readCharges(member)).map(({ chargeType, subject }) => [chargeType, subject])
    expect(Object.fromEntries(subjects)).toMatchObject({ order, line: `${order}/fulfilments/${id}` })
  })

  it('appears in a settlement with the parcel of each line', async () => {
    const member = await aMember()
    const custodian = await aCustodian(member)
    await aTariff(member, custodian.partnerId)
    const { id, shipmentId } = await aHandOff(member, { custodianId: custodian.id })
    await charge(member, id)
    const { body } = await member.post('/api/billing/settlements', {
      partnerId: custodian.partnerId,
      basis: 'ad_hoc',
      currency: 'EUR',
      scopes: ['fulfilment', 'shipping'],
    })
    expect(body).toMatchObject({ totalAmount: 638, lineItemCount: 4 })
    const subjects = body.lineItems.map(({ subject }: { subject: string }) => subject)
    expect(subjects.filter((each: string) => each.endsWith(`shipments/${shipmentId}`)).length).toBe(3)
  })
})

describe('a return', () => {
  it('is charged once at its first receipt', async () => {
    const member = await aMember()
    const { custodian, salesOrderId, sku } = await aDelivery(member, 2)
    await aTariff(member, custodian.partnerId, { rates: [{ per: 'return', amount: 275 }] })
    const made = await anAuthorizedReturn(member, salesOrderId, sku, 2)
    const run = () => chargeReturn(app(), { tenant: member.tenant, returnId: made.id }, app().clock())
    await run()
    expect(await readCharges(member)).toEqual([])
    await receive(member, made, 1)
    await receive(member, made, 1)
    await Promise.all([run(), run(), run()])
    expect(await readCharges(member)).toMatchObject([
      { amount: 275, scope: 'returns', subject: `commerce:///fulfilment/returns/${made.id}` },
    ])
  })
})

describe('storage', () => {
  it('is charged once for each day, from what was on hand when the day ended', async () => {
    const member = await aMember()
    const custodian = await aCustodian(member)
    const items: { id: string }[] = []
    for (const onHand of [10, 5, 0])
      items.push(await aStockItem(member, { custodianId: custodian.id, onHand, reserved: 0 }))
    const rates = [{ per: 'storage_day', amount: 0.5 }]
    const { body: tariff } = await aTariff(member, custodian.partnerId, { rates })
    const start = today()
    await member.post(`${TARIFFS}/${tariff.id}/end`, { validUntil: addDays(start, 1) })
    const { clock } = app()
    const at = (ms: number) => useApp({ ...makeApp(readConfig()), clock: () => new Date(clock().getTime() + ms) })
    const DAY_MS = 86_400_000
    try {
      at(DAY_MS)
      const { db, clock: tomorrow } = app()
      await runInUnit(db, { tenant: member.tenant, actor: null, now: tomorrow() }, async (unit) => {
        const item = await find(db, stockItems, member.tenant, items[0]?.id ?? '')
        if (item) changeStock(unit, item, { kind: 'correct', onHand: 90, cause: null })
      })
      await Promise.all([chargeStorageHourly({}), chargeStorageHourly({})])
      at(4 * DAY_MS)
      await chargeStorageHourly({})
      await chargeStorageHourly({})
      const all = await readCharges(member)
      expect(all.map(({ occurredOn, amount, scope }) => [occurredOn, amount, scope]).sort()).toEqual([
        [start, 8, 'storage'],
        [addDays(start, 1), 53, 'storage'],
      ])
      expect((await find(db, storageMeters, member.tenant, tariff.id))?.duePk).toBeUndefined()
    } finally {
      useApp(undefined)
    }
  })
})
