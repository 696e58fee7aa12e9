import { creditor, toDay } from '../book.ts'
import { taxOf } from './prices.ts'
import { among, choose, compare, count, must, type Owed, type World } from './world.ts'

const BILLS = '/api/billing/bills'
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

interface Amounts {
  totalAmount: number
  subtotal: number
  taxTotal: number
}

/** Makes the amounts of a bill: with one rate, with none, or with a tax that no rate explains. */
const makeAmounts = (world: World): Amounts => {
  const subtotal = 2000 + among(world, 200_000)
  const half = Math.floor(subtotal / 2)
  const mixed = taxOf(half, 19n) + taxOf(subtotal - half, 7n)
  const taxTotal = choose(world, [taxOf(subtotal, 19n), taxOf(subtotal, 7n), 0, mixed])
  return { subtotal, taxTotal, totalAmount: subtotal + taxTotal }
}

/**
 * Books a bill, or with `sign` -1 takes it back: gross if one rate explains its tax, which DATEV then computes itself. `at` is
 * the time from which statements have it.
 */
const bookBill = (
  { book, now }: World,
  { supplierId, issuedOn }: Owed,
  { subtotal, taxTotal, totalAmount }: Amounts,
  { sign = 1, at = now, day = issuedOn }: { sign?: 1 | -1; at?: number; day?: string } = {},
): void => {
  const isExplained = !taxTotal || [19n, 7n].some((rate) => taxOf(subtotal, rate) === taxTotal)
  const parts = isExplained ? { 4900: totalAmount } : { 4900: subtotal, 1570: taxTotal }
  for (const [account, cents] of Object.entries(parts)) book.post(account, creditor(supplierId), sign * cents, at, day)
}

const amountsOf = new WeakMap<Owed, Amounts>()

let numbers = 0

export const recordBill = async (world: World): Promise<void> => {
  const supplier = choose(world, world.suppliers)
  const amounts = makeAmounts(world)
  const issuedOn = toDay(world.now - among(world, 5) * DAY_MS)
  const number = `R-${++numbers}`
  const given = { partnerId: supplier.id, billNumber: number, currency: 'EUR', issuedAt: issuedOn }
  const dueAt = toDay(world.now + 20 * DAY_MS)
  const { id, status } = await must(world.clerk.post(BILLS, { ...given, ...amounts, dueAt }))
  const bill: Owed = { id, supplierId: supplier.id, number, total: amounts.totalAmount, issuedOn, status }
  amountsOf.set(bill, amounts)
  world.bills.push(bill)
  bookBill(world, bill, amounts, { at: Date.parse(issuedOn) })
  count(world, 'bills')
}

/** Corrects the amounts of a bill, which then stands in the books with these. */
const correct = async (world: World, bill: Owed): Promise<void> => {
  const [before, after] = [amountsOf.get(bill) as Amounts, makeAmounts(world)]
  await must(world.clerk.patch(`${BILLS}/${bill.id}`, after))
  bookBill(world, bill, before, { sign: -1 })
  bookBill(world, bill, after)
  amountsOf.set(bill, after)
  bill.total = after.totalAmount
}

const act = async (world: World, by: 'clerk' | 'approver' | 'banker', { id }: Owed, action: string, body?: object) =>
  (await must(world[by].post(`${BILLS}/${id}/${action}`, body))).status as string

const cancel = async (world: World, bill: Owed): Promise<void> => {
  bill.status = await act(world, 'clerk', bill, 'cancel', { reason: 'The partner sent a corrected bill' })
  bookBill(world, bill, amountsOf.get(bill) as Amounts, { sign: -1, day: toDay(world.now) })
  count(world, 'cancelled bills')
}

const dispute = async (world: World, bill: Owed): Promise<void> => {
  await act(world, 'clerk', bill, 'dispute', { reason: 'Two pallets were damaged' })
  await act(world, 'clerk', bill, 'resolve')
  count(world, 'disputed bills')
}

/** Reviews what arrived: a bill is approved by another person, after a correction or a dispute if need be, or cancelled. */
export const decideBills = async (world: World): Promise<void> => {
  for (const bill of world.bills.filter(({ status }) => status === 'received')) {
    const chance = among(world, 10)
    if (chance === 0) {
      await cancel(world, bill)
      continue
    }
    if (chance < 3) await act(world, 'clerk', bill, 'review')
    if (chance < 2) await correct(world, bill)
    if (chance > 7) await dispute(world, bill)
    bill.status = await act(world, 'approver', bill, 'approve')
  }
}

/** Schedules approved bills for the day that the next minute is in; one in ten is paid by hand instead. */
export const scheduleBills = async (world: World): Promise<void> => {
  for (const bill of world.bills.filter(({ status }) => status === 'approved')) {
    if (among(world, 10)) {
      bill.status = await act(world, 'clerk', bill, 'schedule', { scheduledPaymentDate: toDay(world.now + MINUTE_MS) })
      continue
    }
    bill.status = await act(world, 'banker', bill, 'mark-paid', { paymentReference: `Cash ${bill.number}` })
    payBill(world, bill, 'Cash')
  }
}

/** Books the payment of a bill. */
export const payBill = (world: World, bill: Owed, text: string, endToEndId?: string): void => {
  compare(world, `status of bill ${bill.number}`, bill.status, 'paid')
  world.book.post(creditor(bill.supplierId), 'bank', bill.total, world.now)
  const name = world.suppliers.find(({ id }) => id === bill.supplierId)?.name ?? ''
  world.bookings.push({ cents: -bill.total, name, text, ...(endToEndId && { endToEndId }) })
}
