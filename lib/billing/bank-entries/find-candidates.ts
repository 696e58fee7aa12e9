import { findPartnersByName } from '../../partner/find-partners-by-name.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { findAll } from '../../platform/store/lists/list.ts'
import { scanOldestFirst } from '../../platform/store/lists/scan-oldest-first.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { computeOpenAmount, type StoredInvoice } from '../invoices/invoice.ts'
import { findInvoiceIdsByNumber, invoices } from '../invoices/invoice-store.ts'
import type { Numbering } from '../numbering/numbering.ts'
import type { BankLine } from './bank-entry.ts'
import { findReferences, type Reference } from './find-references.ts'
import { findPayers } from './payer-account-store.ts'
import type { Candidates, OpenInvoice } from './propose-payments.ts'

/** Bounds the reads for one entry: partners whose invoices are read, and invoices of each in each state. */
const MAX_PARTNERS = 3
const MAX_INVOICES = 25

const toOpenInvoice = (invoice: StoredInvoice): OpenInvoice => ({
  id: invoice.id,
  number: invoice.invoiceNumber ?? '',
  partnerId: invoice.partnerId,
  partnerName: invoice.partnerName,
  currency: invoice.currencyCode,
  openAmount: computeOpenAmount(invoice),
  dueDate: invoice.dueDate,
})

/** Reads the invoices whose numbers an entry may name, in two reads. */
export const findNamedInvoices = async (
  db: Table,
  tenant: Id,
  line: BankLine,
  numbering: Numbering,
): Promise<{ invoice: OpenInvoice; reason: Reference['reason'] }[]> => {
  const references = findReferences(line, numbering)
  const numbers = references.map(({ number }) => number)
  const idsByNumber = await findInvoiceIdsByNumber(db, tenant, numbers)
  const found = await findAll(db, invoices, tenant, [...new Set(idsByNumber.values())])
  const byId = new Map(found.map((invoice) => [invoice.id, toOpenInvoice(invoice)]))
  return references.flatMap(({ number, reason }) => {
    const invoice = byId.get(idsByNumber.get(number) ?? '')
    return invoice ? [{ invoice, reason }] : []
  })
}

/** Reads the oldest open invoices of the partners. */
const readOldestInvoices = async (db: Table, tenant: Id, partners: readonly Id[]): Promise<OpenInvoice[]> => {
  const read = (partnerId: Id, status: string) =>
    scanOldestFirst(db, invoices, tenant, {
      ...{ by: { partnerId }, facets: { status }, byDate: { field: 'dueDate' }, limit: MAX_INVOICES },
    })
  const all = partners.slice(0, MAX_PARTNERS).flatMap((id) => [read(id, 'overdue'), read(id, 'issued')])
  return (await Promise.all(all)).flatMap(({ items }) => items.map(toOpenInvoice))
}

/** Returns the partners who may be the other party: those who paid from its account before, else those with its name. */
export const findPossiblePartners = async (
  db: Table,
  tenant: Id,
  { counterpartyAccount, counterpartyName }: BankLine,
): Promise<{ partners: Id[]; reason: 'partner_account' | 'partner_name' }> => {
  const payers = counterpartyAccount ? await findPayers(db, tenant, counterpartyAccount) : []
  if (payers.length) return { partners: payers.slice(-MAX_PARTNERS), reason: 'partner_account' }
  const alike = counterpartyName ? await findPartnersByName(db, tenant, counterpartyName) : []
  return { partners: alike.slice(0, MAX_PARTNERS).map(({ id }) => id), reason: 'partner_name' }
}

/** Reads what may match a credit, in at most eleven reads whatever the number of invoices and partners. */
export const findCandidates = async (
  { db }: Pick<App, 'db'>,
  tenant: Id,
  line: BankLine,
  numbering: Numbering,
): Promise<Candidates> => {
  const [named, { partners, reason }] = await Promise.all([
    findNamedInvoices(db, tenant, line, numbering),
    findPossiblePartners(db, tenant, line),
  ])
  const found = await readOldestInvoices(db, tenant, partners)
  return reason === 'partner_account'
    ? { named, ofAccount: found, ofName: [] }
    : { named, ofAccount: [], ofName: found }
}
