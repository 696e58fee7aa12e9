import { readCsv } from '../data-exchange/exporting.ts'
import { must } from '../year/business/world.ts'
import { totalOf } from './logistics-book.ts'
import { agree, type Provider } from './provider.ts'

/** What each partner is owed at the end by its settlements that were not paid. */
const compareStatements = async (provider: Provider): Promise<void> => {
  const { clerk, book, owners, warehouse, year } = provider
  for (const partner of [...owners.map(({ id }) => id), warehouse]) {
    const approved = book.statements.filter((each) => each.partner === partner && each.status === 'approved')
    const known = approved.reduce((sum, each) => sum + totalOf(each) * (each.isCarried ? 0 : 1), 0)
    const to = `${year + 1}-01-31T00:00:00Z`
    const { member } = await must(clerk.get(`/api/billing/partners/${partner}/statement?to=${to}`))
    agree(provider, `balance of ${partner}`, member[0]?.closingBalance ?? 0, known)
  }
}

/** The ledger has what was approved and what was paid, by partner and day. */
const compareLedger = async (provider: Provider): Promise<void> => {
  const { clerk, book, year } = provider
  const said = new Map<string, number>()
  for (const [from, to] of [
    [`${year}-01-01`, `${year}-06-30`],
    [`${year}-07-01`, `${year + 1}-01-31`],
  ]) {
    const rows = readCsv(await must(clerk.get(`/api/billing/ledger/export?postedFrom=${from}&postedTo=${to}`)))
    for (const { partnerId, postedOn, amount } of rows) {
      const key = `${partnerId} ${postedOn}`
      said.set(key, (said.get(key) ?? 0) + Number(amount))
    }
  }
  const known = new Map<string, number>()
  const add = (key: string, cents: number) => known.set(key, (known.get(key) ?? 0) + cents)
  for (const each of book.statements) {
    if (each.status === 'rejected') continue
    add(`${each.partner} ${each.approvedOn}`, each.net + each.tax)
    if (each.status === 'paid') add(`${each.partner} ${each.paidOn}`, -totalOf(each))
  }
  const list = (sums: Map<string, number>) => [...sums].filter(([, cents]) => cents).sort()
  agree(provider, 'ledger by partner and day', list(said), list(known))
}

const unquote = (cell = '') => cell.replace(/^"|"$/g, '')

/** Reads the postings of a year by number of their document, contra account and tax key. */
const readBatch = async (provider: Provider, from: string, to: string): Promise<Map<string, number>> => {
  const text = await must(provider.clerk.get(`/api/billing/exports/datev?from=${from}&to=${to}`))
  const [, , ...rows] = Buffer.from(text, 'base64').toString('latin1').split('\r\n').slice(0, -1)
  const sums = new Map<string, number>()
  for (const row of rows) {
    const cells = row.split(';').map(unquote)
    const key = [cells[10], cells[7], cells[8]].join(' ')
    const cents = Number(cells[0]?.replace(',', ''))
    sums.set(key, (sums.get(key) ?? 0) + (cells[1] === 'H' ? cents : -cents))
  }
  return sums
}

/** Expenses are posted gross with the key of their tax, and payments to the bank; what was taken back comes to nothing. */
const comparePostings = async (provider: Provider): Promise<void> => {
  const { book, year, warehouse } = provider
  const said = new Map<string, number>()
  for (const [from, to] of [
    [`${year}-01-01`, `${year}-12-31`],
    [`${year + 1}-01-01`, `${year + 1}-01-31`],
  ] as const)
    for (const [key, cents] of await readBatch(provider, from, to)) said.set(key, (said.get(key) ?? 0) + cents)
  const known = new Map<string, number>()
  for (const each of book.statements) {
    if (each.status === 'rejected') continue
    known.set(`${each.number} 4900 ${each.partner === warehouse && each.tax ? '9' : ''}`, each.net + each.tax)
    if (each.status === 'paid') known.set(`${each.number} 1200 `, -totalOf(each))
  }
  const list = (sums: Map<string, number>) => [...sums].filter(([, cents]) => cents).sort()
  agree(provider, 'postings', list(said), list(known))
}

/** Self-billing invoices less the credit notes that took them back are what the warehouse supplied, and its tax. */
const compareSelfBilling = async (provider: Provider): Promise<void> => {
  const { clerk, book, warehouse } = provider
  const { member } = await must(clerk.get(`/api/billing/self-billing-invoices?partnerId=${warehouse}&itemsPerPage=100`))
  const sum = (field: 'subtotal' | 'taxTotal') =>
    member.reduce(
      (all: number, each: Record<string, number | string>) =>
        all + (each.type === 'invoice' ? 1 : -1) * Number(each[field]),
      0,
    )
  const live = book.statements.filter(({ partner, status }) => partner === warehouse && status !== 'rejected')
  const known = [live.reduce((all, { net }) => all + net, 0), live.reduce((all, { tax }) => all + tax, 0)]
  agree(provider, 'self-billing', [sum('subtotal'), sum('taxTotal')], known)
}

/** What no settlement has is what the book has not settled either: late news of periods that the next settlement takes. */
const compareUnsettled = async (provider: Provider): Promise<void> => {
  const { clerk, book } = provider
  const { member } = await must(clerk.get('/api/billing/unsettled-charges/by-partner?itemsPerPage=100'))
  const said = member.map((each: { partnerId: string; oldestOn: string }) => [each.partnerId, each.oldestOn]).sort()
  const waiting = Map.groupBy(
    book.entries.filter(({ settlement }) => !settlement),
    ({ partner }) => partner,
  )
  const known = [...waiting].map(([partner, all]) => [partner, all.map(({ day }) => day).sort()[0]]).sort()
  agree(provider, 'what no settlement has', said, known)
}

/** Compares all that the platform says at the end of the year with the book. */
export const compareAll = async (provider: Provider): Promise<void> => {
  await compareStatements(provider)
  await compareLedger(provider)
  await comparePostings(provider)
  await compareSelfBilling(provider)
  await compareUnsettled(provider)
}
