import type { StoredCreditNote } from '../../../../lib/billing/credit-notes/credit-note.ts'
import type { StoredInvoice } from '../../../../lib/billing/invoices/invoice.ts'
import type { InvoiceLines } from '../../../../lib/billing/invoices/invoice-store.ts'
import { readStatement } from '../../../../lib/billing/partner-statements/read-statement.ts'
import type { StoredSettlement } from '../../../../lib/billing/settlements/settlement.ts'
import type { Stored } from '../../../../lib/platform/store/entities/entity.ts'
import { findFaults, readBooks } from '../../../billing/settling.ts'
import { findViolations } from '../../payments/violations.ts'
import type { PlatformWorld } from '../world.ts'
import type { Life } from './states.ts'

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

/** Checks that lines are priced on their own, and add up to the totals. */
const findLineFaults = ({ list }: PlatformWorld): string[] => {
  const check = (
    name: string,
    { id, subtotal, taxTotal, grandTotal }: StoredInvoice | StoredCreditNote,
    lines: InvoiceLines['lines'],
  ) => {
    const found: string[] = []
    const isExact = [subtotal, taxTotal, grandTotal].every(Number.isSafeInteger)
    if (!isExact) found.push(`${name} ${id} has amounts that are not exact`)
    if (sum(lines.map(({ amount }) => amount)) !== subtotal)
      found.push(`the lines of ${name} ${id} are not ${subtotal}`)
    if (subtotal + taxTotal !== grandTotal)
      found.push(`${name} ${id}: ${subtotal} and ${taxTotal} are not ${grandTotal}`)
    for (const { amount, quantity, unitPrice } of lines)
      if (Math.abs(amount - quantity * unitPrice) > 0.5) found.push(`a line of ${name} ${id} has ${amount}`)
    return found
  }
  const linesOf = new Map(
    [...list<InvoiceLines>('invoice-lines'), ...list<InvoiceLines>('credit-note-lines')].map(({ id, lines }) => [
      id,
      lines,
    ]),
  )
  return [
    ...list<StoredInvoice>('invoice').flatMap((each) => check('invoice', each, linesOf.get(each.id) ?? [])),
    ...list<StoredCreditNote>('credit-note').flatMap((each) => check('credit note', each, linesOf.get(each.id) ?? [])),
    ...list<StoredInvoice>('invoice').flatMap(({ id, applied, grandTotal }) =>
      applied > grandTotal ? [`${applied} was credited of invoice ${id} over ${grandTotal}`] : [],
    ),
  ]
}

/** Checks that the numbers of each sequence have no gap, and that the owner of each has no other. */
const findNumberFaults = ({ table, tenant, list }: PlatformWorld): string[] => {
  const found: string[] = []
  const numbers = new Map<string, string | null>([
    ...list<StoredInvoice>('invoice').map(({ id, invoiceNumber }) => [id, invoiceNumber] as const),
    ...list<StoredCreditNote>('credit-note').map(({ id, creditNoteNumber }) => [id, creditNoteNumber] as const),
    ...list<StoredSettlement>('settlement').map(({ id, settlementNumber }) => [id, settlementNumber] as const),
  ])
  const given = [...numbers.values()].filter((number) => number !== null)
  if (new Set(given).size !== given.length) found.push('two documents have one number')
  for (const { sk: sequence, last = 0 } of table.inPartition(`T#${tenant}#numbers`)) {
    const register = table.inPartition(`T#${tenant}#numbers#${sequence}`).sort((a, b) => (a.sk < b.sk ? -1 : 1))
    const isWhole = register.every(({ sk }, place) => Number(sk) === place + 1) && register.length === last
    if (!isWhole) found.push(`${sequence} has the numbers ${register.map(({ sk }) => Number(sk))}, the last is ${last}`)
    for (const { number, owner } of register)
      if (numbers.get(String(owner)) !== number) found.push(`${number} is not the number of its owner ${owner}`)
  }
  return found
}

/** Checks that statements close with what they open with and their lines. */
const findStatementFaults = async ({ app, tenant, list }: PlatformWorld): Promise<string[]> => {
  const found: string[] = []
  for (const { id } of list<Stored>('partner'))
    for (const currency of ['EUR', 'USD']) {
      const range = { from: '2026-03-03', to: '2026-12-31', zone: 'Europe/Berlin', skip: 0, maxLines: 1000 }
      const asked = { partnerId: id, currency, ...range }
      const { openingBalance, closingBalance, lines } = await readStatement(app.db, tenant, asked)
      if (openingBalance + sum(lines.map(({ amount }) => amount)) !== closingBalance)
        found.push(`the statement of ${id} closes with ${closingBalance} ${currency}`)
    }
  return found
}

/** Checks invoices, credit notes, payments, the ledger, settlements, numbers and statements. */
export const findMoneyFaults = async (world: PlatformWorld, lives: readonly Life[]): Promise<string[]> => {
  const moves = lives
    .filter(({ kind }) => kind === 'invoice')
    .flatMap(({ id, versions }) =>
      versions.flatMap(({ status }, place) =>
        status === versions[place - 1]?.status ? [] : [{ id, to: String(status) }],
      ),
    )
  const partnerIds = world.list<Stored>('partner').map(({ id }) => id)
  return [
    ...findLineFaults(world),
    ...findNumberFaults(world),
    ...(await findViolations({ ...world, partnerIds, moves })),
    ...findFaults(await readBooks(world.tenant)),
    ...(await findStatementFaults(world)),
  ]
}
