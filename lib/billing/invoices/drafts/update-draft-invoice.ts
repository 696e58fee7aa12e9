import {
  type ChangedLineInput,
  type LineItem,
  type LineItemInput,
  MAX_LINES,
  type UpdateInvoiceInput,
  type UpdateInvoiceLineInput,
} from '../../../../schemas/billing/invoice.ts'
import { requirePartnerUnchanged } from '../../../partner/require-partner.ts'
import type { App } from '../../../platform/app/app.ts'
import type { Id } from '../../../platform/id.ts'
import { requireCurrency } from '../../../platform/money/currencies.ts'
import { invalid, notFound, Problem, type Violation } from '../../../platform/problem.ts'
import { refuseViolations, requireAll } from '../../../platform/require-all.ts'
import type { Unit } from '../../../platform/store/unit.ts'
import { getTaxRates, readBillingSettings } from '../../billing-settings.ts'
import { findTaxedPartner, readSupplyPlace } from '../../taxes/supply-place.ts'
import { releaseOrders } from '../bill-orders.ts'
import { findSupplyViolations } from '../find-supply-violations.ts'
import { requireChannelOfPartner } from '../generate-invoice.ts'
import {
  findLineViolations,
  listUnbilledByChange,
  priceLines,
  type StoredInvoice,
  type UnpricedLine,
} from '../invoice.ts'
import {
  type InvoiceAndLines,
  type InvoiceWithLines,
  invoiceLines,
  invoices,
  loadDraftInvoice,
} from '../invoice-store.ts'

type Using = Pick<App, 'db' | 'clock'>

const findIdViolations = (given: readonly ChangedLineInput[], stored: readonly LineItem[]): Violation[] =>
  given.flatMap(({ id }, i) => {
    if (id === undefined) return []
    const propertyPath = `lineItems[${i}].id`
    if (!stored.some((line) => line.id === id))
      return [{ propertyPath, message: 'must be the id of a line of the invoice' }]
    return given.findIndex((line) => line.id === id) < i
      ? [{ propertyPath, message: 'must not name the same line twice' }]
      : []
  })

/** Gives each line what it billed of an order before, with the supply of that; a new line bills none. */
const addOrders = (given: readonly ChangedLineInput[], stored: readonly LineItem[]): UnpricedLine[] => {
  const billed = new Map(stored.map(({ id, orderId, orderLineId, supply }) => [id, { orderId, orderLineId, supply }]))
  return given.map(({ id, ...line }) => ({ ...line, ...(id !== undefined && billed.get(id)) }))
}

/** Replaces all lines of a draft at the tax rates of today, and releases orders that none of them bills any more. */
const replaceLines = async (
  app: Using,
  unit: Unit,
  { invoice, stored }: InvoiceAndLines,
  given: readonly ChangedLineInput[],
  changes: Partial<StoredInvoice> = {},
): Promise<InvoiceWithLines> => {
  const settings = await readBillingSettings(app, unit.tenant)
  const supplied = { ...invoice, ...changes }
  const buyer = await findTaxedPartner(app, unit.tenant, settings, supplied.partnerId)
  const unpriced = addOrders(given, stored.lines)
  const ids = given.map(({ id }) => id)
  const { lines, ...totals } = priceLines(unpriced, {
    taxRates: getTaxRates(settings),
    place: readSupplyPlace(supplied, settings, buyer, unit.now),
    pricesIncludeTax: changes.pricesIncludeTax ?? invoice.pricesIncludeTax,
    newId: () => ids.shift() ?? unit.newId(),
  })
  const { orders } = stored
  const unbilled = new Set(listUnbilledByChange(orders, stored.lines, lines))
  const changed = unit.update(invoices, invoice, { ...changes, ...totals, lineItemCount: lines.length })
  const later = await releaseOrders(app.db, unit, invoice.id, [...unbilled])
  unit.update(invoiceLines, stored, {
    lines,
    orders: orders.filter((order) => !unbilled.has(order)),
    freeing: [...stored.freeing, ...later],
  })
  return { ...changed, lineItems: lines }
}

/** Finds changes of what prices mean, which need new prices, and which orders forbid. */
const findPriceViolations = ({ invoice, stored }: InvoiceAndLines, given: UpdateInvoiceInput): Violation[] => {
  const { lineItems } = given
  const billsOrders = addOrders(lineItems ?? [], stored.lines).some(({ orderId }) => orderId)
  const changed = (['currencyCode', 'pricesIncludeTax'] as const).filter(
    (field) => given[field] !== undefined && given[field] !== invoice[field],
  )
  return changed.flatMap((propertyPath) => {
    if (!lineItems)
      return [{ propertyPath, message: 'must be given together with lineItems, whose prices it describes' }]
    return billsOrders
      ? [{ propertyPath, message: 'must not change while lines bill orders, whose prices it describes' }]
      : []
  })
}

const findViolations = (draft: InvoiceAndLines, given: UpdateInvoiceInput): Violation[] => [
  ...findSupplyViolations(given, draft.invoice),
  ...findIdViolations(given.lineItems ?? [], draft.stored.lines),
  ...findPriceViolations(draft, given),
]

/** Changes a draft. Lines that are given replace all lines; a line that is named by its id keeps the order that it bills. */
export const updateDraftInvoice = async (
  app: Using,
  unit: Unit,
  id: Id,
  given: UpdateInvoiceInput,
): Promise<InvoiceWithLines> => {
  const draft = await loadDraftInvoice(app.db, unit, id)
  const { invoice, stored } = draft
  const { lineItems, partnerId = invoice.partnerId, currencyCode, ...fields } = given
  const [partner] = await requireAll(
    () => (partnerId === invoice.partnerId ? undefined : requirePartnerUnchanged(app.db, unit, partnerId)),
    () => currencyCode !== undefined && requireCurrency(currencyCode, 'currencyCode'),
    () => refuseViolations(findViolations(draft, given)),
  )
  if (partner && invoice.channelId) await requireChannelOfPartner(app.db, unit.tenant, invoice.channelId, partner.id)
  const changes = {
    ...fields,
    ...(currencyCode !== undefined && { currencyCode }),
    ...(partner && { partnerId: partner.id, partnerName: partner.name }),
  }
  if (lineItems) return await replaceLines(app, unit, draft, lineItems, changes)
  return { ...unit.update(invoices, invoice, changes), lineItems: stored.lines }
}

const toInput = (line: LineItem): ChangedLineInput => {
  const { id, description, quantity, unitPrice, reference, taxCategoryId, supplyType } = line
  return { id, description, quantity, unitPrice, reference, taxCategoryId, supplyType }
}

const checkLine = (line: LineItemInput): void => {
  const violations = findLineViolations(line)
  if (violations.length) throw invalid(...violations)
}

/** Decides on the taxes of all lines of a draft again, by the rates, the rules and the supply of today. */
export const recomputeDraftTaxes = async (app: Using, unit: Unit, id: Id): Promise<InvoiceWithLines> => {
  const draft = await loadDraftInvoice(app.db, unit, id)
  return await replaceLines(app, unit, draft, draft.stored.lines.map(toInput))
}

/** Adds a line at the end of a draft. */
export const addDraftLine = async (app: Using, unit: Unit, id: Id, line: LineItemInput): Promise<InvoiceWithLines> => {
  const draft = await loadDraftInvoice(app.db, unit, id)
  checkLine(line)
  const { lines } = draft.stored
  if (lines.length >= MAX_LINES)
    throw new Problem('OPERATION_NOT_ALLOWED', `The invoice has ${MAX_LINES} lines, which is the maximum.`)
  return await replaceLines(app, unit, draft, [...lines.map(toInput), line])
}

/** Loads a draft and requires that it has the line. */
const loadDraftWithLine = async (app: Using, unit: Unit, id: Id, lineId: Id): Promise<InvoiceAndLines> => {
  const draft = await loadDraftInvoice(app.db, unit, id)
  if (!draft.stored.lines.some((line) => line.id === lineId)) throw notFound()
  return draft
}

/** Changes a line of a draft. It keeps the order that it bills. */
export const updateDraftLine = async (
  app: Using,
  unit: Unit,
  { id, lineId }: { id: Id; lineId: Id },
  changes: UpdateInvoiceLineInput,
): Promise<InvoiceWithLines> => {
  const draft = await loadDraftWithLine(app, unit, id, lineId)
  const lines = draft.stored.lines.map((line) =>
    line.id === lineId ? { ...toInput(line), ...changes } : toInput(line),
  )
  for (const line of lines.filter((each) => each.id === lineId)) checkLine(line)
  return await replaceLines(app, unit, draft, lines)
}

/** Removes a line of a draft. Its order can be billed again once no line of the draft bills it. */
export const removeDraftLine = async (
  app: Using,
  unit: Unit,
  { id, lineId }: { id: Id; lineId: Id },
): Promise<InvoiceWithLines> => {
  const draft = await loadDraftWithLine(app, unit, id, lineId)
  return await replaceLines(app, unit, draft, draft.stored.lines.filter((line) => line.id !== lineId).map(toInput))
}
