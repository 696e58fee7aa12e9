import { OneStopShopRow } from '../../../schemas/billing/one-stop-shop.ts'
import type { Collection } from '../../data-exchange/exports/collection.ts'
import { defineCollection } from '../../data-exchange/exports/define-collection.ts'
import type { App } from '../../platform/app/app.ts'
import { type Day, toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { Problem } from '../../platform/problem.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import { findAll } from '../../platform/store/lists/list.ts'
import { scanPart } from '../../platform/store/lists/scan-part.ts'
import { creditNoteLines, creditNotes } from '../credit-notes/credit-note-store.ts'
import type { StoredInvoice } from '../invoices/invoice.ts'
import { invoiceLines, invoices } from '../invoices/invoice-store.ts'
import { type Movement, sumOneStopShopRows, toOneStopShopRows, toQuarter } from '../taxes/one-stop-shop.ts'

interface Cursor {
  kind: 'invoices' | 'credit_notes'
  after: string | null
  /** Sums of the documents that were read. */
  rows: OneStopShopRow[]
}

/** Keeps the sums within the item of the export that continues from them. */
const MAX_SUMS = 800

interface Asked {
  tenant: Id
  zone: string
  quarter: string
  after: string | null
  limit: number
}

type Plan = Omit<Movement, 'lines'> & { id: Id }

interface Part {
  movements: Movement[]
  next: string | null
}

/** Returns the day of the supply; an issued invoice always has one. */
const readSupplyDay = ({ supplyDate, supplyPeriod, issuedAt }: StoredInvoice, zone: string): Day =>
  supplyPeriod?.to ?? supplyDate ?? toLocalDay(zone, new Date(issuedAt ?? 0))

/** Plans what an invoice moves: its supply, and the opposite on the day of its cancellation. */
const planInvoice = (invoice: StoredInvoice, zone: string): Plan[] => {
  const { id, currencyCode: currency, issuedAt, cancelledAt } = invoice
  if (issuedAt === null) return []
  const suppliedOn = readSupplyDay(invoice, zone)
  const supply: Plan = { id, type: 'supply', day: suppliedOn, suppliedOn, currency }
  if (cancelledAt === null) return [supply]
  return [supply, { ...supply, type: 'correction', day: toLocalDay(zone, new Date(cancelledAt)) }]
}

const readInvoices = async ({ db }: Pick<App, 'db'>, { tenant, zone, quarter, after, limit }: Asked): Promise<Part> => {
  const { items, next } = await scanPart(db, invoices, tenant, { after, limit })
  const plans = items.flatMap((invoice) => planInvoice(invoice, zone)).filter(({ day }) => toQuarter(day) === quarter)
  const found = await findAll(db, invoiceLines, tenant, [...new Set(plans.map(({ id }) => id))])
  const lines = new Map(found.map((each) => [each.id, each.lines]))
  return { movements: plans.map(({ id, ...plan }) => ({ ...plan, lines: lines.get(id) ?? [] })), next }
}

const readCreditNotes = async (
  { db }: Pick<App, 'db'>,
  { tenant, zone, quarter, after, limit }: Asked,
): Promise<Part> => {
  const { items, next } = await scanPart(db, creditNotes, tenant, { after, limit })
  const issued = items.flatMap(({ id, invoiceId, issuedAt, currencyCode: currency }) => {
    const day = issuedAt === null ? undefined : toLocalDay(zone, new Date(issuedAt))
    return day && toQuarter(day) === quarter ? [{ id, invoiceId, day, currency }] : []
  })
  const [found, credited] = await Promise.all([
    findAll(
      db,
      creditNoteLines,
      tenant,
      issued.map(({ id }) => id),
    ),
    findAll(db, invoices, tenant, [...new Set(issued.map(({ invoiceId }) => invoiceId))]),
  ])
  const lines = new Map(found.map((each) => [each.id, each.lines]))
  const supplied = new Map(credited.map((invoice) => [invoice.id, readSupplyDay(invoice, zone)]))
  const movements = issued.map(({ id, invoiceId, day, currency }) => {
    const suppliedOn = supplied.get(invoiceId) ?? day
    return { type: 'correction' as const, day, suppliedOn, currency, lines: lines.get(id) ?? [] }
  })
  return { movements, next }
}

/**
 * The sums of a quarter. They travel in the cursor, because each part may add to any of them, and the last part has them all.
 */
export const oneStopShopExport: Collection = defineCollection({
  name: 'one_stop_shop',
  scope: 'billing:ledger:read',
  of: OneStopShopRow,
  currencyField: 'currency',
  async read(app, tenant, { filters: { quarter = '' }, after, limit }) {
    const zone = await getSetting(app, tenant, GENERAL_SETTINGS.timezone)
    const cursor: Cursor = after === null ? { kind: 'invoices', after: null, rows: [] } : JSON.parse(after)
    const asked = { tenant, zone, quarter, after: cursor.after, limit }
    const part = cursor.kind === 'invoices' ? await readInvoices(app, asked) : await readCreditNotes(app, asked)
    const rows = sumOneStopShopRows([...cursor.rows, ...part.movements.flatMap(toOneStopShopRows)])
    if (rows.length > MAX_SUMS)
      throw new Problem(
        'OPERATION_NOT_ALLOWED',
        `The quarter has more than ${MAX_SUMS} sums of countries, rates and currencies, which one file cannot have.`,
      )
    if (part.next !== null) return { rows: [], next: JSON.stringify({ ...cursor, after: part.next, rows }) }
    if (cursor.kind === 'credit_notes') return { rows, next: null }
    return { rows: [], next: JSON.stringify({ kind: 'credit_notes', after: null, rows }) }
  },
})
