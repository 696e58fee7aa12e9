import { getSetting } from '../../configuration/get-settings.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { scanOldestFirst } from '../../platform/store/lists/scan-oldest-first.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import { findInvoice, invoices } from '../invoices/invoice-store.ts'
import { postInvoice } from '../invoices/post-invoice.ts'

const INVOICES_PER_PAGE = 100
const OPEN_STATES = ['issued', 'overdue'] as const

const postOne = (app: Pick<App, 'db' | 'clock'>, tenant: Id, id: Id): Promise<0 | 1> =>
  runInUnit(app.db, { tenant, actor: null, now: app.clock() }, async (unit) => {
    const [before, zone] = await Promise.all([
      findInvoice(app.db, tenant, id),
      getSetting(app, tenant, 'general.timezone'),
    ])
    if (!before || before.isPosted || !OPEN_STATES.some((status) => status === before.status)) return 0
    unit.update(invoices, before, postInvoice(unit, before, zone))
    return 1
  })

/**
 * Posts the open invoices that were issued before receivable accounts existed, and returns how many. It can be stopped and
 * run again at any time, also beside other changes: each invoice is posted once.
 */
export const postIssuedInvoices = async (app: Pick<App, 'db' | 'clock'>, tenant: Id): Promise<number> => {
  let posted = 0
  for (const status of OPEN_STATES) {
    let after: string | undefined
    do {
      const asked = { facets: { status }, after, limit: INVOICES_PER_PAGE }
      const { items, cursors } = await scanOldestFirst(app.db, invoices, tenant, asked)
      for (const { id, isPosted } of items) if (!isPosted) posted += await postOne(app, tenant, id)
      after = cursors.length < INVOICES_PER_PAGE ? undefined : cursors.at(-1)
    } while (after)
  }
  return posted
}
