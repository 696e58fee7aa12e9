import type { StoredCreditNote } from '../../../lib/billing/credit-notes/credit-note.ts'
import { computeOpenAmount, computeOwedAmount, type StoredInvoice } from '../../../lib/billing/invoices/invoice.ts'
import { invoices } from '../../../lib/billing/invoices/invoice-store.ts'
import type { StoredLedgerEntry } from '../../../lib/billing/ledger/ledger-entry.ts'
import { ledgerEntries } from '../../../lib/billing/ledger/ledger-store.ts'
import { readReceivableBalance } from '../../../lib/billing/ledger/post-receivable.ts'
import type { StoredPayment } from '../../../lib/billing/payments/payment.ts'
import { payments } from '../../../lib/billing/payments/payment-store.ts'
import { recount } from '../../../lib/platform/store/recount/recount.ts'
import { toAnyEntity } from '../../../lib/platform/store/recount/recount-tenants.ts'
import { toEvents } from '../../support/events.ts'
import type { World } from './world.ts'

/** The part of a world that its books are checked by; `moves` are the changes of the status of invoices. */
type Books = Pick<World, 'app' | 'table' | 'tenant' | 'partnerIds' | 'moves' | 'list'>

interface Seen {
  world: Books
  invoices: readonly StoredInvoice[]
  payments: readonly StoredPayment[]
  notes: readonly StoredCreditNote[]
  entries: readonly StoredLedgerEntry[]
}

const sum = <T>(list: readonly T[], measure: (each: T) => number) =>
  list.reduce((total, each) => total + measure(each), 0)

const isReversed = ({ reversals }: StoredPayment) => reversals.some(({ kind }) => kind === 'payment')

/** Allocations that no reversal names, counted by their ids alone. */
const listLive = ({ allocations, reversals }: StoredPayment) =>
  allocations.filter(({ id }) => !reversals.some(({ allocationIds }) => allocationIds.includes(id)))

/** Checks that each payment is spent once, and each allocation reversed at most once. */
const findPaymentFaults = ({ payments }: Seen): string[] =>
  payments.flatMap((payment) => {
    const { id, amount, fee, allocated, unallocated, refunded, reversals, refunds, status } = payment
    const found: string[] = []
    const paid = isReversed(payment) ? 0 : amount + fee
    if (allocated + unallocated + refunded !== paid)
      found.push(`payment ${id} of ${paid} has ${allocated} + ${unallocated} + ${refunded}`)
    if (Math.min(allocated, unallocated, refunded) < 0) found.push(`payment ${id} has an amount below 0`)
    if (allocated !== sum(listLive(payment), (each) => each.amount)) found.push(`payment ${id} allocated ${allocated}`)
    if (refunded !== sum(refunds, (each) => each.amount)) found.push(`payment ${id} refunded ${refunded}`)
    const reversed = reversals.flatMap(({ allocationIds }) => allocationIds)
    if (new Set(reversed).size !== reversed.length) found.push(`payment ${id} reversed an allocation twice`)
    const expected = isReversed(payment) ? 'reversed' : unallocated ? 'open' : 'closed'
    if (status !== expected) found.push(`payment ${id} is ${status}, not ${expected}`)
    return found
  })

/** Checks that what is open of each invoice follows from its allocations and credit notes, and its status from that. */
const findInvoiceFaults = ({ invoices, payments, notes }: Seen): string[] =>
  invoices.flatMap((invoice) => {
    const { id, status, grandTotal, applied, paidAt, duePk, partnerId, currencyCode } = invoice
    const found: string[] = []
    const paying = payments.filter((payment) => listLive(payment).some(({ invoiceId }) => invoiceId === id))
    const allocated = sum(payments, (payment) =>
      sum(listLive(payment), (each) => (each.invoiceId === id ? each.amount : 0)),
    )
    if ((invoice.allocated ?? 0) !== allocated) found.push(`invoice ${id} has ${invoice.allocated}, not ${allocated}`)
    if (paying.some((payment) => payment.partnerId !== partnerId || payment.currency !== currencyCode))
      found.push(`invoice ${id} is paid by another partner or in another currency`)
    const own = notes.filter(({ invoiceId, status }) => invoiceId === id && status === 'applied')
    const kept = payments.filter(({ sourceKey }) => own.some((note) => sourceKey === `credit-note#${note.id}`))
    if (sum(own, (note) => note.grandTotal) !== applied + sum(kept, ({ amount }) => amount))
      found.push(`invoice ${id} lost part of a credit note`)
    const open = computeOpenAmount(invoice)
    if (open < 0 || open > grandTotal) found.push(`invoice ${id} has ${open} open of ${grandTotal}`)
    if (status === 'draft' || status === 'cancelled') {
      if (allocated) found.push(`invoice ${id} is ${status} and paid`)
      return found
    }
    if (status === 'paid' ? open > 0 : grandTotal > 0 && open === 0)
      found.push(`invoice ${id} is ${status} with ${open} open`)
    if ((status === 'paid') !== (paidAt !== null)) found.push(`invoice ${id} is ${status} and was paid at ${paidAt}`)
    if (status === 'paid' && duePk) found.push(`invoice ${id} is paid and still due`)
    if (status === 'issued' && !duePk && computeOwedAmount(invoice) > 0 && invoice.invoiceNumber?.startsWith('INV'))
      found.push(`invoice ${id} is never due`)
    return found
  })

/** Checks that the account of each partner and currency has what an independent sum of the records says. */
const findLedgerFaults = async ({ world, invoices, payments, notes, entries }: Seen): Promise<string[]> => {
  const found: string[] = []
  for (const partnerId of world.partnerIds)
    for (const currency of ['EUR', 'USD']) {
      const isOwn = (each: { partnerId: string; currency?: string; currencyCode?: string }) =>
        each.partnerId === partnerId && (each.currency ?? each.currencyCode) === currency
      const billed = sum(invoices.filter(isOwn), ({ status, grandTotal }) =>
        status === 'draft' || status === 'cancelled' ? 0 : grandTotal,
      )
      const credited = sum(notes.filter(isOwn), ({ status, grandTotal }) => (status === 'applied' ? grandTotal : 0))
      const received = sum(payments.filter(isOwn), (payment) =>
        payment.method === 'credit_note' || isReversed(payment) ? 0 : payment.amount + payment.fee,
      )
      const refunded = sum(payments.filter(isOwn), (payment) => payment.refunded)
      const owed = billed - credited - received + refunded
      const posted = sum(
        entries.filter((entry) => entry.receivables === `${partnerId}#${currency}`),
        ({ amount }) => amount,
      )
      const summed = Number(await readReceivableBalance(world.app, world.tenant, partnerId, currency))
      const open = sum(invoices.filter(isOwn), computeOpenAmount)
      const credit = sum(payments.filter(isOwn), ({ unallocated }) => unallocated)
      if (new Set([owed, posted, summed, open - credit]).size > 1)
        found.push(`${currency}: owed ${owed}, posted ${posted}, summed ${summed}, open ${open}, credit ${credit}`)
    }
  return found
}

/** Checks that each change of a state was told once. */
const findEventFaults = ({ world, payments }: Seen): string[] => {
  const events = toEvents(world.table.inPartition(`T#${world.tenant}#outbox`))
  const count = (topic: string, id: string) =>
    events.filter((event) => event.topic === topic && event.subject?.endsWith(id)).length
  const found: string[] = []
  for (const id of new Set(world.moves.map((move) => move.id)))
    for (const to of ['paid', 'overdue']) {
      const times = world.moves.filter((move) => move.id === id && move.to === to).length
      if (count(`finance.invoice.${to}`, id) !== times) found.push(`invoice ${id} became ${to} ${times} times`)
    }
  for (const payment of payments) {
    const isMoney = payment.method !== 'credit_note'
    if (count('finance.payment.completed', payment.id) !== Number(isMoney))
      found.push(`payment ${payment.id} was not told as completed once`)
    if (count('finance.payment.failed', payment.id) !== Number(isReversed(payment)))
      found.push(`payment ${payment.id} was not told as failed once`)
  }
  return found
}

const findDoubles = ({ payments }: Seen): string[] => {
  const keys = payments.flatMap(({ sourceKey }) => sourceKey ?? [])
  return new Set(keys).size === keys.length ? [] : ['a source has two payments']
}

/** Checks that lists and counts are those of the items. */
const findDerivedFaults = async ({ world }: Seen): Promise<string[]> => {
  const found: string[] = []
  for (const kind of [toAnyEntity(invoices), toAnyEntity(payments), toAnyEntity(ledgerEntries)]) {
    const { db } = { db: world.table }
    const counted = await recount({ db, kind, tenant: world.tenant, repair: false, found: () => {} }, () => true)
    if (counted === 'out of time' || counted.differences) found.push(`${kind.name}: ${JSON.stringify(counted)}`)
  }
  return found
}

/** Lists everything that is wrong once nothing is due any more. */
export const findViolations = async (world: Books): Promise<string[]> => {
  const seen: Seen = {
    world,
    invoices: world.list('invoice'),
    payments: world.list('payment'),
    notes: world.list('credit-note'),
    entries: world.list('ledger-entry'),
  }
  return [
    ...findPaymentFaults(seen),
    ...findInvoiceFaults(seen),
    ...(await findLedgerFaults(seen)),
    ...findEventFaults(seen),
    ...findDoubles(seen),
    ...(await findDerivedFaults(seen)),
  ]
}
