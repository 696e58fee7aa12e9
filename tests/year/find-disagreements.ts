import { type Answers, isOfOrder, listEnds, type Posting, type Row } from './answers.ts'
import { creditor, debtor, type Entry, issuedNotes, toDay, waitingNotes } from './book.ts'
import { CATEGORIES } from './business/prices.ts'
import { keptOf, totalOf } from './business/shop-order.ts'
import type { PaidIn, Sold, World } from './business/world.ts'
import { compareLedger } from './compare-ledger.ts'
import { compareOrders } from './compare-orders.ts'
import { add, compareSums, type Report, type Sums } from './sums.ts'

/** Records of a list as the business knows them, by their ids; orders by the ids that it gave them. */
type Known = ReadonlyMap<string, Record<string, string | number>>

/** Columns with amounts that are compared. The exports give each in cents and in decimals. */
export const AMOUNTS: Readonly<Record<string, readonly string[]>> = {
  invoices: ['subtotal', 'taxTotal', 'grandTotal', 'openAmount'],
  'credit-notes': ['grandTotal'],
  payments: ['amount', 'fee', 'allocated', 'unallocated', 'refunded'],
  bills: ['totalAmount'],
  charges: ['amount'],
  settlements: ['totalAmount', 'sumOfLines'],
  orders: ['total', 'keptAmount'],
  'one-stop-shop': ['netAmount', 'taxAmount'],
  ledger: ['amount'],
}

const readKey = (list: string, { id = '', externalOrderId = '' }: Row) => (list === 'orders' ? externalOrderId : id)

const findStatus = ({ isCancelled, open, isOverdue }: Sold) =>
  isCancelled ? 'cancelled' : open === 0 ? 'paid' : isOverdue ? 'overdue' : 'issued'

const describePayment = (payment: PaidIn) => {
  const { amount, fee, unallocated, refunded, isReversed } = payment
  const allocated = isReversed ? 0 : payment.allocations.reduce((sum, each) => sum + each.amount, 0)
  const status = isReversed ? 'reversed' : unallocated > 0 ? 'open' : 'closed'
  return { amount, fee, allocated, unallocated, refunded, status }
}

/** All records as the business knows them. */
const describe = (world: World): Record<string, Known> => {
  const charges = world.charges.flatMap(({ id, amount }) => (id ? [[id, { amount }] as const] : []))
  return {
    invoices: new Map(
      world.invoices.map((each) => {
        const { id, net, tax, gross, open, isCancelled, number } = each
        const amounts = { subtotal: net, taxTotal: tax, grandTotal: gross, openAmount: isCancelled ? 0 : open }
        return [id, { ...amounts, invoiceNumber: number, status: findStatus(each) }]
      }),
    ),
    'credit-notes': new Map(world.notes.map(({ id, gross, status }) => [id, { grandTotal: gross, status }])),
    payments: new Map(world.payments.map((each) => [each.id, describePayment(each)])),
    bills: new Map(world.bills.map(({ id, total, status }) => [id, { totalAmount: total, status }])),
    charges: new Map(charges),
    settlements: new Map(
      world.settlements.map(({ id, total, status }) => {
        const shown = status === 'carried' ? 'approved' : status
        return [id, { totalAmount: total, sumOfLines: total, status: shown }]
      }),
    ),
    orders: new Map(
      world.shopOrders.map((order) => {
        const known = { channelId: world.channels[order.channel], total: totalOf(order), currency: 'EUR' }
        const refunded = order.refunds.reduce((sum, { cents }) => sum + cents, 0)
        const status = order.isCancelled ? 'cancelled' : 'accepted'
        return [
          order.id,
          { ...known, refundedAmount: refunded, keptAmount: keptOf({ ...order, isCancelled: false }), status },
        ]
      }),
    ),
  }
}

const toDecimal = (cents: string) => (Number(cents) / 100).toFixed(2)

const compareRow = (
  report: Report,
  about: string,
  row: Row,
  known: Record<string, string | number>,
  amounts: readonly string[],
) => {
  for (const [name, value] of Object.entries(known)) report(`${about}, ${name}`, row[name], String(value))
  for (const name of amounts)
    if (row[`${name}Decimal`] !== undefined)
      report(`${about}, ${name} in decimals`, row[`${name}Decimal`], toDecimal(row[name] ?? ''))
}

const compareExports = (report: Report, world: World, answers: Answers) => {
  const { exports, records } = answers
  for (const [list, known] of Object.entries(describe(world))) {
    const rows = exports[list] ?? []
    const own = rows.filter((row) => !isOfOrder(row))
    report(`rows of ${list}`, own.map((row) => readKey(list, row)).toSorted(), [...known.keys()].toSorted())
    for (const row of own) {
      const about = `${list} ${row.id}`
      compareRow(report, about, row, known.get(readKey(list, row)) ?? {}, AMOUNTS[list] ?? [])
    }
    if (!records[list]) continue
    const amounts = AMOUNTS[list] ?? []
    report(
      `${list} as JSON Lines`,
      records[list].map((record) => [record.id, ...amounts.map((name) => String(record[name]))]),
      rows.map((row) => [row.id, ...amounts.map((name) => row[name])]),
    )
  }
  compareOrders(report, world, answers)
}

/** Accounts of what buyers in other member states tax, whose postings name them. */
const REPORTED = ['8125', '8336']

/** Sums the postings by account and month. Accounts of partners are named by the texts of their postings. */
const sumPostings = (report: Report, { customers }: World, postings: readonly Posting[]) => {
  const sums: Sums = new Map()
  const names = new Map<string, string>()
  for (const { cents, side, account, contra, vatId, day, number, text: shown } of postings) {
    // A number of a payment or credit note may stand before the name of the partner.
    const text = shown.split(', ').at(-1) ?? ''
    report(
      `posting of ${number} is complete`,
      cents > 0 && /^[SH]$/.test(side) && /^\d{5}$/.test(account) && /^\d{4}(?: AT \d+)?$/.test(contra),
      true,
    )
    const buyer = REPORTED.includes(contra) ? customers.find(({ name }) => name === text) : undefined
    report(`VAT id of posting ${number}`, vatId, buyer?.vatId ?? '')
    report(`name of account ${account}`, names.get(account) ?? text, text)
    names.set(account, text)
    const amount = side === 'S' ? cents : -cents
    const role = account < '70000' ? 'debtor' : 'creditor'
    add(sums, `${role} ${text} ${day.slice(0, 7)}`, amount)
    add(sums, `${contra} ${day.slice(0, 7)}`, -amount)
  }
  report('number of accounts of partners', new Set(names.values()).size <= names.size, true)
  return sums
}

/** Sums what the business booked itself, without what the platform is not told of. */
const sumBook = (world: World) => {
  const names = new Map([
    ['bank', '1200'],
    ['fees', '4970'],
  ])
  for (const { id, name } of [...world.customers, ...world.suppliers, world.custodian]) {
    names.set(debtor(id), `debtor ${name}`).set(waitingNotes(id), `debtor ${name}`)
    names.set(creditor(id), `creditor ${name}`)
  }
  const sums: Sums = new Map()
  const isInside = ({ credit, debit }: Entry) => credit !== 'outside' && debit !== 'outside'
  for (const { debit, credit, cents, day } of world.book.entries.filter(isInside)) {
    add(sums, `${names.get(debit) ?? debit} ${day.slice(0, 7)}`, cents)
    add(sums, `${names.get(credit) ?? credit} ${day.slice(0, 7)}`, -cents)
  }
  return sums
}

const countLateDays = (dueDate: string, today: string): number =>
  Math.max(0, Math.round((Date.parse(today) - Date.parse(dueDate)) / 86_400_000))

/** Adds open amounts up by days past the due date. */
const ageOf = (invoices: readonly Sold[], today: string): number[] => {
  const groups = [0, 0, 0, 0, 0]
  for (const { dueDate, open } of invoices) {
    const late = countLateDays(dueDate, today)
    const group = late === 0 ? 0 : Math.min(4, 1 + Math.floor((late - 1) / 30))
    groups[group] = (groups[group] ?? 0) + open
  }
  return groups
}

const comparePartners = (report: Report, world: World, { partners }: Answers) => {
  const today = toDay(world.now)
  for (const [id, said] of Object.entries(partners)) {
    const own = world.invoices.filter(
      ({ customer, open, isCancelled }) => customer.id === id && open > 0 && !isCancelled,
    )
    const owed = world.book.balanceOf(debtor(id))
    const credit = world.payments.reduce((sum, each) => sum + (each.customer.id === id ? each.unallocated : 0), 0)
    const openAmount = own.reduce((sum, { open }) => sum + open, 0)
    report(`receivable account of ${id}`, said.receivable, owed)
    report(
      `open items of ${id}`,
      [said.openAmount, said.credit, said.openAmount - said.credit],
      [openAmount, credit, owed],
    )
    report(`balance in the open items of ${id}`, said.balance, owed)
    const waits = world.notes.some(({ invoice, status }) => invoice.customer.id === id && status === 'issued')
    report(`aging of ${id}`, said.aging, own.length || credit || waits ? ageOf(own, today) : [])
    report(
      `open invoices of ${id}`,
      Object.entries(said.openInvoices).toSorted(),
      own.map((each) => [each.id, [each.open, countLateDays(each.dueDate, today)]]).toSorted(),
    )
    for (const end of listEnds(world, id)) {
      const counts = ({ at }: Entry) => at <= Date.parse(end)
      report(`statement of ${id} at ${end}`, said.closing[end], findStatementBalance(world, id, counts))
    }
    const closing = findStatementBalance(world, id, () => true)
    report(`lines of the statement of ${id}`, [said.lines, said.aged], [closing, closing])
  }
}

/** A statement has what is owed to the partner, and its credit notes from their issue on. */
const findStatementBalance = (world: World, id: string, counts: (entry: Entry) => boolean): number => {
  const notes = world.book.entries.filter(counts).reduce((sum, entry) => sum + issuedNotes(entry, id), 0)
  return -world.book.balanceOf(creditor(id), counts) - notes
}

/** Lists every difference between what the platform says and what the business booked itself, and between its answers. */
export const findDisagreements = (world: World, answers: Answers): string[] => {
  const found: string[] = []
  const report: Report = (about, said, known) => {
    const [one, other] = [JSON.stringify(said), JSON.stringify(known)]
    if (one !== other) found.push(`${about}: ${one} instead of ${other}`)
  }
  compareExports(report, world, answers)
  compareSums(report, 'DATEV', sumPostings(report, world, answers.postings), sumBook(world))
  compareLedger(report, world, answers)
  const sold = Object.values(CATEGORIES).filter(
    ({ account }) => !answers.postings.some(({ contra }) => contra === account),
  )
  report(
    'revenue accounts without a posting',
    sold.map(({ account }) => account),
    [],
  )
  comparePartners(report, world, answers)
  report('balance of the bank', world.book.balanceOf('bank') - sumPending(world), world.bank.balance)
  return found
}

/** Money that is booked and that the bank has not shown yet. */
const sumPending = ({ bookings }: World) => bookings.reduce((sum, { cents }) => sum + cents, 0)
