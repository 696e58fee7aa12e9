import type { OpenInvoice } from '../../../schemas/billing/payments/open-items.ts'
import { requireNamedPartner } from '../../partner/require-partner.ts'
import type { App } from '../../platform/app/app.ts'
import { toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { Problem } from '../../platform/problem.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import type { Entity, Stored } from '../../platform/store/entities/entity.ts'
import { list } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { creditNotes } from '../credit-notes/credit-note-store.ts'
import { invoices } from '../invoices/invoice-store.ts'
import { readReceivableBalance } from '../ledger/post-receivable.ts'
import { toAmount } from '../partner-statements/statement.ts'
import { payments } from '../payments/payment-store.ts'
import { sumOpenItems, sumOwed, toCredit, toOpenInvoice } from './open-items.ts'

const MAX_ITEMS = 1000

const readAll = async <T extends Stored>(db: Table, kind: Entity<T>, tenant: Id, partnerId: Id, status: string) => {
  const asked = { page: 1, itemsPerPage: MAX_ITEMS, by: { partnerId }, facets: { status } }
  const { items, totalItems } = await list(db, kind, tenant, asked)
  if (totalItems > MAX_ITEMS)
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      `The partner has ${totalItems} items in the state ${status}, and open items show at most ${MAX_ITEMS} of a state. List invoices, payments and credit notes page by page instead.`,
    )
  return items
}

/** Orders invoices of one day by their ids, so that the order stays when one of them falls due. */
const buildOrder = ({ dueDate, invoiceId }: OpenInvoice) => `${dueDate}#${invoiceId}`

const readOnce = async (app: Pick<App, 'db'>, tenant: Id, partnerId: Id, today: string) => {
  const [issued, overdue, open, notes] = await Promise.all([
    readAll(app.db, invoices, tenant, partnerId, 'issued'),
    readAll(app.db, invoices, tenant, partnerId, 'overdue'),
    readAll(app.db, payments, tenant, partnerId, 'open'),
    readAll(app.db, creditNotes, tenant, partnerId, 'issued'),
  ])
  const found = [...issued, ...overdue]
  const items = {
    invoices: found
      .flatMap((invoice) => toOpenInvoice(invoice, today) ?? [])
      .sort((a, b) => (buildOrder(a) < buildOrder(b) ? -1 : 1)),
    credits: open
      .map((payment) => toCredit(payment, today))
      .sort((a, b) => (a.receivedAt < b.receivedAt ? -1 : a.receivedAt > b.receivedAt ? 1 : 0)),
  }
  const names = new Set([
    ...[...items.invoices, ...items.credits].map(({ currency }) => currency),
    ...notes.map(({ currencyCode }) => currencyCode),
  ])
  const currencies = await Promise.all(
    [...names].sort().map(async (currency) => {
      const posted = await readReceivableBalance(app, tenant, partnerId, currency)
      return sumOpenItems(currency, { ...items, notes }, toAmount(posted))
    }),
  )
  return { ...items, currencies }
}

const TRIES = 4

/** Reads what a partner owes and what it has as credit. Reads again while a change in between makes the parts disagree. */
export const readOpenItems = async (app: Pick<App, 'db'>, tenant: Id, partnerId: Id, now: Date, log: Log) => {
  const [partner, zone] = await Promise.all([
    requireNamedPartner(app.db, tenant, partnerId),
    getSetting(app, tenant, GENERAL_SETTINGS.timezone),
  ])
  const today = toLocalDay(zone, now)
  const shared = { partnerId: partner.id, partnerName: partner.name, generatedAt: now.toISOString(), today }
  for (let attempt = 1; ; attempt++) {
    const found = await readOnce(app, tenant, partner.id, today)
    const differing = found.currencies.filter(
      (sums) => sums.openAmount - sums.credit !== sums.balance || sumOwed(found.invoices, sums).credit < sums.credit,
    )
    if (!differing.length) return { ...shared, ...found }
    if (attempt < TRIES) continue
    // The status of many invoices of one payment follows a moment later, so this may be right again soon.
    log.warn('billing.receivables.differ', {
      partnerId: partner.id,
      currencies: differing.map((each) => each.currency),
    })
    return { ...shared, ...found }
  }
}
