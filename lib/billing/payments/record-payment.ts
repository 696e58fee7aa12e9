import type { AllocationInput, PaymentMethod } from '../../../schemas/billing/payments/payment.ts'
import { requirePartnerUnchanged } from '../../partner/require-partner.ts'
import type { App } from '../../platform/app/app.ts'
import { NOT_A_MOMENT, toMoment } from '../../platform/calendar/moment.ts'
import type { Id } from '../../platform/id.ts'
import { AmountTooLarge, sumAmounts } from '../../platform/money/amounts.ts'
import { isCurrencyOfRecords } from '../../platform/money/currencies.ts'
import { invalid, type Violation } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { readBillingSettings } from '../billing-settings.ts'
import { addPayment } from './add-payment.ts'
import { buildAllocations, changeAllocations, readInvoices, toChanges } from './change-allocations.ts'
import { checkAllocations, type StoredPayment } from './payment.ts'
import { findPaymentBySource } from './payment-store.ts'

interface GivenPayment {
  partnerId: Id
  currency: string
  /** The amount that arrived, in minor units. */
  amount: number
  /** The amount that a bank or provider deducted on the way; it counts as paid, in addition to `amount`. */
  fee?: number
  /** A time with its offset, or a day, which begins in the tenant's time zone. */
  receivedAt: string
  method: PaymentMethod
  reference?: string | null
  allocations?: readonly AllocationInput[]
  /** Key of what the payment is recorded from, such as an entry of a bank statement. */
  sourceKey?: string
}

const explainMoment = (at: string | undefined, now: Date): string | undefined => {
  if (at === undefined) return NOT_A_MOMENT
  return at > now.toISOString() ? 'must not be in the future' : undefined
}

/** Returns what is wrong with the time of a payment or a refund, at its path. */
export const findMomentViolations = (propertyPath: string, at: string | undefined, now: Date): Violation[] => {
  const message = explainMoment(at, now)
  return message ? [{ propertyPath, message }] : []
}

const addUp = (amount: number, fee: number): number | undefined => {
  try {
    return sumAmounts([amount, fee])
  } catch (error) {
    if (!(error instanceof AmountTooLarge)) throw error
    return undefined
  }
}

/**
 * Records a payment of a partner and allocates it to invoices; what is not allocated is the partner's credit. The same
 * `sourceKey` again returns the payment that was recorded first.
 *
 * @throws VALIDATION_ERROR for values that cannot be right, and OPERATION_NOT_ALLOWED if an invoice has less open
 */
export const recordPayment = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  {
    partnerId,
    currency,
    amount,
    fee = 0,
    method,
    reference = null,
    sourceKey,
    allocations = [],
    ...given
  }: GivenPayment,
): Promise<StoredPayment> => {
  const ids = allocations.map(({ invoiceId }) => invoiceId)
  const [partner, settings, invoices] = await Promise.all([
    requirePartnerUnchanged(app.db, unit, partnerId),
    readBillingSettings(app, unit.tenant),
    readInvoices(app.db, unit.tenant, ids),
  ])
  // Read last, because invoices that were read after the same payment was recorded have less open.
  const known = sourceKey === undefined ? undefined : await findPaymentBySource(app.db, unit.tenant, sourceKey)
  if (known) return known
  const zone = settings['general.timezone']
  const receivedAt = toMoment(given.receivedAt, zone)
  const paid = addUp(amount, fee)
  const violations = findMomentViolations('receivedAt', receivedAt, unit.now)
  if (!isCurrencyOfRecords(currency))
    violations.push({ propertyPath: 'currency', message: 'must be an ISO 4217 currency code' })
  if (paid === undefined) violations.push({ propertyPath: 'fee', message: 'must give a smaller sum with the amount' })
  if (violations.length || !receivedAt || paid === undefined) throw invalid(...violations)
  checkAllocations({ partnerId: partner.id, currency, unallocated: paid, liveAllocations: 0 }, allocations, invoices)
  const payment = addPayment(
    unit,
    {
      partnerId: partner.id,
      partnerName: partner.name,
      currency,
      amount,
      fee,
      receivedAt,
      method,
      reference,
      sourceKey: sourceKey ?? null,
      allocations: buildAllocations(unit, allocations, invoices),
    },
    zone,
  )
  changeAllocations(unit, payment, toChanges(allocations, invoices), settings)
  return payment
}
