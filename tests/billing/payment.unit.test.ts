import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addToHistory,
  checkAllocations,
  computeBalance,
  listLiveAllocations,
  type StoredPayment,
} from '../../lib/billing/payments/payment.ts'
import { newId } from '../../lib/platform/id.ts'
import { Problem } from '../../lib/platform/problem.ts'
import { storedInvoice } from '../support/fill.ts'

const at = '2026-03-02T10:00:00.000Z'

const begin = (amount: number, fee: number): StoredPayment => {
  const history = { amount, fee, allocations: [], reversals: [], refunds: [] }
  return { ...history, ...computeBalance(history) } as unknown as StoredPayment
}

const step = fc.record({
  kind: fc.constantFrom('allocate', 'allocate', 'allocate', 'reverse some', 'refund', 'reverse'),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
})

/** Does what the operations do once they are allowed. */
const apply = (payment: StoredPayment, { kind, share }: { kind: string; share: number }): StoredPayment => {
  const { unallocated, allocations, reversals, refunds, status } = payment
  if (status === 'reversed') return payment
  const id = newId(new Date())
  const amount = Math.ceil(unallocated * share)
  const live = listLiveAllocations(payment)
  const reversed = live.filter((_, i) => (i + 1) * share > 0.5)
  const add = (happened: Partial<StoredPayment>) => ({ ...payment, ...addToHistory(payment, happened) })
  if (kind === 'allocate' && amount)
    return add({ allocations: [...allocations, { id, invoiceId: id, invoiceNumber: null, amount, at }] })
  if (kind === 'refund' && amount)
    return add({ refunds: [...refunds, { id, amount, reference: null, refundedAt: at, at }] })
  const isWhole = kind === 'reverse'
  if (isWhole ? payment.refunded : kind !== 'reverse some' || !reversed.length) return payment
  const ended = isWhole ? live : reversed
  const reversal = { id, kind: isWhole ? 'payment' : 'allocations', reason: 'x', amount: 0, at } as const
  return add({ reversals: [...reversals, { ...reversal, allocationIds: ended.map((each) => each.id) }] })
}

describe('the balance of a payment', () => {
  it('adds up to what was paid after whatever happened, with nothing below 0', () => {
    const money = fc.integer({ min: 1, max: 1_000_000 })
    fc.assert(
      fc.property(money, fc.nat(1000), fc.array(step, { maxLength: 30 }), (amount, fee, steps) => {
        let payment = begin(amount, fee)
        for (const each of steps) {
          const before = payment
          payment = apply(payment, each)
          const { allocated, unallocated, refunded, status } = payment
          expect(allocated + unallocated + refunded).toBe(status === 'reversed' ? 0 : amount + fee)
          expect(Math.min(allocated, unallocated, refunded)).toBeGreaterThanOrEqual(0)
          expect(status).toBe(status === 'reversed' ? 'reversed' : unallocated ? 'open' : 'closed')
          expect(payment.allocations.slice(0, before.allocations.length)).toEqual(before.allocations)
        }
      }),
    )
  })

  it('is refused a history that would not fit its item', () => {
    const allocations = Array.from({ length: 400 }, (_, i) => ({
      ...{ id: `${i}`, invoiceId: 'x', invoiceNumber: null, amount: 1, at },
    }))
    expect(addToHistory(begin(1000, 0), { allocations }).allocated).toBe(400)
    const more = [...allocations, { id: 'more', invoiceId: 'x', invoiceNumber: null, amount: 1, at }]
    expect(() => addToHistory(begin(1000, 0), { allocations: more })).toThrow(Problem)
  })
})

describe('allocations', () => {
  const payment = { partnerId: 'P', currency: 'EUR', unallocated: 1000, liveAllocations: 0 }
  const ids = Array.from({ length: 4 }, () => newId(new Date()))
  const invoice = (id: string, fields: object = {}) =>
    storedInvoice(new Date(at), { id, partnerId: 'P', grandTotal: 500, ...fields })

  it('never take more than is left of the payment, or than is open of an invoice', () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 600 }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(amounts, fc.nat(500), (wanted, applied) => {
        const given = wanted.map((amount, i) => ({ invoiceId: ids[i] ?? '', amount }))
        const invoices = new Map(given.map(({ invoiceId }) => [invoiceId, invoice(invoiceId, { applied })]))
        const total = wanted.reduce((sum, amount) => sum + amount, 0)
        const isAllowed = total <= 1000 && wanted.every((amount) => amount <= 500 - applied)
        const check = () => checkAllocations(payment, given, invoices)
        if (isAllowed) check()
        else expect(check).toThrow(Problem)
      }),
    )
  })

  it('are forty at most that are not reversed', () => {
    const [id = ''] = ids
    const given = [{ invoiceId: id, amount: 1 }]
    const invoices = new Map([[id, invoice(id)]])
    checkAllocations({ ...payment, liveAllocations: 39 }, given, invoices)
    expect(() => checkAllocations({ ...payment, liveAllocations: 40 }, given, invoices)).toThrow('at most 40')
  })
})
