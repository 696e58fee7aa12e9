import type { LineItem } from '../../../schemas/billing/invoice.ts'
import type { StoredPartner } from '../../partner/partner-store.ts'
import type { App } from '../../platform/app/app.ts'
import { toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { move } from '../../platform/moves.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { type BillingSettings, findNumbering, getTaxRates, readBillingSettings } from '../billing-settings.ts'
import { checkComplete } from '../completeness/check-complete.ts'
import { findCheckedPartner } from '../completeness/find-checked-partner.ts'
import { assignNumber } from '../numbering/assign-number.ts'
import { readSequences, type Sequences } from '../numbering/number-store.ts'
import { completeReasons } from '../tax.ts'
import { readSupplyPlace } from '../taxes/supply-place.ts'
import { checkIssuable, INVOICE_MOVES, type StoredInvoice } from './invoice.ts'
import { buildInvoiceEvent, listToldOrders, tellIssued } from './invoice-event.ts'
import {
  findInvoiceIdsByNumber,
  type InvoiceWithLines,
  invoiceLines,
  invoices,
  loadInvoice,
  readInvoiceLines,
} from './invoice-store.ts'
import { scheduleNextReminder } from './plan-reminders.ts'
import { postInvoice } from './post-invoice.ts'
import { requireFollowedOrders } from './require-followed-orders.ts'

type Using = Pick<App, 'db' | 'clock'>

type Draft = Omit<StoredInvoice, 'rev' | 'createdAt' | 'updatedAt'> & { lines: LineItem[] }

interface Context {
  settings: BillingSettings
  partner: StoredPartner | undefined
  sequences?: Sequences | undefined
}

/** Assigns the draft its number and returns the changes that issue it. */
export const prepareInvoiceIssue = async (
  app: Using,
  unit: Unit,
  draft: Draft,
  { settings, partner, sequences }: Context,
  chosenNumber?: string | null,
) => {
  const status = move(INVOICE_MOVES, 'invoice', draft.status, 'issue')
  // Checked before a number is assigned, because a refusal would keep the sequence locked.
  checkIssuable(draft)
  const place = readSupplyPlace(draft, settings, partner, unit.now)
  checkComplete({ ...draft, noun: 'invoice', place }, settings, partner)
  const findHolders = (numbers: readonly string[]) => findInvoiceIdsByNumber(app.db, unit.tenant, numbers)
  const numbering = await findNumbering(app, unit.tenant, settings, 'invoice', draft.channelId)
  const numbered = { numbering, owner: draft.id, findHolders, sequences }
  const invoiceNumber = await assignNumber(app, unit, numbered, chosenNumber)
  const zone = settings['general.timezone']
  const supplyDate = draft.supplyDate ?? (draft.supplyPeriod ? null : toLocalDay(zone, unit.now))
  const changes = { status, invoiceNumber, issuedAt: unit.now.toISOString(), supplyDate }
  postInvoice(unit, { ...draft, ...changes }, zone)
  return { ...changes, ...scheduleNextReminder({ ...draft, ...changes }, settings, unit.now) }
}

export const issueInvoice = async (
  app: Using,
  unit: Unit,
  id: Id,
  chosenNumber?: string | null,
): Promise<InvoiceWithLines> => {
  const [before, settings, sequences] = await Promise.all([
    loadInvoice(app.db, unit, id),
    readBillingSettings(app, unit.tenant),
    readSequences(app.db, unit.tenant),
  ])
  const { lineItems: priced, ...draft } = before
  if (draft.status === 'draft') await requireFollowedOrders(app.db, unit.tenant, draft)
  const lineItems = completeReasons(priced, getTaxRates(settings))
  const partner = await findCheckedPartner(app, unit.tenant, settings, draft.partnerId)
  const context = { settings, sequences, partner }
  const changes = await prepareInvoiceIssue(app, unit, { ...draft, lines: lineItems }, context, chosenNumber)
  if (lineItems !== priced)
    unit.update(invoiceLines, await readInvoiceLines(app.db, unit.tenant, id), { lines: lineItems })
  // Another request may use the number first: a rerun then refuses a chosen number, or assigns the next one.
  const invoice = unit.update(invoices, draft, changes, 'stale')
  unit.emit('finance.invoice.issued', buildInvoiceEvent(invoice))
  tellIssued(unit, invoice, listToldOrders(lineItems))
  return { ...invoice, lineItems, partner }
}
