import { describe, expect, it } from 'vitest'
import { aManualChannel, importing, ordersOf } from '../sales/orders.ts'
import { aMember, type Member } from '../support/client.ts'
import { dyingAt } from '../support/dying.ts'
import { chance } from '../support/seed.ts'
import { begin, importAll, read, rows, work } from './importing.ts'

const HEADER =
  'channelId,externalOrderId,modifiedAt,currency,totalDecimal,customer.name,line.sku,line.name,line.quantity,line.unitPriceDecimal'

const orderOf = async (member: Member, channelId: string, externalOrderId: string) => {
  const { orders } = await ordersOf(member, { channelId, externalOrderId })
  return (await member.get(`/api/sales/orders/${orders[0]?.id}`)).body
}

describe('an import of orders', () => {
  it('joins the rows of an order wherever they are, and counts rows', async () => {
    const owner = await aMember()
    const { id } = await aManualChannel(owner)
    const result = await importAll(
      owner,
      'orders',
      rows(
        HEADER,
        `${id},A-1,,EUR,"25,80",Ada,TEA,Tea,2,"9,90"`,
        `${id},B-1,,EUR,5.00,Bea,POT,Pot,1,5`,
        `${id},A-1,,EUR,,,CUP,Cup,1,6.00`,
      ),
    )
    expect(result).toMatchObject({
      status: 'completed',
      rowCount: 3,
      processedCount: 3,
      createdCount: 3,
      failedCount: 0,
    })
    expect(await orderOf(owner, id, 'A-1')).toMatchObject({
      ...{ number: 'A-1', status: 'accepted', currency: 'EUR', total: 2580, customer: { name: 'Ada' } },
      lineItems: [
        { sku: 'TEA', name: 'Tea', quantity: 2, unitPrice: 990, total: 1980 },
        { sku: 'CUP', quantity: 1, unitPrice: 600 },
      ],
      adjustment: null,
    })
    expect(await orderOf(owner, id, 'B-1')).toMatchObject({ total: 500, lineItems: [{ sku: 'POT' }] })
  })

  it('changes an order by a later version only', async () => {
    const owner = await aMember()
    const { id } = await aManualChannel(owner)
    const tell = (modifiedAt: string, total: string) =>
      importAll(owner, 'orders', rows(HEADER, `${id},A-1,${modifiedAt},EUR,${total},,TEA,Tea,1,${total}`))
    expect(await tell('2026-03-02T08:00:00Z', '10.00')).toMatchObject({ createdCount: 1 })
    expect(await tell('2026-03-02T07:00:00Z', '11.00')).toMatchObject({ unchangedCount: 1 })
    expect(await orderOf(owner, id, 'A-1')).toMatchObject({ total: 1000, revision: 1 })
    expect(await tell('2026-03-02T09:00:00Z', '12.00')).toMatchObject({ updatedCount: 1 })
    expect(await orderOf(owner, id, 'A-1')).toMatchObject({ total: 1200, revision: 2 })
    expect(await tell('2026-03-02T09:00:00Z', '13.00')).toMatchObject({ unchangedCount: 1 })
  })

  it('tells what is wrong with which line of the file, and imports nothing of that order', async () => {
    const owner = await aMember()
    const { id } = await aManualChannel(owner)
    const result = await importAll(
      owner,
      'orders',
      rows(
        HEADER,
        `${id},A-1,,EUR,10.00,Ada,TEA,Tea,1,10.00`,
        `${id},B-1,,EUR,10.00,,TEA,Tea,1,10.00`,
        `${id},A-1,,EUR,,,CUP,Cup,-1,0.00`,
        `${id},C-1,,EUR,10.00,Ada,TEA,Tea,1,10.00`,
        `${id},C-1,,EUR,11.00,,CUP,Cup,1,0.005`,
        `01JNBV8ZK4T6Q9WD3E5RXH7M2C,D-1,,EUR,1.00,,,,,`,
        `${id},E-1,,EURO,1.00,,,,,`,
      ),
    )
    expect(result).toMatchObject({ status: 'completed', createdCount: 1, failedCount: 6 })
    expect(result.errors).toEqual([
      { line: 4, column: 'line.quantity', message: expect.stringContaining('0') },
      { line: 6, column: 'line.unitPriceDecimal', message: 'must be a decimal with the decimals of EUR' },
      { line: 6, column: 'total', message: 'must be the same in all rows of the order, or empty' },
      { line: 7, column: 'channelId', message: 'must be the id of a channel' },
      { line: 8, column: 'currency', message: 'must be an ISO 4217 currency code' },
    ])
    expect((await ordersOf(owner, { channelId: id })).orders).toMatchObject([{ externalOrderId: 'B-1' }])
  })

  it('writes nothing while it is only tried, and needs the scope of orders', async () => {
    const owner = await aMember()
    const { id } = await aManualChannel(owner)
    const text = rows(HEADER, `${id},A-1,,EUR,10.00,Ada,TEA,Tea,1,10.00`)
    expect(await importAll(owner, 'orders', text, { dryRun: true })).toMatchObject({ createdCount: 1 })
    expect((await ordersOf(owner, { channelId: id })).total).toBe(0)
  })

  it('imports each order once although its workers die', async () => {
    const owner = await aMember()
    const { id } = await aManualChannel(owner)
    const lines = Array.from({ length: 6 }, (_, i) => [
      `${id},K-${i},,EUR,10.00,,TEA,Tea,1,4.00`,
      `${id},K-${i},,EUR,,,POT,Pot,1,6.00`,
    ]).flat()
    const importId = await begin(owner, 'orders', rows(HEADER, ...lines))
    for (let transaction = 1; transaction <= 4; transaction++)
      for (const after of [false, true])
        await work(owner, importId, dyingAt(transaction, after)).catch(({ message }) => expect(message).toBe('killed'))
    await work(owner, importId)
    expect(await read(owner, importId)).toMatchObject({ status: 'completed', createdCount: 12, unchangedCount: 0 })
    const { orders, total } = await ordersOf(owner, { channelId: id })
    expect(total).toBe(6)
    for (const order of orders) expect((await orderOf(owner, id, order.externalOrderId)).lineItems).toHaveLength(2)
  })
})

describe('an export of the rows of orders', () => {
  const exported = async (member: Member, channelId: string) => {
    const { status, text } = await member.get(`/api/sales/order-rows/export?channelId=${channelId}`)
    expect(status, text).toBe(200)
    return text as string
  }

  const ADDRESS = { name: '=Ada', line1: 'Speicherstadt 1', city: 'Hamburg', postalCode: '20457', countryCode: 'DE' }
  const TAX = { name: 'VAT', ratePercent: 19, amount: 190 }

  /** An order with every part that an import can tell, as far as the seed chooses it. */
  const anOrder = (id: number, random: () => number) => {
    const maybe = (fields: object) => (random() < 0.6 ? fields : {})
    const lines = Array.from({ length: Math.floor(random() * 4) }, (_, i) => ({
      ...{ externalLineId: `${id}-${i}`, sku: `SKU-${i}`, name: `Tea, "green" ${i}\nloose`, quantity: 1 + i },
      ...{ total: 1190 * (i + 1), discountAmount: 10 * i },
      ...maybe({ taxes: [TAX] }),
      ...maybe({ kind: 'digital' }),
      ...maybe({ externalVariantId: `V${i}`, bundleId: 'B1' }),
    }))
    const total = lines.reduce((sum, line) => sum + line.total, 490)
    return {
      ...{ externalOrderId: `R-${id}`, number: `DE-${id}`, currency: 'EUR', total },
      ...{ modifiedAt: '2026-03-02T08:00:00Z', placedAt: '2026-03-02T07:00:00Z', lineItems: lines },
      shippingLines: [{ externalLineId: 's', code: 'express', name: 'Express', total: 490, taxes: [TAX] }],
      ...maybe({ status: random() < 0.3 ? 'cancelled' : 'processing' }),
      ...maybe({ customer: { name: 'Ada', email: 'ada@example.com', phone: '+49 40 1' } }),
      ...maybe({ shippingAddress: ADDRESS, serviceLevel: 'express', customerNote: '- please\nring' }),
      ...maybe({ billingAddress: { ...ADDRESS, company: 'Tea, Ltd' }, pricesIncludeTax: true }),
      ...maybe({ paymentStatus: 'paid', payment: { method: 'card', paidAmount: total } }),
      ...maybe({ discounts: [{ code: 'SPRING', name: 'Spring', amount: 10 }] }),
      ...maybe({ shopCurrency: 'USD', shopTotal: total + 1 }),
      ...(lines.length &&
        maybe({
          refunds: [
            { externalRefundId: 'r', amount: 100, lines: [{ externalLineId: `${id}-0`, quantity: 1, amount: 100 }] },
          ],
        })),
    }
  }

  it('is a file that an import takes: the same orders come out of another channel, and change nothing here', async () => {
    const owner = await aMember()
    const [from, to] = [await aManualChannel(owner), await aManualChannel(owner)]
    const random = chance()
    const given = Array.from({ length: 20 }, (_, i) => anOrder(i, random))
    expect((await importing(owner, from.id, given)).body).toMatchObject({ imported: given.length, failed: 0 })
    const file = await exported(owner, from.id)
    const moved = await importAll(owner, 'orders', file.replaceAll(from.id, to.id))
    expect(moved).toMatchObject({ status: 'completed', errors: [], failedCount: 0 })
    // Orders of one moment are in no order.
    const listRows = (text: string) => text.split('\r\n').sort()
    expect(listRows(await exported(owner, to.id))).toEqual(listRows(file.replaceAll(from.id, to.id)))
    const again = await importAll(owner, 'orders', file)
    expect(again).toMatchObject({ createdCount: 0, updatedCount: 0, failedCount: 0, unchangedCount: again.rowCount })
  })
})
