import { app } from '../../../lib/platform/app/app.ts'
import { aCamt } from '../../billing/bank/camt.ts'
import { aReadyFile } from '../../generated/file-fixtures.ts'
import { aMember } from '../../support/client.ts'
import { toDay } from '../book.ts'
import { among, type Booking, compare, must, runTasks, type World } from './world.ts'

const STATEMENTS = '/api/billing/bank-statements'
const DAY_MS = 86_400_000

export interface BankLine extends Booking {
  iban?: string
  returnReason?: string
}

/** A bank entry as the platform shows it. */
export interface Shown {
  id: string
  amount: number
  direction: string
  bookedOn: string
  bankReference: string
  returnReason: string | null
  proposals: { paymentId: string | null; allocations: { invoiceId: string; amount: number }[] }[]
}

interface Booked extends BankLine {
  day: string
  reference: string
}

const decimal = (cents: number) => `${Math.trunc(cents / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`

const signed = (cents: number) => (cents < 0 ? `-${decimal(-cents)}` : decimal(cents))

const writeCamt = (world: World, account: string, lines: readonly Booked[], closing: number): string =>
  aCamt({
    account,
    ...{ id: String(world.bank.statements), opening: signed(world.bank.balance), closing: signed(closing) },
    entries: lines.map(({ cents, day, reference, name, iban, text, endToEndId, returnReason }) => ({
      ...{ amount: decimal(Math.abs(cents)), sign: cents < 0 ? ('DBIT' as const) : ('CRDT' as const), booked: day },
      ...{ reference, name, text, ...(iban && { iban }), ...(endToEndId && { endToEndId }) },
      ...(returnReason && { returnReason }),
    })),
  })

const writeCsv = (lines: readonly Booked[]): string =>
  [
    'Day;Amount;Name;IBAN;Text;Reference;End-to-end',
    ...lines.map(({ cents, day, reference, name, iban = '', text, endToEndId = '' }) =>
      [
        day.split('-').reverse().join('.'),
        signed(cents).replace('.', ','),
        name,
        iban,
        text,
        reference,
        endToEndId,
      ].join(';'),
    ),
  ].join('\n')

const MAX_DAYS = 20

/** Spreads bookings over the days since the last statement, so that no return is booked before its payment. */
const bookLines = (world: World, lines: readonly BankLine[], throughDay: string): Booked[] => {
  const { bank } = world
  const last = Date.parse(throughDay)
  const days = Math.min(MAX_DAYS, (last - bank.shownThrough) / DAY_MS)
  bank.shownThrough = last
  return lines.map((line, i) => ({
    ...line,
    day: new Date(last - among(world, days) * DAY_MS).toISOString().slice(0, 10),
    reference: `B-${bank.statements}-${i}`,
  }))
}

/** Uploads a file at the time of day, because the storage refuses signatures of another time. */
const upload = async ({ tenant }: World, content: string, fields: object): Promise<string> => {
  const { clock } = app()
  app().clock = () => new Date()
  try {
    return await aReadyFile(await aMember({ tenant }), Buffer.from(content), fields)
  } finally {
    app().clock = clock
  }
}

/** Imports a file of the bank, in turn a CAMT.053 and a CSV, and returns its entries in the order of the lines. */
export const importStatement = async (
  world: World,
  account: string,
  given: readonly BankLine[],
  throughDay: string,
): Promise<Shown[]> => {
  const lines = bookLines(world, given, throughDay)
  const { clerk, bank } = world
  const closing = lines.reduce((sum, { cents }) => sum + cents, bank.balance)
  const isCsv = bank.statements++ % 2 === 1
  const content = isCsv ? writeCsv(lines) : writeCamt(world, account, lines, closing)
  const named = isCsv
    ? { name: `${toDay(world.now)}.csv`, mimeType: 'text/csv' }
    : { name: `${toDay(world.now)}.xml`, mimeType: 'application/xml' }
  const fileId = await upload(world, content, { ...named, purpose: 'bank_statement' })
  const balances = { openingBalance: bank.balance, closingBalance: closing }
  const csv = { account, mappingId: bank.mappingId, ...balances }
  const asked = isCsv ? { fileId, format: 'csv', csv } : { fileId, format: 'camt053' }
  const { id } = await must(clerk.post(STATEMENTS, asked))
  await runTasks(world)
  const statement = await must(clerk.get(`${STATEMENTS}/${id}`))
  compare(world, `statement ${bank.statements}`, [statement.status, statement.addedCount], ['ready', lines.length])
  bank.balance = closing
  const { member } = await must(clerk.get(`${STATEMENTS}/${id}/entries?itemsPerPage=100`))
  const byReference = new Map<string, Shown>(member.map((entry: Shown) => [entry.bankReference, entry]))
  return lines.flatMap(({ reference }) => byReference.get(reference) ?? [])
}
