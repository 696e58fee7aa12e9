import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { handler as everyHour } from '../../functions/billing/every-hour-charge-storage.ts'
import { makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { aCustodian } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { runSeed } from '../support/seed.ts'
import { shuffled } from '../support/shuffle.ts'
import { drainEvents } from '../support/workers.ts'
import { aHandOff, aTariff, charge, readCharges, reverse, sumByType, TARIFFS } from './tariffing.ts'

let now = new Date('2031-03-01T08:00:00Z')
let member: Member
let custodian: { id: string; partnerId: string }

const moveTo = (moment: string) => {
  now = new Date(moment)
  useApp({ ...makeApp(readConfig()), clock: () => now })
}

beforeEach(async () => {
  moveTo('2031-03-01T08:00:00Z')
  onTestFinished(() => useApp(undefined))
  member = await aMember()
  custodian = await aCustodian(member)
})

const create = async (fields: object) => {
  const { status, body } = await aTariff(member, custodian.partnerId, { validFrom: '2031-03-01', ...fields })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

const handOver = async (quantity: number, day: string) => {
  const handedOverAt = `${day}T10:00:00.000Z`
  const handOff = await aHandOff(member, { custodianId: custodian.id, lines: [{ sku: 'TEA', quantity }], handedOverAt })
  await charge(member, handOff.id)
  return handOff
}

/** Lets the hour pass in which the month that ended before this day is closed. */
const closeMonthBefore = async (day: string) => {
  moveTo(`${day}T00:20:00Z`)
  await everyHour({})
  await drainEvents()
}

const sums = async (month: string) =>
  sumByType((await readCharges(member)).filter(({ occurredOn }) => occurredOn.startsWith(month)))

const PIECES = { per: 'piece', amount: 10 }
const TIERS = [
  { above: 100, amount: 8 },
  { above: 1000, amount: 5 },
]

describe('tiers by the quantity of a month', () => {
  it.each([
    // 100 at 10, 900 at 8 and 200 at 5 cents are 9200; all 1200 at 5 cents are 6000.
    ['graduated', 9200],
    ['volume', 6000],
  ])('price it as %s when the month is over, whatever the order of its parcels', async (mode, cost) => {
    await create({ rates: [{ ...PIECES, monthTiers: { mode, tiers: TIERS } }] })
    for (const quantity of shuffled([40, 60, 100, 1000], runSeed)) await handOver(quantity, '2031-03-09')
    expect(await sums('2031-03')).toEqual({ piece: 12_000 })
    await closeMonthBefore('2031-04-01')
    expect(await sums('2031-03')).toEqual({ piece: 12_000, piece_volume: cost - 12_000 })
    await handOver(100, '2031-04-02')
    await closeMonthBefore('2031-05-01')
    // A bound belongs to the tier below it.
    expect(await sums('2031-04')).toEqual({ piece: 1000 })
  })

  it('are corrected when news of the month comes late, and when a parcel of it is changed', async () => {
    await create({ rates: [{ ...PIECES, monthTiers: { mode: 'graduated', tiers: TIERS } }] })
    await handOver(100, '2031-03-09')
    await closeMonthBefore('2031-04-01')
    expect(await sums('2031-03')).toEqual({ piece: 1000 })
    await handOver(50, '2031-03-31')
    await drainEvents()
    // 50 pieces at 8 instead of 10 cents.
    expect(await sums('2031-03')).toEqual({ piece: 1500, piece_volume: -100 })
    const late = (await readCharges(member)).find(({ amount }) => amount === 500)
    await (await aMember({ tenant: member.tenant })).patch(`/api/billing/charges/${late?.id}`, {
      occurredAt: '2031-04-01T10:00:00Z',
    })
    await drainEvents()
    expect(await sums('2031-03')).toEqual({ piece: 1000 })
  })

  it('count what is taken back in the month in which that happens', async () => {
    await create({ rates: [{ ...PIECES, monthTiers: { mode: 'graduated', tiers: TIERS } }] })
    const { id } = await handOver(150, '2031-03-09')
    await handOver(150, '2031-03-10')
    await closeMonthBefore('2031-04-01')
    await reverse(member, id)
    await charge(member, id)
    await handOver(260, '2031-04-01')
    await closeMonthBefore('2031-05-01')
    // 260 less 150 pieces: ten of them above the bound.
    expect(await sums('2031-04')).toEqual({ piece: 1100, piece_volume: -20 })
  })
})

describe('the minimum of a month', () => {
  it('charges what lacks of it, of the units that count, once', async () => {
    await create({
      rates: [PIECES, { per: 'parcel', amount: 500 }],
      minimum: { amount: 25_000, units: ['piece'] },
    })
    await handOver(300, '2031-03-09')
    await closeMonthBefore('2031-04-01')
    await closeMonthBefore('2031-04-01')
    expect(await sums('2031-03')).toEqual({ piece: 3000, parcel: 500, minimum: 22_000 })
    await handOver(2500, '2031-04-05')
    await closeMonthBefore('2031-05-01')
    expect(await sums('2031-04')).toEqual({ piece: 25_000, parcel: 500 })
    await closeMonthBefore('2031-06-01')
    expect(await sums('2031-05')).toEqual({ minimum: 25_000 })
  })

  it('counts what tiers of the month change, and shrinks when news comes late', async () => {
    await create({
      rates: [{ ...PIECES, monthTiers: { mode: 'volume', tiers: [{ above: 100, amount: 7.5 }] } }],
      minimum: { amount: 1000 },
    })
    await handOver(101, '2031-03-09')
    await closeMonthBefore('2031-04-01')
    // 101 at 7.5 cents are 757.5, which lack 242.5 cents.
    expect((await readCharges(member)).map(({ exactAmount, amount }) => exactAmount ?? String(amount)).sort()).toEqual(
      ['-252.5', '1010', '242.5'].sort(),
    )
    await handOver(20, '2031-03-20')
    await drainEvents()
    // 121 at 7.5 cents are 907.5.
    const exact = (await readCharges(member)).map(({ exactAmount, amount }) => Number(exactAmount ?? amount))
    expect(exact.reduce((sum, each) => sum + each, 0)).toBe(1000)
    await handOver(100, '2031-03-21')
    await drainEvents()
    const after = (await readCharges(member)).map(({ exactAmount, amount }) => Number(exactAmount ?? amount))
    // 221 at 7.5 cents are more than the minimum.
    expect(after.reduce((sum, each) => sum + each, 0)).toBe(1657.5)
  })

  it('of a month of which two tariffs have some days is divided by them', async () => {
    const { id } = await create({ direction: 'charged', rates: [PIECES], minimum: { amount: 31_000 } })
    await member.post(`${TARIFFS}/${id}/end`, { validUntil: '2031-03-10' })
    await create({ direction: 'charged', rates: [PIECES], minimum: { amount: 62_000 }, validFrom: '2031-03-11' })
    await closeMonthBefore('2031-04-01')
    const all = await readCharges(member)
    // 10 and 21 of 31 days, each on the last day of its tariff.
    expect(all.map(({ occurredOn, amount }) => [occurredOn, amount]).sort()).toEqual([
      ['2031-03-10', -10_000],
      ['2031-03-31', -42_000],
    ])
  })

  it('is taken back for the days after the tariff is ended', async () => {
    const { id } = await create({ rates: [PIECES], minimum: { amount: 30_000 } })
    await closeMonthBefore('2031-04-01')
    await closeMonthBefore('2031-05-01')
    const again = await aMember({ tenant: member.tenant })
    await again.post(`${TARIFFS}/${id}/end`, { validUntil: '2031-04-10' })
    await drainEvents()
    expect([await sums('2031-03'), await sums('2031-04')]).toEqual([{ minimum: 30_000 }, { minimum: 10_000 }])
    await closeMonthBefore('2031-06-01')
    expect(await sums('2031-05')).toEqual({})
  })

  it('is in the settlement of its month', async () => {
    await create({ rates: [PIECES], minimum: { amount: 30_000 } })
    await member.post('/api/billing/auto-settlement-rules', {
      ...{
        partnerId: custodian.partnerId,
        scope: 'fulfilment',
        basis: 'period',
        currency: 'EUR',
        periodType: 'monthly',
      },
    })
    await handOver(10, '2031-03-09')
    await closeMonthBefore('2031-04-01')
    moveTo('2031-04-01T02:20:00Z')
    const { handler: settle } = await import('../../functions/billing/every-quarter-hour-settle.ts')
    await settle({})
    await drainEvents()
    const { body } = await (await aMember({ tenant: member.tenant })).get('/api/billing/settlements')
    expect(body.member).toMatchObject([{ periodEndDate: '2031-03-31', totalAmount: 30_000, lineItemCount: 2 }])
  })
})

describe('rules for months', () => {
  it('are part of a dry run of a period', async () => {
    await create({ rates: [PIECES], validUntil: '2031-12-31' })
    await handOver(120, '2031-03-09')
    const { body: other } = await aTariff(member, custodian.partnerId, {
      rates: [{ per: 'piece', amount: 10, monthTiers: { mode: 'graduated', tiers: TIERS } }],
      minimum: { amount: 5000 },
      validFrom: '2040-01-01',
    })
    const url = `${TARIFFS}/${other.id}/dry-run-period`
    // 100 at 10 and 20 at 8 cents; a whole month lacks 3840 cents of its minimum.
    expect((await member.post(url, { from: '2031-03-01', to: '2031-03-31' })).body).toMatchObject({
      ...{ totalAmount: 5000, chargedAmount: 1200, minimumAmount: 3840 },
      units: [{ per: 'piece', quantity: 120, amount: 1160, chargedAmount: 1200 }],
    })
    expect((await member.post(url, { from: '2031-03-02', to: '2031-03-31' })).body).toMatchObject({
      ...{ totalAmount: 1160, minimumAmount: 0 },
    })
  })

  it('are refused with everything that is wrong', async () => {
    const { status, body } = await aTariff(member, custodian.partnerId, {
      rates: [
        {
          ...{ ...PIECES, tiers: [{ above: 1, amount: 1 }] },
          monthTiers: {
            mode: 'volume',
            tiers: [
              { above: 5, amount: 1.2345678 },
              { above: 5, amount: 1 },
            ],
          },
        },
        { per: 'piece', amount: 1, custodianId: custodian.id },
      ],
      minimum: { amount: 100, units: ['return'] },
    })
    const paths = body.violations.map(({ propertyPath }: { propertyPath: string }) => propertyPath).sort()
    expect([status, paths]).toEqual([
      400,
      [
        ...['minimum.units[0]', 'rates[0].monthTiers', 'rates[0].monthTiers'],
        ...['rates[0].monthTiers.tiers[0].amount', 'rates[0].monthTiers.tiers[1].above'],
      ],
    ])
  })
})
