import { beforeEach, describe, expect, it } from 'vitest'
import { handler as chargeStorageHourly } from '../../functions/billing/every-hour-charge-storage.ts'
import { app, makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { addDays } from '../../lib/platform/calendar/day.ts'
import { aCustodian, aStockItem } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { set } from './settling.ts'
import { aHandOff, aTariff, charge, readCharges, sumByType, TARIFFS } from './tariffing.ts'

let member: Member
let custodian: { id: string; partnerId: string }
beforeEach(async () => {
  member = await aMember()
  custodian = await aCustodian(member)
})

const handOver = async (quantity: number, fields: object = {}) => {
  const handOff = { custodianId: custodian.id, lines: [{ sku: 'TEA', quantity }], ...fields }
  await charge(member, (await aHandOff(member, handOff)).id)
}

const dryRun = async (quantity: number, fields: object = {}) =>
  (
    await member.post(`${TARIFFS}/dry-run`, {
      partnerId: custodian.partnerId,
      basis: 'custody',
      lines: [{ sku: 'TEA', quantity }],
      ...fields,
    })
  ).body

describe('a rate', () => {
  it('with tiers prices the part of a quantity above each bound', async () => {
    const tiers = [
      { above: 1, amount: 25 },
      { above: 10, amount: 12.5 },
    ]
    await aTariff(member, custodian.partnerId, { rates: [{ per: 'piece', amount: 100, tiers }] })
    // 1 piece at 100, 9 at 25 and 2 at 12.5 cents.
    expect((await dryRun(12)).charges).toMatchObject([{ quantity: 12, rate: null, amount: 350, exactAmount: '350' }])
    expect((await dryRun(1)).charges).toMatchObject([{ rate: 100, amount: 100 }])
    await handOver(12)
    expect(sumByType(await readCharges(member))).toEqual({ piece: 350 })
  })

  it('with a surcharge costs that much more, to the last decimal', async () => {
    const surcharge = { name: 'Fuel surcharge', percent: 7.25 }
    await aTariff(member, custodian.partnerId, { rates: [{ per: 'parcel', amount: 420, surcharge }] })
    // 420 and 7.25 % of it, 30.45, are 450.45 cents.
    expect((await dryRun(1)).charges).toMatchObject([{ rate: 450.45, amount: 450, exactAmount: '450.45' }])
    await handOver(1)
    expect((await readCharges(member))[0]?.description).toContain('with Fuel surcharge')
  })

  it('of a custodian holds for its work, and the one without for all others', async () => {
    const rates = [
      { per: 'piece', amount: 40, custodianId: custodian.id },
      { per: 'piece', amount: 30 },
    ]
    await aTariff(member, custodian.partnerId, { rates })
    expect((await dryRun(2, { custodianId: custodian.id })).totalAmount).toBe(80)
    expect((await dryRun(2)).totalAmount).toBe(60)
    await handOver(2)
    expect(sumByType(await readCharges(member))).toEqual({ piece: 80 })
  })

  it('is refused with everything that is wrong', async () => {
    const { status, body } = await aTariff(member, custodian.partnerId, {
      timezone: 'Europe/Atlantis',
      rates: [
        {
          ...{ per: 'piece', amount: 100 },
          tiers: [
            { above: 5, amount: 1.2345678 },
            { above: 5, amount: 1 },
          ],
          surcharge: { name: 'Fuel', percent: 1.23456 },
        },
        { per: 'piece', amount: 1, custodianId: member.tenant },
        { per: 'piece', amount: 2, custodianId: member.tenant },
      ],
    })
    const paths = body.violations.map(({ propertyPath }: { propertyPath: string }) => propertyPath).sort()
    expect([status, paths]).toEqual([
      400,
      [
        ...['rates[0].surcharge.percent', 'rates[0].tiers[0].amount', 'rates[0].tiers[1].above'],
        ...['rates[1].custodianId', 'rates[2].custodianId', 'rates[2].per', 'timezone'],
      ],
    ])
  })
})

describe('a tariff', () => {
  it('takes each day of a period at the price of that day', async () => {
    const first = await aTariff(member, custodian.partnerId, { rates: [{ per: 'piece', amount: 10 }] })
    await member.post(`${TARIFFS}/${first.body.id}/end`, { validUntil: '2026-03-14' })
    await aTariff(member, custodian.partnerId, { rates: [{ per: 'piece', amount: 20 }], validFrom: '2026-03-15' })
    for (const day of ['13', '14', '15', '16']) await handOver(1, { handedOverAt: `2026-03-${day}T10:00:00.000Z` })
    const { body } = await member.post('/api/billing/settlements', {
      ...{ partnerId: custodian.partnerId, basis: 'period', currency: 'EUR' },
      period: { type: 'monthly', startDate: '2026-03-01', endDate: '2026-03-31' },
    })
    expect(body.totalAmount).toBe(10 + 10 + 20 + 20)
  })

  it('shows in a dry run what a period would have cost by it', async () => {
    const { body: old } = await aTariff(member, custodian.partnerId, {
      rates: [
        { per: 'piece', amount: 12.5 },
        { per: 'parcel', amount: 400 },
      ],
    })
    for (const quantity of [1, 2, 4]) await handOver(quantity)
    const today = app().clock().toISOString().slice(0, 10)
    await member.post(`${TARIFFS}/${old.id}/end`, { validUntil: today })
    const { body: next } = await aTariff(member, custodian.partnerId, {
      validFrom: addDays(today, 1),
      rates: [
        { per: 'piece', amount: 10, tiers: [{ above: 2, amount: 5 }] },
        { per: 'order', amount: 150 },
      ],
    })
    const { status, body } = await member.post(`${TARIFFS}/${next.id}/dry-run-period`, { from: today, to: today })
    // 7 pieces: 10, 20 and 20 + 10 cents instead of 87.5; 3 parcels would be free.
    expect([status, body]).toMatchObject([
      200,
      {
        totalAmount: 60,
        chargedAmount: 88 + 1200,
        units: [
          { per: 'piece', quantity: 7, amount: 60, chargedAmount: 88 },
          { per: 'parcel', quantity: 3, amount: 0, chargedAmount: 1200 },
        ],
        unknownUnits: ['order'],
      },
    ])
    const isTried = async (from: string, to: string) =>
      (await member.post(`${TARIFFS}/${next.id}/dry-run-period`, { from, to })).status
    expect(await isTried(today, '2020-01-01')).toBe(400)
    expect(await isTried('2024-01-01', '2025-01-01')).toBe(400)
    expect(await isTried('2024-01-01', '2024-12-31')).toBe(200)
    expect(await isTried('9999-12-01', '9999-12-31')).toBe(200)
  })

  it('ends its days of storage in its own time zone', async () => {
    await set(member, { 'general.timezone': 'UTC' })
    await aStockItem(member, { custodianId: custodian.id, onHand: 3, reserved: 0 })
    const rates = [{ per: 'storage_day', amount: 10 }]
    await aTariff(member, custodian.partnerId, { rates, timezone: 'Pacific/Kiritimati' })
    const { clock } = app()
    const zoned = (at: Date) => new Date(at.getTime() + 14 * 3_600_000).toISOString().slice(0, 10)
    const start = zoned(clock())
    // Kiritimati is fourteen hours ahead, so its day ends at 10:00 UTC.
    const end = new Date(`${start}T10:00:00.000Z`)
    try {
      useApp({ ...makeApp(readConfig()), clock: () => new Date(end.getTime() - 60_000) })
      await chargeStorageHourly({})
      expect(await readCharges(member)).toEqual([])
      useApp({ ...makeApp(readConfig()), clock: () => new Date(end.getTime() + 60_000) })
      await chargeStorageHourly({})
      expect(await readCharges(member)).toMatchObject([{ occurredOn: start, amount: 30, quantity: 3 }])
    } finally {
      useApp(undefined)
    }
  })
})
