import { debtor, waitingNotes } from '../book.ts'
import { accountOf, priceLine, rateOf, taxOf } from './prices.ts'
import {
  among,
  type Customer,
  choose,
  compare,
  count,
  must,
  type Note,
  type PaidIn,
  type Sold,
  type World,
} from './world.ts'

const NOTES = '/api/billing/credit-notes'
const PAYMENTS = '/api/billing/payments'
/** Some of so many invoices are paid, so that credit notes leave customers credit too. */
const MIN_CREDITABLE = 5

type Given = Record<string, unknown>
/** Gross amounts by revenue account. */
type Parts = ReadonlyMap<string, number>

const sum = (parts: Parts) => [...parts.values()].reduce((total, part) => total + part, 0)

const creditable = ({ invoices }: World): Sold[] =>
  invoices.filter(({ isCancelled, credited, gross, lines }) => !isCancelled && !credited && gross > 0 && lines.length)

/** Plans the credit of part of the first line; undefined if the line is too small for that. */
const planPart = (
  world: World,
  { lines, gross: whole, pricesIncludeTax }: Sold,
): { given: Given; parts: Parts } | undefined => {
  const [first] = lines
  if (!first || first.thousandths < 2000 || first.price < 100) return undefined
  const thousandths = 1000 * (1 + among(world, Math.floor(first.thousandths / 1000) - 1))
  const price = priceLine({ ...first, thousandths })
  const gross = pricesIncludeTax ? price : price + taxOf(price, rateOf(first.category))
  const lineItems = [{ originalLineItemId: first.id, quantity: thousandths / 1000 }]
  return gross < whole ? { given: { lineItems }, parts: new Map([[accountOf(first.category), gross]]) } : undefined
}

/** Creates and issues a credit note, and compares its total. */
const issue = async (world: World, invoice: Sold, given: Given, parts: Parts): Promise<Note> => {
  const asked = { invoiceId: invoice.id, reason: 'Damaged goods', issueImmediately: true, ...given }
  const body = await must(world.clerk.post(NOTES, asked))
  const gross = sum(parts)
  compare(world, `total of ${body.creditNoteNumber}`, body.grandTotal, gross)
  const note: Note = { id: body.id, number: body.creditNoteNumber, invoice, gross, status: 'issued' }
  world.notes.push(note)
  invoice.credited += gross
  for (const [account, part] of parts) world.book.post(account, waitingNotes(invoice.customer.id), part, world.now)
  count(world, 'credit notes')
  return note
}

/** Keeps what a credit note has above the open amount of its invoice as a payment of the customer. */
const keepSurplus = async (world: World, note: Note, amount: number): Promise<void> => {
  const { customer } = note.invoice
  const { member } = await must(world.clerk.get(`${PAYMENTS}?partnerId=${customer.id}&status=open&itemsPerPage=100`))
  const found = member.find(({ reference }: { reference: string | null }) => reference === note.number)
  compare(world, `credit of ${note.number}`, found?.unallocated, amount)
  const payment = { id: found?.id ?? '', customer, amount, fee: 0, allocations: [], refunded: 0 }
  world.payments.push({ ...payment, unallocated: amount, isReversed: false, endToEndId: null })
}

export const applyNote = async (world: World, note: Note): Promise<void> => {
  await must(world.clerk.post(`${NOTES}/${note.id}/apply`, {}))
  note.status = 'applied'
  const { invoice, gross } = note
  world.book.post(waitingNotes(invoice.customer.id), debtor(invoice.customer.id), gross, world.now)
  const used = Math.min(gross, invoice.open)
  invoice.open -= used
  if (gross > used) await keepSurplus(world, note, gross - used)
}

/** Creates a draft and cancels or deletes it, so that the invoice can be credited as before. */
const cancelDraft = async (world: World, invoice: Sold): Promise<void> => {
  const draft = await must(world.clerk.post(NOTES, { invoiceId: invoice.id, reason: 'Agreed by telephone' }))
  compare(world, 'total of a draft of everything', draft.grandTotal, invoice.gross)
  if (among(world, 2)) await must(world.clerk.delete(`${NOTES}/${draft.id}`))
  else {
    await must(world.clerk.post(`${NOTES}/${draft.id}/cancel`))
    world.notes.push({ id: draft.id, number: null, invoice, gross: invoice.gross, status: 'cancelled' })
  }
  count(world, 'cancelled credit notes')
}

/** Credits an invoice: part of it, all of it, part and then the rest, or nothing after all. Some are not applied yet. */
export const creditInvoice = async (world: World): Promise<void> => {
  const possible = creditable(world)
  if (possible.length < MIN_CREDITABLE) return
  const invoice = choose(world, possible)
  if (among(world, 4) === 0) await cancelDraft(world, invoice)
  const part = among(world, 2) ? planPart(world, invoice) : undefined
  const notes: Note[] = []
  if (part) notes.push(await issue(world, invoice, part.given, part.parts))
  if (!part || among(world, 2)) {
    const rest = [...invoice.byAccount].map(
      ([account, gross]) => [account, gross - (part?.parts.get(account) ?? 0)] as const,
    )
    notes.push(await issue(world, invoice, {}, new Map(rest)))
  }
  for (const note of notes) if (among(world, 6)) await applyNote(world, note)
}

const openOf = ({ invoices }: World, { id }: Customer): Sold[] =>
  invoices.filter(({ customer, open, isCancelled }) => customer.id === id && open > 0 && !isCancelled)

/** Uses the credit of a customer: for another invoice of it, or as a refund. */
const useCredit = async (world: World, payment: PaidIn): Promise<void> => {
  const { id, customer, unallocated } = payment
  const invoice = openOf(world, customer)[0]
  if (invoice && among(world, 3)) {
    const amount = Math.min(unallocated, invoice.open)
    await must(world.clerk.post(`${PAYMENTS}/${id}/allocate`, { allocations: [{ invoiceId: invoice.id, amount }] }))
    payment.allocations.push({ invoice, amount })
    payment.unallocated -= amount
    invoice.open -= amount
    invoice.isPaidInPart = true
    return count(world, 'credits allocated')
  }
  const amount = among(world, 2) ? unallocated : 1 + among(world, unallocated)
  await must(world.clerk.post(`${PAYMENTS}/${id}/refund`, { amount, reference: `Refund to ${customer.name}` }))
  payment.refunded += amount
  payment.unallocated -= amount
  world.book.post(debtor(customer.id), 'bank', amount, world.now)
  world.bookings.push({ cents: -amount, name: customer.name, text: 'Refund' })
  count(world, 'refunds')
}

/** Uses some of the credits that customers have. */
export const useCredits = async (world: World): Promise<void> => {
  for (const payment of world.payments.filter(({ unallocated, isReversed }) => unallocated > 0 && !isReversed))
    if (among(world, 2)) await useCredit(world, payment)
}
