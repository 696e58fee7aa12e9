import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import { readBillingSettings } from '../billing-settings.ts'
import { findInvoice, invoices } from '../invoices/invoice-store.ts'
import { deriveStatus, emitStatus } from './change-open-amount.ts'

/** Lets the status of each invoice follow from its open amount, where one transaction had no room for that. Idempotent. */
export const followPayments = async (
  app: Pick<App, 'db'>,
  { tenant, invoiceIds }: { tenant: Id; invoiceIds: readonly Id[] },
  now: Date,
): Promise<void> => {
  for (const id of invoiceIds)
    await runInUnit(app.db, { tenant, actor: null, now }, async (unit) => {
      const [before, settings] = await Promise.all([findInvoice(app.db, tenant, id), readBillingSettings(app, tenant)])
      if (!before || before.status === 'draft' || before.status === 'cancelled') return
      const status = deriveStatus(before, settings, now)
      const isScheduled = !before.duePk && !!status.duePk
      if (!isScheduled && (status.status ?? before.status) === before.status) return
      const after = unit.update(invoices, before, status)
      emitStatus(unit, before, after, settings)
    })
}
