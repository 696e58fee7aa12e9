import { readBalance } from '../billing/paying.ts'
import { readCsv } from '../data-exchange/exporting.ts'
import { must, type World } from './business/world.ts'

export type Row = Record<string, string>

/** A posting of the DATEV file as its reader understands it. */
export interface Posting {
  cents: number
  side: string
  account: string
  /** With country and rate, if the tax is that of another country. */
  contra: string
  /** Of a buyer in another member state, or empty. */
  vatId: string
  /** YYYY-MM-DD */
  day: string
  number: string
  text: string
}

/** Everything that the platform says at the end of the year. */
export interface Answers {
  /** Rows of the exports, by the name of their list. */
  exports: Record<string, Row[]>
  /** Records of the same exports as JSON Lines. */
  records: Record<string, Record<string, unknown>[]>
  postings: Posting[]
  /** Revenue by channel. */
  revenue: Record<string, number>
  partners: Record<string, PartnerAnswers>
}

interface OpenInvoice {
  invoiceId: string
  openAmount: number
  daysOverdue: number
}

interface PartnerAnswers {
  /** Balance of the receivable account. */
  receivable: number
  openAmount: number
  credit: number
  balance: number
  aging: number[]
  /** Open amount and days overdue of each invoice. */
  openInvoices: Record<string, number[]>
  /** Closing balance of the statement, by its end. */
  closing: Record<string, number>
  /** Sum of the lines of the whole statement, and of its age groups. */
  lines: number
  aged: number
}

const LISTS: Readonly<Record<string, string>> = {
  invoices: '/api/billing/invoices',
  'credit-notes': '/api/billing/credit-notes',
  payments: '/api/billing/payments',
  bills: '/api/billing/bills',
  charges: '/api/billing/charges',
  orders: '/api/sales/orders',
}

const readExport = async ({ clerk }: World, path: string, filters = '') => {
  const rows = readCsv(await must(clerk.get(`${path}/export?${filters}`)))
  const lines: string = await must(clerk.get(`${path}/export?${filters}&format=jsonl`))
  const records = lines
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  return { rows, records }
}

const readExports = async (world: World, answers: Answers): Promise<void> => {
  for (const [list, path] of Object.entries(LISTS)) {
    const { rows, records } = await readExport(world, path)
    answers.exports[list] = rows
    answers.records[list] = records
  }
}

/** Quarters of the year and what is after it. */
const listRanges = (year: number): [from: string, to: string][] => [
  ...['01-01/03-31', '04-01/06-30', '07-01/09-30', '10-01/12-31'].map((range): [string, string] => {
    const [from, to] = range.split('/')
    return [`${year}-${from}`, `${year}-${to}`]
  }),
  [`${year + 1}-01-01`, `${year + 1}-12-31`],
]

/** Reads the ledger quarter by quarter, since the answer is a file only up to some number of rows. */
const readLedger = async (world: World, answers: Answers): Promise<void> => {
  const parts = []
  for (const [from, to] of listRanges(world.year))
    parts.push(await readExport(world, '/api/billing/ledger', `postedFrom=${from}&postedTo=${to}`))
  answers.exports.ledger = parts.flatMap(({ rows }) => rows)
  answers.records.ledger = parts.flatMap(({ records }) => records)
}

const toRow = (record: Record<string, unknown>): Row =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, value === null ? '' : String(value)]))

/** Settlements have a list and an export of the lines of each. */
const readSettlements = async ({ clerk }: World, answers: Answers): Promise<void> => {
  const { member } = await must(clerk.get('/api/billing/settlements?itemsPerPage=100'))
  const rows: Row[] = []
  for (const settlement of member) {
    const lines = readCsv(await must(clerk.get(`/api/billing/settlements/${settlement.id}/line-items/export`)))
    const sum = lines.reduce((total, { type, amount }) => total + (type === 'debit' ? -1 : 1) * Number(amount), 0)
    rows.push({ ...toRow(settlement), sumOfLines: String(sum) })
  }
  answers.exports.settlements = rows
}

const unquote = (cell = '') => cell.replace(/^"|"$/g, '').replaceAll('""', '"')

/** Reads country and rate of a posting with the tax of another country, or the VAT id of a buyer there. */
const readForeign = (cells: readonly string[]): { tax: string[]; vatId: string } => {
  const found = unquote(cells[39])
  const rate = cells[40]?.replace(',', '.')
  return rate ? { tax: [found, String(Number(rate))], vatId: '' } : { tax: [], vatId: found }
}

/** Reads the postings of a range of days. A row has a day and a month; the year is that of the file. */
const readBatch = async ({ clerk }: World, from: string, to: string): Promise<Posting[]> => {
  const bytes = Buffer.from(await must(clerk.get(`/api/billing/exports/datev?from=${from}&to=${to}`)), 'base64')
  const [, , ...rows] = new TextDecoder('windows-1252').decode(bytes).split('\r\n').slice(0, -1)
  return rows.map((row) => {
    const cells = row.split(';')
    const date = cells[9] ?? ''
    const { tax, vatId } = readForeign(cells)
    return {
      cents: Number(cells[0]?.replace(',', '')),
      side: unquote(cells[1]),
      account: cells[6] ?? '',
      contra: [cells[7] ?? '', ...tax].join(' '),
      vatId,
      day: `${from.slice(0, 4)}-${date.slice(2)}-${date.slice(0, 2)}`,
      number: unquote(cells[10]),
      text: unquote(cells[13]),
    }
  })
}

/** Reads the return of the one-stop shop for each quarter. */
const readOneStopShop = async ({ clerk }: World, year: number): Promise<Row[]> => {
  const rows: Row[] = []
  for (const quarter of [...[1, 2, 3, 4].map((each) => `${year}-Q${each}`), `${year + 1}-Q1`])
    rows.push(...readCsv(await must(clerk.get(`/api/billing/one-stop-shop/export?quarter=${quarter}`))))
  return rows
}

const readRevenue = async ({ clerk, channels }: World, answers: Answers): Promise<void> => {
  for (const id of Object.values(channels))
    answers.revenue[id] = (await must(clerk.get(`/api/sales/channels/${id}/analytics?period=all_time`))).totalRevenue
}

const readPostings = async (world: World, answers: Answers): Promise<void> => {
  for (const [from, to] of listRanges(world.year)) answers.postings.push(...(await readBatch(world, from, to)))
}

/** Ends of the statements of a partner: a day after everything, and of quarters for those who are paid. */
export const listEnds = ({ year, customers }: World, id: string): string[] => {
  const quarters = customers.some((customer) => customer.id === id) ? [] : [3, 6, 9, 12]
  return [...quarters.map((month) => Date.UTC(year, month, 1)), Date.UTC(year, 12, 20)].map((at) =>
    new Date(at).toISOString(),
  )
}

const readStatements = async (world: World, id: string) => {
  const closing: Record<string, number> = {}
  let [lines, aged] = [0, 0]
  for (const end of listEnds(world, id)) {
    const path = `/api/billing/partners/${id}/statement?itemsPerPage=100&to=${end}`
    const [statement] = (await must(world.clerk.get(path))).member
    closing[end] = statement?.closingBalance ?? 0
    aged = Object.values((statement?.aging ?? {}) as Record<string, number>).reduce((sum, each) => sum + each, 0)
  }
  const rows = readCsv(await must(world.clerk.get(`/api/billing/partners/${id}/statement/export`)))
  lines = rows.reduce((sum, { amount }) => sum + Number(amount), 0)
  return { closing, lines, aged }
}

const readPartner = async (world: World, id: string): Promise<PartnerAnswers> => {
  const { currencies, invoices } = await must(world.clerk.get(`/api/billing/partners/${id}/open-items`))
  const { openAmount = 0, credit = 0, balance = 0, aging = {} } = currencies[0] ?? {}
  return {
    receivable: await readBalance(world.clerk, id),
    ...{ openAmount, credit, balance, aging: Object.values(aging as Record<string, number>) },
    openInvoices: Object.fromEntries(
      invoices.map((each: OpenInvoice) => [each.invoiceId, [each.openAmount, each.daysOverdue]]),
    ),
    ...(await readStatements(world, id)),
  }
}

/** Reads all that the platform says about the books. */
export const readAnswers = async (world: World): Promise<Answers> => {
  const answers: Answers = { exports: {}, records: {}, postings: [], revenue: {}, partners: {} }
  await readExports(world, answers)
  await readLedger(world, answers)
  await readSettlements(world, answers)
  await readPostings(world, answers)
  await readRevenue(world, answers)
  answers.exports['one-stop-shop'] = await readOneStopShop(world, world.year)
  for (const { id } of [...world.customers, ...world.suppliers, world.custodian])
    answers.partners[id] = await readPartner(world, id)
  return answers
}

/** Tells whether a charge follows from an order, so that nobody recorded it. */
export const isOfOrder = ({ chargeType }: Row): boolean => chargeType === 'order' || chargeType === 'refund'
