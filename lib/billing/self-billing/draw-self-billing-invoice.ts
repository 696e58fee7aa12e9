import type { StoredPartner } from '../../partner/partner-store.ts'
import { findExistingPartner } from '../../partner/require-partner.ts'
import type { App } from '../../platform/app/app.ts'
import { toLocalDay } from '../../platform/calendar/day.ts'
import { sumAmounts } from '../../platform/money/amounts.ts'
import { computeTaxes } from '../../platform/money/taxes.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { readBillingSettings } from '../billing-settings.ts'
import { assignNumber } from '../numbering/assign-number.ts'
import type { SelfBilled } from '../settlements/charge-line.ts'
import type { StoredLine, StoredSettlement } from '../settlements/settlement.ts'
import { readSettlementLines } from '../settlements/settlement-store.ts'
import { checkSelfBilling, findAgreement, requireSelfBillingAgreement } from './check-self-billing.ts'
import { type Agreement, decideSelfBilledTax, isForeignSupplier } from './decide-self-billed-tax.ts'
import { listSupplies } from './list-supplies.ts'
import { buildSelfBillingNumbering, type StoredSelfBillingInvoice } from './self-billing-invoice.ts'
import { findSelfBillingIdsByNumber, selfBillingInvoices } from './self-billing-store.ts'

type Using = Pick<App, 'db' | 'clock'>

/** Returns the days in which the lines of the settlement happened: its period, or from the first one to the last. */
const findSupplyPeriod = (
  { periodStartDate, periodEndDate }: StoredSettlement,
  lines: readonly StoredLine[],
  zone: string,
  now: Date,
): StoredSelfBillingInvoice['supplyPeriod'] => {
  if (periodStartDate && periodEndDate) return { from: periodStartDate, to: periodEndDate }
  const days = lines.flatMap(({ occurredAt }) => occurredAt ?? []).sort()
  const toDay = (moment: string | undefined) => toLocalDay(zone, moment ? new Date(moment) : now)
  return { from: toDay(days[0]), to: toDay(days.at(-1)) }
}

const readLines = async ({ db }: Using, unit: Unit, { id }: StoredSettlement): Promise<StoredLine[]> => {
  const lines: StoredLine[] = []
  for await (const page of readSettlementLines(db, unit.tenant, id)) lines.push(...page.lines)
  return lines
}

const draw = async (
  app: Using,
  unit: Unit,
  settlement: StoredSettlement,
  { partner, agreement }: { partner: StoredPartner; agreement: Agreement },
): Promise<SelfBilled | undefined> => {
  const [settings, lines] = await Promise.all([readBillingSettings(app, unit.tenant), readLines(app, unit, settlement)])
  const supplies = listSupplies(settlement, lines)
  const base = sumAmounts(supplies.map(({ amount }) => amount))
  if (!base) return undefined
  const zone = settings['general.timezone']
  const tax = decideSelfBilledTax(partner, settings, agreement, toLocalDay(zone, unit.now))
  checkSelfBilling(tax, partner, settings)
  const sign = base < 0 ? -1 : 1
  const priced = supplies.map((each) => ({
    ...each,
    ...tax,
    unitPrice: sign * each.unitPrice,
    amount: sign * each.amount,
  }))
  const { taxAmounts } = computeTaxes(priced, { included: false })
  const taxTotal = sumAmounts(taxAmounts)
  const id = unit.newId()
  const numbering = buildSelfBillingNumbering(partner.id, { digits: settings['billing.numberDigits'], zone })
  const findHolders = (numbers: readonly string[]) => findSelfBillingIdsByNumber(app.db, unit.tenant, numbers)
  const number = await assignNumber(app, unit, { numbering, owner: id, findHolders })
  unit.create(
    selfBillingInvoices,
    {
      id,
      type: sign > 0 ? 'invoice' : 'credit_note',
      number,
      partnerId: partner.id,
      partnerName: partner.name,
      settlementId: settlement.id,
      settlementNumber: settlement.settlementNumber,
      correctsId: null,
      correctedById: null,
      agreedOn: agreement.agreedOn,
      supplyPeriod: findSupplyPeriod(settlement, lines, zone, unit.now),
      currency: settlement.currency,
      subtotal: sign * base,
      taxTotal,
      grandTotal: sumAmounts([sign * base, taxTotal]),
      lineItemCount: priced.length,
      lines: priced.map((line, i) => ({ ...line, id: unit.newId(), taxAmount: taxAmounts[i] ?? 0 })),
      issuedAt: unit.now.toISOString(),
    },
    'stale',
  )
  const { taxRatePercent: ratePercent, taxKind } = tax
  const isShifted = isForeignSupplier(partner, settings)
  return { id, number, base, taxAmount: sign * taxTotal, ratePercent, taxKind, isShifted }
}

/**
 * Issues the self-billing invoice of a settlement that is approved, or a credit note if more is taken back than was supplied.
 * Undefined if there is nothing to bill, or no agreement and nobody `wanted` one; throws if one is wanted and cannot be issued.
 */
export const drawSelfBillingInvoice = async (
  app: Using,
  unit: Unit,
  settlement: StoredSettlement,
  { wanted, zone }: { wanted: boolean | null; zone: string },
): Promise<SelfBilled | undefined> => {
  if (wanted === false) return undefined
  const partner = await findExistingPartner(app.db, unit.tenant, settlement.partnerId)
  const day = toLocalDay(zone, unit.now)
  const agreement = partner && findAgreement(partner, day)
  if (wanted) requireSelfBillingAgreement(agreement, day)
  return partner && agreement ? await draw(app, unit, settlement, { partner, agreement }) : undefined
}
