import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ordersOf } from '../fulfilment/fulfilling.ts'
import { aMember } from '../support/client.ts'
import { dyingAt } from '../support/dying.ts'
import { aSellingShop } from './selling.ts'

const PRICE = 1000
const PIECES = 4

const step = fc.oneof(
  fc.record({ step: fc.constant('hand over' as const), pieces: fc.integer({ min: 1, max: 2 }) }),
  fc.record({
    step: fc.constant('return' as const),
    pieces: fc.integer({ min: 1, max: 2 }),
    refund: fc.constantFrom(0, 250, 1000, 2000),
    isTold: fc.boolean(),
  }),
  fc.record({ step: fc.constant('refund' as const), amount: fc.constantFrom(50, 333, 1500) }),
  fc.record({ step: fc.constant('cancel pieces' as const) }),
  fc.record({ step: fc.constant('cancel order' as const) }),
  fc.record({
    step: fc.constant('die' as const),
    at: fc.integer({ min: 1, max: 2 }),
    isWritten: fc.boolean(),
  }),
)

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** A history in which somebody dies for certain. */
const A_DEATH: Step[] = [
  { step: 'die', at: 1, isWritten: true },
  { step: 'hand over', pieces: 1 },
  { step: 'refund', amount: 50 },
]

/**
 * What a seller is owed by the contract, kept by hand: the pieces that it earned at their price, less what buyers got back of
 * it, and a tenth of that as commission, half of which refunds give back.
 */
const openBook = (earnsWhen: 'accepted' | 'handed_over') => ({
  ...{ sent: 0, cancelled: 0, returned: 0, refunded: 0, isCancelled: false },
  computeOwed() {
    if (this.isCancelled && !this.sent) return { sales: 0, commission: 0 }
    const pieces = earnsWhen === 'accepted' ? PIECES - this.cancelled : this.sent
    const earned = pieces * PRICE
    // Refunds for nothing in particular are for cancelled pieces first.
    const unearned = Math.min(this.cancelled * PRICE, this.refunded)
    const refunded = this.isCancelled ? earned : Math.min(earned, this.returned + this.refunded - unearned)
    return { sales: earned - refunded, commission: Math.round(refunded / 20) - Math.round(earned / 10) }
  },
})

test.each(['accepted', 'handed_over'] as const)(
  'charges of a seller that earns when orders are %s are what is earned less what is refunded, whoever is killed',
  { timeout: 300_000 },
  async (sellerEarnsWhen) => {
    let deaths = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
        const owner = await aMember()
        const shop = await aSellingShop(owner, { orderSettings: { sellerEarnsWhen, cancelsRefunded: false } })
        await owner.post('/api/billing/tariffs', {
          ...{ partnerId: shop.seller.id, name: 'Market', basis: 'goods', currency: 'EUR', rates: [] },
          ...{ validFrom: '2020-01-01', commissions: [{ percent: 10, refundedPercent: 50 }] },
        })
        const book = openBook(sellerEarnsWhen)
        const refunds: object[] = []
        const tell = (fields: object = {}) =>
          shop.tell(
            'A',
            PIECES * PRICE,
            [{ externalLineId: 'l', sku: shop.tea.sku, name: 'Tea', quantity: PIECES, total: PIECES * PRICE }],
            { refunds, ...fields },
          )
        const getOpen = () => PIECES - book.sent - book.cancelled
        const agree = async () => {
          await shop.follow()
          const sums = { sales: 0, commission: 0 }
          for (const { chargeType, amount } of await shop.charges())
            sums[chargeType === 'commission' ? 'commission' : 'sales'] += amount
          expect(sums.sales).toBeGreaterThanOrEqual(0)
          expect(sums).toEqual(book.computeOwed())
        }
        const act = async (each: (typeof steps)[number]) => {
          if (each.step === 'die') shop.dieNext(dyingAt(each.at, each.isWritten))
          else if (book.isCancelled) return
          else if (each.step === 'hand over') {
            const quantity = Math.min(each.pieces, getOpen())
            if (!quantity) return
            await shop.handOver('A', [{ sku: shop.tea.sku, quantity }])
            book.sent += quantity
          } else if (each.step === 'return') {
            const at = await owner.get('/api/fulfilment/returns')
            const returned = at.body.member.flatMap(({ lines }: { lines: { received: number }[] }) => lines)
            const out =
              book.sent - returned.reduce((sum: number, { received }: { received: number }) => sum + received, 0)
            const quantity = Math.min(each.pieces, out)
            if (!quantity) return
            const refundAmount = Math.min(each.refund, PIECES * PRICE - book.returned)
            await shop.takeBack('A', shop.tea.sku, quantity, { resolution: 'refunded', refundAmount })
            book.returned += refundAmount
            // Its shop tells of the same refund.
            if (each.isTold && refundAmount) {
              const lines = [{ externalLineId: 'l', quantity, amount: refundAmount }]
              refunds.push({ externalRefundId: `r${refunds.length}`, amount: refundAmount, lines })
              await tell()
            }
          } else if (each.step === 'refund') {
            refunds.push({ externalRefundId: `r${refunds.length}`, amount: each.amount })
            book.refunded += each.amount
            await tell()
          } else if (each.step === 'cancel pieces') {
            const [order] = await ordersOf(owner, (await shop.find('A')).id)
            if (!order || !getOpen()) return
            const { status } = await owner.post(`/api/fulfilment/orders/${order.id}/cancel`, { reason: 'Broken' })
            if (status === 200) book.cancelled += getOpen()
          } else {
            await owner.post(`/api/sales/orders/${(await shop.find('A')).id}/cancel`, { reason: 'Twice' })
            book.cancelled += getOpen()
            book.isCancelled = true
          }
        }
        await tell()
        for (const each of steps) {
          await act(each)
          if (each.step !== 'die') await agree()
        }
        deaths += shop.countDeaths()
      }),
      { numRuns: 15, examples: [[A_DEATH]] },
    )
    expect(deaths).toBeGreaterThan(0)
  },
)
