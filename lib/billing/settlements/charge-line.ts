import type { TaxKind } from '../../../schemas/billing/tax.ts'
import type { Id } from '../../platform/id.ts'
import { type StoredCharge, WITHOUT_TARIFF } from '../charges/charge.ts'
import { findPeriodAround } from './period.ts'
import type { StoredLine, StoredSettlement } from './settlement.ts'

export const selfBillingUri = (id: Id) => `commerce:///billing/self-billing-invoices/${id}`

/** The self-billing invoice or credit note that bills a settlement. */
export interface SelfBilled {
  id: Id
  number: string
  /** Net amount of what the partner supplied; below 0 for a credit note. */
  base: number
  /** Tax on it, which is in the totals of the settlement as an adjustment. */
  taxAmount: number
  ratePercent: number
  taxKind: TaxKind
  /** True if the tenant owes the tax of the supplies, because the partner is in another country. */
  isShifted: boolean
}

/** Tells the side of a charge; what comes to no whole minor unit is on the side of its exact amount. */
const isCredit = ({ exactAmount }: StoredCharge, amount: number) =>
  amount ? amount > 0 : exactAmount !== null && !exactAmount.startsWith('-')

type PeriodOfLines = Pick<StoredSettlement, 'periodType' | 'periodStartDate'>

/**
 * Returns the earlier period in which a charge occurred that a settlement takes late; null if it is of the settlement's own.
 */
const findLatePeriod = (
  { occurredOn }: Pick<StoredCharge, 'occurredOn'>,
  { periodType, periodStartDate }: PeriodOfLines,
): StoredLine['latePeriod'] => {
  if (!periodType || !periodStartDate || occurredOn >= periodStartDate) return null
  const { startDate, endDate } = findPeriodAround(periodType, occurredOn)
  return { startDate, endDate }
}

/** Builds the line of a charge, of which the settlement makes this amount. */
export const buildChargeLine = (
  charge: StoredCharge,
  amount: number,
  id: Id,
  settlement: PeriodOfLines,
): StoredLine => ({
  id,
  type: isCredit(charge, amount) ? 'credit' : 'debit',
  description: charge.description,
  amount: Math.abs(amount),
  tariffId: charge.tariffId,
  quantity: charge.quantity,
  rate: charge.rate,
  exactAmount: charge.exactAmount,
  currency: charge.currency,
  subject: charge.subject,
  chargeType: charge.chargeType,
  occurredAt: charge.occurredAt,
  latePeriod: findLatePeriod(charge, settlement),
  metadata: { scope: charge.scope },
  chargeId: charge.id,
})

/** Builds the line of the tax that a self-billing invoice names. */
export const buildTaxLine = (
  { id, number, taxAmount, ratePercent }: SelfBilled,
  { currency, at, lineId }: { currency: string; at: string; lineId: Id },
): StoredLine => ({
  id: lineId,
  type: 'adjustment',
  description: `Tax at ${ratePercent} %, ${number}`,
  amount: taxAmount,
  currency,
  subject: selfBillingUri(id),
  chargeType: 'tax',
  occurredAt: at,
  latePeriod: null,
  metadata: {},
  ...WITHOUT_TARIFF,
  chargeId: null,
})
