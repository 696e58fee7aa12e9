import { debtor } from '../book.ts'
import { type BankLine, importStatement, type Shown } from './bank-file.ts'
import { OWN_ACCOUNT } from './company.ts'
import { among, type Customer, choose, compare, count, must, type PaidIn, type Sold, type World } from './world.ts'

const ENTRIES = '/api/billing/bank-entries'
const PAYMENTS = '/api/billing/payments'

/** An entry that the bank will show, and what a person of the business makes of it. */
type Plan = { booking: BankLine } & (
  | { kind: 'ignore' }
  | { kind: 'proposed' | 'by hand' | 'corrected'; customer: Customer; allocations: { invoice: Sold; amount: number }[] }
  | { kind: 'returned'; payment: PaidIn }
)

/** Returns come soon after their payments. */
const RECENT = 40

let references = 0
const nextReference = (prefix: string) => `${prefix}-${String(++references).padStart(6, '0')}`

const sumOpen = (invoices: readonly Sold[]) => invoices.reduce((sum, { open }) => sum + open, 0)

/** Plans what a customer pays for some of its open invoices. */
const planPayment = (world: World, customer: Customer, invoices: readonly Sold[]): Plan => {
  const from = { name: customer.name, iban: customer.iban, endToEndId: nextReference('E2E') }
  const owed = sumOpen(invoices)
  const whole = invoices.map((invoice) => ({ invoice, amount: invoice.open }))
  const text = `Invoice ${invoices.map(({ number }) => number).join(' ')}`
  const chance = among(world, 10)
  const [first] = invoices as [Sold]
  if (chance < 2 && invoices.length === 1 && first.open > 1) {
    const amount = 1 + among(world, first.open - 1)
    const booking = { ...from, text, cents: amount }
    return { kind: 'proposed', customer, allocations: [{ invoice: first, amount }], booking }
  }
  if (chance < 3 && invoices.length === 1)
    return {
      kind: 'proposed',
      customer,
      allocations: whole,
      booking: { ...from, text, cents: owed + 1 + among(world, 5000) },
    }
  if (chance < 5)
    return {
      kind: 'by hand',
      customer,
      allocations: whole,
      booking: { ...from, text: 'As agreed', cents: owed + among(world, 2) * 777 },
    }
  if (chance < 6)
    return { kind: 'corrected', customer, allocations: whole, booking: { ...from, text: 'Thank you', cents: owed } }
  return { kind: 'proposed', customer, allocations: whole, booking: { ...from, text, cents: owed } }
}

/** Plans the payments of customers: each open invoice is paid by at most one of them. */
const planPayments = (world: World): Plan[] =>
  world.customers.flatMap((customer) => {
    const open = world.invoices.filter((each) => each.customer.id === customer.id && each.open > 0 && !each.isCancelled)
    const plans: Plan[] = []
    while (open.length) {
      const some = open.splice(0, among(world, 3) ? 1 : 2 + among(world, 3))
      if (among(world, 6)) plans.push(planPayment(world, customer, some))
    }
    return plans
  })

/** Plans the return of a direct debit: a payment of which nothing else was done. */
const planReturn = (world: World): Plan[] => {
  const possible = world.payments
    .slice(-RECENT)
    .filter(
      ({ isReversed, refunded, unallocated, endToEndId }) => !isReversed && !refunded && !unallocated && endToEndId,
    )
  if (!possible.length || among(world, 2)) return []
  const payment = choose(world, possible)
  const { customer, amount, endToEndId } = payment
  const booking = { cents: -amount, name: customer.name, iban: customer.iban, text: 'Returned', returnReason: 'AC04' }
  return [{ kind: 'returned', payment, booking: { ...booking, ...(endToEndId && { endToEndId }) } }]
}

const planUnknown = (world: World): Plan[] => [
  { kind: 'ignore', booking: { cents: 100 + among(world, 9900), name: 'Unknown Person', text: 'For Anna' } },
  { kind: 'ignore', booking: { cents: -1290, name: 'Hausbank', text: 'Fees' } },
]

const keepPayment = (world: World, id: string, plan: Extract<Plan, { customer: Customer }>): PaidIn => {
  const { customer, booking, allocations } = plan
  const paid = allocations.reduce((sum, { amount }) => sum + amount, 0)
  const endToEndId = booking.endToEndId ?? null
  const state = { unallocated: booking.cents - paid, refunded: 0, isReversed: false }
  const payment: PaidIn = { id, customer, amount: booking.cents, fee: 0, allocations, endToEndId, ...state }
  world.payments.push(payment)
  for (const { invoice, amount } of allocations) {
    invoice.open -= amount
    invoice.isPaidInPart = true
  }
  count(world, 'payments')
  return payment
}

const reverse = (world: World, payment: PaidIn): void => {
  for (const { invoice, amount } of payment.allocations) invoice.open += amount
  Object.assign(payment, { isReversed: true, unallocated: 0 })
  world.book.post(debtor(payment.customer.id), 'bank', payment.amount, world.now)
  count(world, 'reversed payments')
}

const post = (world: World, { id }: Shown, action: string, body?: object) =>
  must(world.clerk.post(`${ENTRIES}/${id}/${action}`, body))

/** Confirms an entry for another customer by mistake and takes that back, which reverses the payment. */
const confirmWrongly = async (
  world: World,
  entry: Shown,
  plan: Extract<Plan, { customer: Customer }>,
): Promise<void> => {
  const customer = choose(
    world,
    world.customers.filter(({ id }) => id !== plan.customer.id),
  )
  const { paymentId } = await post(world, entry, 'confirm', { partnerId: customer.id })
  const wrong = keepPayment(world, paymentId, { ...plan, customer, allocations: [] })
  world.book.post('bank', debtor(customer.id), wrong.amount, world.now, entry.bookedOn)
  await post(world, entry, 'reopen')
  reverse(world, wrong)
}

const confirmPayment = async (
  world: World,
  entry: Shown,
  plan: Extract<Plan, { customer: Customer }>,
): Promise<void> => {
  const { customer, kind, allocations } = plan
  const asked = allocations.map(({ invoice, amount }) => ({ invoiceId: invoice.id, amount }))
  if (kind === 'proposed') {
    const proposed = entry.proposals[0]?.allocations.map(({ invoiceId, amount }) => ({ invoiceId, amount }))
    const sorted = (list: typeof asked = []) => list.toSorted((a, b) => (a.invoiceId < b.invoiceId ? -1 : 1))
    compare(world, `proposal for "${plan.booking.text}"`, sorted(proposed), sorted(asked))
  }
  if (kind === 'corrected') await confirmWrongly(world, entry, plan)
  const body = kind === 'proposed' ? {} : { partnerId: customer.id, allocations: asked }
  const { paymentId } = await post(world, entry, 'confirm', body)
  const { amount } = keepPayment(world, paymentId, plan)
  world.book.post('bank', debtor(customer.id), amount, world.now, entry.bookedOn)
}

/** Confirms the return as the bank tells of it; a CSV has no reasons, so a person reverses the payment. */
const takeBack = async (
  world: World,
  entry: Shown,
  { payment }: Extract<Plan, { kind: 'returned' }>,
): Promise<void> => {
  if (entry.returnReason) {
    const place = entry.proposals.findIndex(({ paymentId }) => paymentId === payment.id)
    compare(world, `proposal to reverse ${payment.id}`, place >= 0, true)
    await post(world, entry, 'confirm', { proposal: place + 1 })
  } else {
    await must(world.clerk.post(`${PAYMENTS}/${payment.id}/reverse`, { reason: 'Returned by the bank' }))
    await post(world, entry, 'ignore')
  }
  reverse(world, payment)
}

const decide = async (world: World, entry: Shown, plan: Plan): Promise<void> => {
  const { cents } = plan.booking
  compare(
    world,
    `amount of entry ${entry.bankReference}`,
    entry.direction === 'credit' ? entry.amount : -entry.amount,
    cents,
  )
  if (plan.kind === 'returned') return await takeBack(world, entry, plan)
  if (plan.kind !== 'ignore') return await confirmPayment(world, entry, plan)
  await post(world, entry, 'ignore')
  count(world, 'ignored bank entries')
}

/**
 * Imports what the bank shows for the days since the last statement, and decides on each entry. What the business paid itself
 * is in its books already, so these entries are ignored.
 */
export const importPayments = async (world: World, throughDay: string): Promise<void> => {
  const outgoing = world.bookings.splice(0).map((booking): Plan => ({ kind: 'ignore', booking }))
  const unknown = planUnknown(world)
  for (const { booking } of unknown) world.book.post('bank', 'outside', booking.cents, world.now)
  const plans = [...planPayments(world), ...planReturn(world), ...unknown, ...outgoing]
  const entries = await importStatement(
    world,
    OWN_ACCOUNT,
    plans.map(({ booking }) => booking),
    throughDay,
  )
  compare(world, 'number of bank entries', entries.length, plans.length)
  for (const [i, plan] of plans.entries()) {
    const entry = entries[i]
    if (entry) await decide(world, entry, plan)
  }
}

/** Records payments that reached the bank by other ways: by card, less a fee, or marked on the invoice. */
export const payOtherwise = async (world: World): Promise<void> => {
  const [first, second] = world.invoices.filter(({ open, isCancelled }) => open > 1000 && !isCancelled)
  if (!first || !second) return
  const fee = 1 + among(world, 99)
  const { customer, open } = first
  const allocations = [{ invoiceId: first.id, amount: open }]
  const at = new Date(world.now).toISOString()
  const card = { partnerId: customer.id, currency: 'EUR', amount: open - fee, fee, receivedAt: at, method: 'card' }
  const { id } = await must(world.clerk.post(PAYMENTS, { ...card, allocations }))
  const booking = { cents: open - fee, name: 'Card acquirer', text: 'Payout' }
  const used = { customer, allocations: [{ invoice: first, amount: open }] }
  const payment = keepPayment(world, id, { kind: 'by hand', booking: { ...booking, cents: open }, ...used })
  Object.assign(payment, { amount: open - fee, fee })
  world.book.post('bank', debtor(customer.id), open - fee, Date.parse(at))
  world.book.post('fees', debtor(customer.id), fee, Date.parse(at))
  world.bookings.push(booking)
  await markPaid(world, second)
}

const markPaid = async (world: World, invoice: Sold): Promise<void> => {
  const { customer, open: amount, id } = invoice
  await must(world.clerk.post(`/api/billing/invoices/${id}/mark-paid`, { paymentReference: `Cash ${id}` }))
  const { member } = await must(world.clerk.get(`${PAYMENTS}?partnerId=${customer.id}&itemsPerPage=1`))
  const booking = { cents: amount, name: customer.name, text: 'Cash' }
  const allocations = [{ invoice, amount }]
  keepPayment(world, member[0].id, { kind: 'by hand', customer, allocations, booking })
  world.book.post('bank', debtor(customer.id), amount, world.now)
  world.bookings.push(booking)
}
