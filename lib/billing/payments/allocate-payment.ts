import type { AllocationInput } from '../../../schemas/billing/payments/payment.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { readBillingSettings } from '../billing-settings.ts'
import { buildAllocations, changeAllocations, readInvoices, toChanges } from './change-allocations.ts'
import {
  addToHistory,
  checkAllocations,
  listLiveAllocations,
  requireNotReversed,
  type StoredPayment,
} from './payment.ts'
import { payments } from './payment-store.ts'

/** Allocates what is left of a payment to invoices. */
export const allocatePayment = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  id: Id,
  given: readonly AllocationInput[],
): Promise<StoredPayment> => {
  const [before, settings, invoices] = await Promise.all([
    unit.load(payments, id),
    readBillingSettings(app, unit.tenant),
    readInvoices(
      app.db,
      unit.tenant,
      given.map(({ invoiceId }) => invoiceId),
    ),
  ])
  requireNotReversed(before)
  checkAllocations({ ...before, liveAllocations: listLiveAllocations(before).length }, given, invoices)
  const allocations = [...before.allocations, ...buildAllocations(unit, given, invoices)]
  const payment = unit.update(payments, before, addToHistory(before, { allocations }))
  changeAllocations(unit, payment, toChanges(given, invoices), settings)
  return payment
}
