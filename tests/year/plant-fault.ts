import { type Answers, isOfOrder, type Posting, type Row } from './answers.ts'
import { AMOUNTS } from './find-disagreements.ts'

type Random = () => number

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T

const raise = (row: Row, column: string) => {
  row[column] = String(Number(row[column]) + 1)
}

const pickPosting = (random: Random, { postings }: Answers): Posting => pick(random, postings)

const LISTS = Object.keys(AMOUNTS)

const pickRow = (random: Random, { exports }: Answers) => {
  const list = pick(
    random,
    LISTS.filter((name) => exports[name]?.length),
  )
  return { list, rows: exports[list] as Row[], row: pick(random, exports[list] as Row[]) }
}

/** Writes amounts of a row as the exports do. */
const setAmounts = (row: Row, amounts: Readonly<Record<string, number>>) => {
  for (const [name, cents] of Object.entries(amounts)) {
    row[name] = String(cents)
    row[`${name}Decimal`] = (cents / 100).toFixed(2)
  }
}

const SUMS = ['receivable', 'openAmount', 'credit', 'balance', 'lines', 'aged'] as const

/** Faults that a platform with wrong books would show; each changes the answers by as little as possible. */
export const FAULTS: Readonly<Record<string, (random: Random, answers: Answers) => void>> = {
  'an amount of an export is a cent too high': (random, answers) => {
    const { list, row } = pickRow(random, answers)
    raise(row, pick(random, AMOUNTS[list] as readonly string[]))
  },
  'a decimal amount of an export differs from its cents': (random, answers) => {
    const row = pick(random, answers.exports.invoices as Row[])
    row.grandTotalDecimal = (Number(row.grandTotalDecimal) + 0.01).toFixed(2)
  },
  'an export lacks a row': (random, answers) => {
    const { rows, row } = pickRow(random, answers)
    rows.splice(rows.indexOf(row), 1)
  },
  'an export has a row twice': (random, answers) => {
    const { rows, row } = pickRow(random, answers)
    rows.push({ ...row })
  },
  'the status of an invoice is another': (random, answers) => {
    pick(random, answers.exports.invoices as Row[]).status = 'draft'
  },
  'JSON Lines have another amount than the CSV': (random, answers) => {
    const record = pick(random, answers.records.payments as Record<string, unknown>[])
    record.allocated = Number(record.allocated) + 1
  },
  'an order is in another channel': (random, { exports }) => {
    const order = pick(random, exports.orders as Row[])
    const other = exports.orders?.find(({ channelId }) => channelId !== order.channelId)
    order.channelId = other?.channelId ?? ''
  },
  'a charge is for another order': (random, { exports }) => {
    const charge = pick(random, (exports.charges as Row[]).filter(isOfOrder))
    charge.subject = `commerce:///sales/orders/${exports.orders?.find(({ id }) => !charge.subject?.endsWith(id ?? ''))?.id}`
  },
  'tax is put on top of prices that contain it': (random, { exports }) => {
    const row = pick(
      random,
      (exports.invoices as Row[]).filter(
        ({ pricesIncludeTax, taxTotal }) => pricesIncludeTax === 'true' && taxTotal !== '0',
      ),
    )
    const [gross, tax] = [Number(row.grandTotal), Number(row.taxTotal)]
    setAmounts(row, { subtotal: gross, taxTotal: tax, grandTotal: gross + tax })
  },
  'a sale abroad has the rate of the own country': (random, { exports }) => {
    const row = pick(random, exports['one-stop-shop'] as Row[])
    const gross = Number(row.netAmount) + Number(row.taxAmount)
    const tax = Math.round((gross * 19) / 119)
    Object.assign(row, { ratePercent: '19', netAmount: String(gross - tax), taxAmount: String(tax) })
  },
  'revenue abroad is posted at the rate of the own country': (random, { postings }) => {
    const posting = pick(
      random,
      postings.filter(({ contra }) => contra.startsWith('8320 ')),
    )
    posting.contra = pick(random, ['8320 AT 19', '8400'])
  },
  'a correction of the one-stop shop is a supply': (random, { exports }) => {
    const row = pick(random, exports['one-stop-shop'] as Row[])
    Object.assign(
      row,
      row.type === 'supply' ? { type: 'correction', originalQuarter: row.quarter } : { type: 'supply' },
    )
  },
  'a refund is forgotten in what is kept of an order': (random, { exports }) => {
    const rows = exports.orders as Row[]
    const refunded = rows.filter(({ refundedAmount }) => refundedAmount !== '0')
    const row = pick(random, refunded.length ? refunded : rows)
    if (refunded.length) setAmounts(row, { keptAmount: Number(row.total), refundedAmount: 0 })
    else setAmounts(row, { refundedAmount: 1 })
  },
  'a refund is forgotten in what the seller is charged': (random, { exports }) => {
    const own = (exports.charges as Row[]).filter(isOfOrder)
    const back = own.filter(({ amount }) => Number(amount) < 0)
    const row = pick(random, back.length ? back : own)
    exports.charges?.splice(exports.charges.indexOf(row), 1)
  },
  'a refund is forgotten in the revenue of a channel': (random, { revenue }) => {
    const channel = pick(random, Object.keys(revenue))
    revenue[channel] = (revenue[channel] ?? 0) + 100
  },
  'a posting is a cent too high': (random, answers) => {
    pickPosting(random, answers).cents += 1
  },
  'a posting is on the other side': (random, answers) => {
    const posting = pickPosting(random, answers)
    posting.side = posting.side === 'S' ? 'H' : 'S'
  },
  'a posting has another account': (random, answers) => {
    pickPosting(random, answers).contra = '8999'
  },
  'a posting is in another month': (random, answers) => {
    const posting = pickPosting(random, answers)
    posting.day = posting.day.replace(/-\d\d-/, posting.day.includes('-05-') ? '-06-' : '-05-')
  },
  'a posting is missing': (random, answers) => {
    answers.postings.splice(Math.floor(random() * answers.postings.length), 1)
  },
  'the accounts of two partners are mixed up': (random, { postings }) => {
    const [one] = postings
    const other = postings.find(({ text }) => text !== one?.text)
    if (one && other) one.text = pick(random, [other.text])
  },
  'a sum of a partner is a cent too high': (random, answers) => {
    pick(random, Object.values(answers.partners))[pick(random, SUMS)] += 1
  },
  'an open amount ages in another group': (random, { partners }) => {
    const all = Object.values(partners)
    const { aging } = all.find(({ openAmount }) => openAmount > 0) ?? pick(random, all)
    const [current = 0, late = 0, ...rest] = aging
    aging.splice(0, aging.length, current + 1, late - 1, ...rest)
  },
  'an entry of the ledger is on another day': (random, { exports }) => {
    const entry = pick(random, exports.ledger as Row[])
    entry.postedOn = `${Number(entry.postedOn?.slice(0, 4)) + 1}${entry.postedOn?.slice(4)}`
  },
  'an entry of the ledger is in the other account': (random, { exports }) => {
    const entry = pick(random, exports.ledger as Row[])
    entry.account = entry.account === 'payable' ? 'receivable' : 'payable'
  },
  'a statement of the past has another balance': (random, { partners }) => {
    const { closing } = pick(random, Object.values(partners))
    const end = pick(random, Object.keys(closing))
    closing[end] = (closing[end] as number) - 1
  },
}

/** Plants a fault into a copy of the answers. */
export const plantFault = (name: string, random: Random, answers: Answers): Answers => {
  const copy = structuredClone(answers)
  FAULTS[name]?.(random, copy)
  return copy
}
