import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dyingAt } from '../support/dying.ts'
import { aChangingShop, aTaxedMember, followOrders } from './changing-shop.ts'

interface Version {
  pieces: number
  shipping: number
  refund: number
  isCancelled: boolean
}

const version = fc.record({
  step: fc.constant('tell' as const),
  pieces: fc.integer({ min: 0, max: 4 }),
  shipping: fc.constantFrom(0, 490),
  refund: fc.constantFrom(0, 0, 100, 333, 5000),
  isCancelled: fc.constantFrom(false, false, false, true),
})
const step = fc.oneof(
  { weight: 4, arbitrary: version },
  { weight: 2, arbitrary: fc.record({ step: fc.constantFrom('draw' as const, 'issue' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      step: fc.constant('die' as const),
      at: fc.integer({ min: 1, max: 2 }),
      isWritten: fc.boolean(),
    }),
  },
)

const PRICE = 595

test('invoices less credit notes are what is kept of an order, whatever happens to it and to those who follow it', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      const owner = await aTaxedMember()
      const shop = await aChangingShop(owner)
      let kept = 0
      const tell = async ({ pieces, shipping, refund, isCancelled }: Version) => {
        const total = pieces * PRICE + shipping
        await shop.tell('A', total, {
          lineItems: [{ externalLineId: 'l', name: 'Tea', quantity: pieces, total: pieces * PRICE }],
          shippingLines: shipping ? [{ externalLineId: 's', name: 'Parcel', total: shipping }] : [],
          refunds: refund ? [{ externalRefundId: 'r', amount: refund }] : [],
          ...(isCancelled ? { status: 'cancelled' } : { paymentStatus: 'paid' }),
        })
        kept = isCancelled ? 0 : Math.max(0, total - refund)
      }
      const agree = async () => {
        await followOrders(owner)
        const { billed, owed, invoices } = await shop.books()
        expect(owed).toBe(kept)
        if (invoices.length) await shop.draw()
        const after = await shop.books()
        if (after.invoices.length)
          expect([after.billed, billed <= owed || billed === after.billed]).toEqual([kept, true])
      }
      await tell({ pieces: 2, shipping: 490, refund: 0, isCancelled: false })
      for (const each of steps) {
        if (each.step === 'tell') await tell(each)
        else if (each.step === 'draw') await shop.draw()
        else if (each.step === 'die') await followOrders(owner, dyingAt(each.at, each.isWritten)).catch(() => {})
        else {
          for (const { id, status } of (await shop.books()).invoices)
            if (status === 'draft') await owner.post(`/api/billing/invoices/${id}/issue`)
        }
        await agree()
      }
    }),
    { numRuns: 12 },
  )
})
