import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aManualChannel, aRow, importing, ordersOf } from '../sales/orders.ts'
import { aCustodian, aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { aHandedOverOrder, anAuthorizedReturn, RETURNS } from './returning.ts'

/** An imported order whose pieces left, so that each of them can be in a return of its own. */
const anOrder = async (member: Member, fields: object = {}) => {
  const channel = await aManualChannel(member)
  const { body } = await importing(member, channel.id, [aRow({ total: 2500, ...fields })])
  expect(body, JSON.stringify(body)).toMatchObject({ imported: 1 })
  const { orders } = await ordersOf(member, { channelId: channel.id })
  const salesOrderId = orders[0]?.id as string
  const [variant, custodian] = await Promise.all([aVariant(member), aCustodian(member)])
  const sku = variant.sku as string
  await aHandedOverOrder(member, { custodian, salesOrderId, lines: [{ sku, variantId: variant.id, handedOver: 20 }] })
  return { aReturn: () => anAuthorizedReturn(member, salesOrderId, sku, 1) }
}

const resolve = (member: Member, { id }: { id: string }, fields: object) =>
  member.post(`${RETURNS}/${id}/resolve`, { resolution: 'refunded', ...fields })

const violationsOf = ({ status, body }: Awaited<ReturnType<typeof resolve>>) => [status, body.violations]

describe('the refund of a return', () => {
  it('has the currency of the order and is at most what the order costs; all violations are named at once', async () => {
    const member = await aMember()
    const made = await (await anOrder(member)).aReturn()
    expect(violationsOf(await resolve(member, made, { refundAmount: 99999999, currency: 'JPY' }))).toEqual([
      400,
      [
        { propertyPath: 'currency', message: 'must be EUR, the currency of the sales order' },
        {
          propertyPath: 'refundAmount',
          message: 'must be at most 2500: the sales order costs 2500, and its other returns refunded 0',
        },
      ],
    ])
    const alone = await resolve(member, made, { currency: 'JPY' })
    expect(alone.body.violations).toMatchObject([{ propertyPath: 'currency' }])
    const { status, body } = await resolve(member, made, { refundAmount: 2500 })
    expect([status, body]).toEqual([200, expect.objectContaining({ refundAmount: 2500, currency: 'EUR' })])
  })

  it('is at most what the other returns of the order left, and 0 is always allowed', async () => {
    const member = await aMember()
    const { aReturn } = await anOrder(member)
    expect((await resolve(member, await aReturn(), { refundAmount: 1800, currency: 'EUR' })).status).toBe(200)
    const second = await aReturn()
    expect(violationsOf(await resolve(member, second, { refundAmount: 701 }))).toEqual([
      400,
      [
        {
          propertyPath: 'refundAmount',
          message: 'must be at most 700: the sales order costs 2500, and its other returns refunded 1800',
        },
      ],
    ])
    expect((await resolve(member, second, { refundAmount: 700 })).status).toBe(200)
    expect((await resolve(member, await aReturn(), { refundAmount: 1 })).status).toBe(400)
    expect((await resolve(member, await aReturn(), { refundAmount: 0 })).status).toBe(200)
    expect((await resolve(member, await aReturn(), { resolution: 'replaced' })).status).toBe(200)
  })

  it('is bounded with replacements too, and is 0 at most if the return is closed without a refund', async () => {
    const member = await aMember()
    const { aReturn } = await anOrder(member)
    const made = await aReturn()
    expect((await resolve(member, made, { resolution: 'replaced', refundAmount: 2501 })).status).toBe(400)
    const closed = await resolve(member, made, { resolution: 'closed_without_refund', refundAmount: 1 })
    expect(closed.body.violations).toEqual([
      {
        propertyPath: 'refundAmount',
        message: 'must be absent or 0, because the return is closed without a refund',
      },
    ])
    const none = await resolve(member, made, { resolution: 'closed_without_refund', refundAmount: 0 })
    expect([none.status, none.body.refundAmount]).toEqual([200, 0])
  })

  it('never exceeds the order together with refunds that race it, in any amounts', async () => {
    const member = await aMember()
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 1000 }),
        fc.array(fc.integer({ min: 0, max: 600 }), { minLength: 2, maxLength: 6 }),
        async (total, amounts) => {
          const { aReturn } = await anOrder(member, { total })
          const returns = []
          for (const _ of amounts) returns.push(await aReturn())
          const answers = await Promise.all(
            returns.map((made, i) => resolve(member, made, { refundAmount: amounts[i] as number })),
          )
          const refunded = answers.flatMap(({ status, body }) => (status === 200 ? [body.refundAmount as number] : []))
          const sum = refunded.reduce((one, other) => one + other, 0)
          expect(sum).toBeLessThanOrEqual(total)
          // Whoever was refused asked for more than was left in the end.
          for (const [i, { status }] of answers.entries())
            if (status !== 200) expect([status, sum + (amounts[i] as number) > total]).toEqual([400, true])
        },
      ),
      { numRuns: 6 },
    )
  })

  it('of a return without a sales order needs a currency and has no bound', async () => {
    const member = await aMember()
    const [variant, custodian] = await Promise.all([aVariant(member), aCustodian(member)])
    const sku = variant.sku as string
    const { id: fulfilmentOrderId } = await aHandedOverOrder(member, {
      custodian,
      lines: [{ sku, variantId: variant.id, handedOver: 1 }],
    })
    const { body: made } = await member.post(RETURNS, { fulfilmentOrderId, lines: [{ sku, quantity: 1 }] })
    await member.post(`${RETURNS}/${made.id}/authorize`)
    expect((await resolve(member, made, { refundAmount: 100 })).body.violations).toMatchObject([
      { propertyPath: 'currency' },
    ])
    expect((await resolve(member, made, { refundAmount: 100, currency: 'QQQ' })).body.violations).toMatchObject([
      { propertyPath: 'currency' },
    ])
    expect((await resolve(member, made, { refundAmount: 99999999, currency: 'JPY' })).status).toBe(200)
  })
})
