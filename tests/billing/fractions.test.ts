import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { handler as chargeStorageHourly } from '../../functions/billing/every-hour-charge-storage.ts'
import { collectCharges } from '../../lib/billing/settlements/collect-charges.ts'
import { app, makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { addDays } from '../../lib/platform/calendar/day.ts'
import { aCustodian, aPartner, aStockItem } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { drainEvents } from '../support/workers.ts'
import { findFaults, of, readBooks, settle } from './settling.ts'
import { aHandOff, aTariff, charge, reverse, TARIFFS } from './tariffing.ts'

const aWarehouse = async (rates: object[]) => {
  const member = await aMember()
  const custodian = await aCustodian(member)
  const { body } = await aTariff(member, custodian.partnerId, { rates })
  return { member, custodian, partnerId: custodian.partnerId, tariffId: body.id }
}

type Warehouse = Awaited<ReturnType<typeof aWarehouse>>

const handOver = async ({ member, custodian }: Warehouse, quantity: number) => {
  const { id } = await aHandOff(member, { custodianId: custodian.id, lines: [{ sku: 'TEA', quantity }] })
  await charge(member, id)
  return id
}

/** Settles all charges, also those that a task collects. */
const settleAll = async (member: Member, partnerId: string): Promise<{ id: string }> => {
  const { body } = await settle(member, partnerId)
  await drainEvents()
  return body
}

/** Adds up what live settlements have of the charges, and what the charges themselves say of it. */
const readSettled = async ({ tenant }: Member) => {
  const books = await readBooks(tenant)
  expect(findFaults(books)).toEqual([])
  const live = books.settlements.filter(({ status }) => status !== 'rejected')
  const lines = live.flatMap(({ id }) => books.lines.get(id) ?? [])
  const settled = books.charges.filter(({ settlementId }) => settlementId !== null)
  return {
    totals: live.map(({ totalAmount }) => totalAmount),
    ofLines: lines.reduce((sum, { type, amount }) => sum + (type === 'debit' ? -amount : amount), 0),
    ofCharges: settled.reduce((sum, { amount }) => sum + amount, 0),
  }
}

describe('a rate with fractions of a cent', () => {
  // 40 pieces at 0.125 EUR are 5.00 EUR, and at 0.004 EUR they are 0.16 EUR.
  it.each([
    [12.5, 500],
    [0.4, 16],
  ])('is rounded once for all charges of a settlement: 40 pieces at %d cents are %d', async (rate, total) => {
    const warehouse = await aWarehouse([{ per: 'piece', amount: rate }])
    const { member, partnerId } = warehouse
    for (let i = 0; i < 40; i++) await handOver(warehouse, 1)
    const { body } = await settle(member, partnerId)
    await drainEvents()
    expect((await member.get(of(body))).body.lineItemCount).toBe(40)
    expect(await readSettled(member)).toEqual({ totals: [total], ofLines: total, ofCharges: total })
    const { lineItems } = (await member.get(of(body))).body
    expect(lineItems[0]).toMatchObject({ exactAmount: String(rate), quantity: 1, tariffId: warehouse.tariffId })
    expect((await member.post(of(body, 'approve'), {})).status).toBe(200)
    const { body: statement } = await member.get(`/api/billing/partners/${partnerId}/statement`)
    expect(statement.member[0].closingBalance).toBe(total)
  })

  it('is carried from settlement to settlement, so that many small ones come to the same', async () => {
    const warehouse = await aWarehouse([{ per: 'piece', amount: 0.4 }])
    const { member, partnerId } = warehouse
    for (let i = 0; i < 10; i++) {
      await handOver(warehouse, 1)
      await settle(member, partnerId)
    }
    const { totals, ofLines } = await readSettled(member)
    // 0.4, 0.8, 1.2, 1.6, 2.0 and so on, rounded; each settlement has what the sum grew by.
    expect(totals.toSorted()).toEqual([0, 0, 0, 0, 0, 0, 1, 1, 1, 1])
    expect(ofLines).toBe(4)
  })

  it('counts for the partner who owes it as well', async () => {
    const member = await aMember()
    const custodian = await aCustodian(member)
    const { id: tariffId } = (
      await aTariff(member, custodian.partnerId, { direction: 'charged', rates: [{ per: 'piece', amount: 12.5 }] })
    ).body
    for (let i = 0; i < 4; i++) await handOver({ member, custodian, partnerId: custodian.partnerId, tariffId }, 1)
    expect((await settle(member, custodian.partnerId)).body).toMatchObject({ totalAmount: -50, totalDebits: 50 })
  })

  it('is freed with a rejected settlement and settled again without a difference', async () => {
    const warehouse = await aWarehouse([{ per: 'piece', amount: 12.5 }])
    const { member, partnerId } = warehouse
    await handOver(warehouse, 1)
    const { body: first } = await settle(member, partnerId)
    await handOver(warehouse, 1)
    const { body: second } = await settle(member, partnerId)
    expect([first.totalAmount, second.totalAmount]).toEqual([13, 12])
    await member.post(of(first, 'reject'), { reason: 'Wrong' })
    expect((await member.get(`/api/billing/charges?partnerId=${partnerId}`)).body.member[1]).toMatchObject({
      settlementId: null,
      amount: 13,
      exactAmount: '12.5',
    })
    const { body: third } = await settle(member, partnerId)
    expect(second.totalAmount + third.totalAmount).toBe(25)
  })

  it('is taken back exactly by a reversal, whatever the settlement made of it', async () => {
    const warehouse = await aWarehouse([{ per: 'piece', amount: 12.5 }])
    const { member, partnerId } = warehouse
    const id = await handOver(warehouse, 1)
    await handOver(warehouse, 1)
    await settle(member, partnerId)
    await reverse(member, id)
    await charge(member, id)
    await settle(member, partnerId)
    // One piece is left: 12.5 cents, rounded.
    expect((await readSettled(member)).ofLines).toBe(13)
  })

  it('is shown by a dry run with its decimals', async () => {
    const member = await aMember()
    const { id: partnerId } = await aPartner(member)
    await aTariff(member, partnerId, { rates: [{ per: 'piece', amount: 0.4 }] })
    const { body } = await member.post(`${TARIFFS}/dry-run`, {
      partnerId,
      basis: 'custody',
      lines: [{ sku: 'TEA', quantity: 1 }],
    })
    expect(body).toMatchObject({ totalAmount: 0, exactTotal: '0.4', charges: [{ amount: 0, exactAmount: '0.4' }] })
  })

  it('adds up over days of storage', async () => {
    const { member, custodian, partnerId } = await aWarehouse([{ per: 'storage_day', amount: 0.35 }])
    await aStockItem(member, { custodianId: custodian.id, onHand: 1, reserved: 0 })
    const { clock } = app()
    try {
      const later = new Date(clock().getTime() + 10 * 86_400_000)
      useApp({ ...makeApp(readConfig()), clock: () => later })
      await chargeStorageHourly({})
    } finally {
      useApp(undefined)
    }
    const startDate = clock().toISOString().slice(0, 10)
    const period = { startDate, endDate: addDays(startDate, 9) }
    // Ten days at 0.35 cents are 3.5 cents.
    const { body } = await settle(member, partnerId, { basis: 'period', period })
    await collectCharges({ db: app().db }, { tenant: member.tenant, settlementId: body.id }, clock())
    expect((await member.get(of(body))).body).toMatchObject({ lineItemCount: 10, totalAmount: 4 })
  })

  it('comes to the exact sum rounded once, over any history of charges, reversals, settlements and rejections', {
    timeout: 300_000,
  }, async () => {
    const step = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({ act: fc.constant('hand over' as const), n: fc.integer({ min: 1, max: 9 }) }),
      },
      { weight: 1, arbitrary: fc.record({ act: fc.constant('reverse' as const), n: fc.nat(20) }) },
      { weight: 2, arbitrary: fc.record({ act: fc.constant('settle' as const), n: fc.constant(0) }) },
      { weight: 1, arbitrary: fc.record({ act: fc.constant('reject' as const), n: fc.nat(20) }) },
    )
    const micros = fc.integer({ min: 1, max: 30_000_000 })
    const history = fc.record({ rate: micros, steps: fc.array(step, { minLength: 6, maxLength: 18 }) })
    await fc.assert(
      fc.asyncProperty(history, async ({ rate, steps }) => {
        const warehouse = await aWarehouse([{ per: 'piece', amount: rate / 1_000_000 }])
        const { member, partnerId } = warehouse
        const live: { id: string; pieces: number }[] = []
        const open: { id: string }[] = []
        for (const { act, n } of steps) {
          if (act === 'hand over') live.push({ id: await handOver(warehouse, n), pieces: n })
          if (act === 'reverse' && live.length) {
            const [gone] = live.splice(n % live.length, 1)
            await reverse(member, gone?.id ?? '')
            await charge(member, gone?.id ?? '')
          }
          if (act === 'settle') open.push(await settleAll(member, partnerId))
          if (act === 'reject' && open.length) {
            const [gone] = open.splice(n % open.length, 1)
            if (gone) expect((await member.post(of(gone, 'reject'), { reason: 'Wrong' })).status).toBe(200)
          }
        }
        // One more piece, so that the last settlement has something to carry what rejections left.
        live.push({ id: await handOver(warehouse, 1), pieces: 1 })
        await settleAll(member, partnerId)
        const exact = live.reduce((sum, { pieces }) => sum + BigInt(pieces) * BigInt(rate), 0n)
        const expected = Number((2n * exact + 1_000_000n) / 2_000_000n)
        const { ofLines, ofCharges } = await readSettled(member)
        expect([ofLines, ofCharges]).toEqual([expected, expected])
      }),
      { numRuns: 12 },
    )
  })
})
