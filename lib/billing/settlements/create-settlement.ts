import type { CreateSettlementInput, SettlementBasis } from '../../../schemas/billing/settlement.ts'
import type { App } from '../../platform/app.ts'
import { addDays, dayIn, startOfDay } from '../../platform/calendar/day.ts'
import { taskItem } from '../../platform/events/task.ts'
import type { Id } from '../../platform/id.ts'
import { holdPartner } from '../../partner/require-partner.ts'
import { invalid } from '../../platform/problem.ts'
import { dueIn } from '../../platform/store/due.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { billingSettings, numberingOf } from '../billing-settings.ts'
import { nextCharges, settleCharges, totalsWith } from './collect-charges.ts'
import { requireCurrency } from '../currency.ts'
import { giveUpTurn, takeNumber } from '../numbering/numbers.ts'
import {
  type Collecting,
  coverageOf,
  lineOfCarried,
  lineOfCharge,
  NO_LINES,
  type StoredLine,
  type StoredSettlement,
  told,
} from './settlement.ts'
import { type Period, periodViolations } from './settlement-period.ts'
import { readOwnScopes } from '../settlement-scopes/settlement-scope-store.ts'
import { canonicalScopes } from '../settlement-scopes/settlement-scopes.ts'
import { claimDays, holderOfSettlementNumber, putLines, settlements, settlementsToCarry } from './settlement-store.ts'

type Using = Pick<App, 'db' | 'clock'>

export type WithLines = StoredSettlement & { lineItems: StoredLine[] }

interface Wanted {
  partnerId: Id
  basis: SettlementBasis
  currency: string
  scopes: string[]
  period: Period | null
}

/** How many charges fit the transaction that creates a settlement, beside all else that is in it. */
const FIRST_CHARGES = 12

const NOTHING_DECIDED = {
  approvedBy: null,
  approvedAt: null,
  approvalNotes: null,
  rejectedBy: null,
  rejectedAt: null,
  rejectionReason: null,
  paidBy: null,
  paidAt: null,
  paymentReference: null,
  paymentMethod: null,
}

/** When an open settlement is to be locked: as soon as its period is over where the tenant is. */
export const dueAfter = (id: Id, endDate: string | null, zone: string) =>
  endDate === null ? {} : { duePk: dueIn('settlement', id), dueSk: startOfDay(zone, addDays(endDate, 1)).toISOString() }

/** Undefined where it may not be empty and there is no charge for it. */
export const addSettlement = async (
  app: Using,
  unit: Unit,
  { partnerId, basis, currency, scopes, period }: Wanted,
  { mayBeEmpty }: { mayBeEmpty: boolean },
): Promise<WithLines | undefined> => {
  const [partner, settings] = await Promise.all([
    holdPartner(app.db, unit, partnerId),
    billingSettings(app, unit.tenant),
  ])
  const zone = settings['general.timezone']
  const of = { partnerId: partner.id, currency, basis, scopes }
  const coverage = coverageOf(of, period)
  const numbering = numberingOf(settings, 'settlement')
  if (period && coverage)
    await claimDays(app.db, unit, coverage, period).catch(async (error) => {
      await giveUpTurn(app, unit, numbering)
      throw error
    })
  const start: Collecting = {
    scopes: scopes.length ? scopes : [null],
    after: null,
    from: period?.startDate ?? null,
    to: period?.endDate ?? dayIn(zone, unit.now),
  }
  const [{ found, next }, carried] = await Promise.all([
    nextCharges(app.db, unit.tenant, of, start, FIRST_CHARGES),
    settlementsToCarry(app.db, unit.tenant, of),
  ])
  if (!found.length && !next && !mayBeEmpty) return undefined
  const carries = carried.map(({ id, settlementNumber: number, totalAmount: amount, approvedAt }) => ({
    id,
    number,
    amount,
    approvedAt: approvedAt as string,
  }))
  const own = [
    ...carries.map((each) => lineOfCarried(each, currency, unit.newId())),
    ...found.map((charge) => lineOfCharge(charge, '')),
  ]
  const totals = totalsWith(NO_LINES, own)
  // Last, since a refusal would keep its turn.
  const id = unit.newId()
  const holderOf = (number: string) => holderOfSettlementNumber(app.db, unit.tenant, number)
  const settlementNumber = await takeNumber(app, unit, numbering, id, holderOf)
  const lines = totals ? [...own.slice(0, carries.length), ...settleCharges(unit, id, found)] : []
  if (totals) for (const each of carried) unit.update(settlements, each, { carriedTo: settlementNumber, toCarry: null })
  if (lines.length) putLines(unit, { id, linePages: 0 }, lines)
  const settlement = unit.create(
    settlements,
    {
      id,
      ...of,
      partnerName: partner.name,
      settlementNumber,
      periodType: period?.type ?? null,
      periodStartDate: period?.startDate ?? null,
      periodEndDate: period?.endDate ?? null,
      status: 'open',
      ...(totals ?? NO_LINES),
      ...NOTHING_DECIDED,
      preparedBy: [unit.actor],
      linePages: lines.length ? 1 : 0,
      collecting: totals ? next : null,
      freeing: false,
      carries: totals ? carries : [],
      carriedTo: null,
      coverage,
      toCarry: null,
      ...dueAfter(id, period?.endDate ?? null, zone),
    },
    'stale',
  )
  if (settlement.collecting) {
    const data = { tenant: unit.tenant, settlementId: id }
    unit.add({ put: taskItem(unit.now, 'billing.settlement.collect', data) }, 'stale')
  } else unit.emit('finance.settlement.created', told(settlement))
  return { ...settlement, lineItems: lines }
}

export const createSettlement = async (app: Using, unit: Unit, given: CreateSettlementInput): Promise<WithLines> => {
  const { partnerId, basis, currency, period, scopes = [] } = given
  const violations = periodViolations(basis, period)
  if (violations.length) throw invalid(...violations)
  requireCurrency(currency, 'currency')
  const wanted = {
    partnerId,
    basis,
    currency,
    scopes: canonicalScopes(scopes, scopes.length ? await readOwnScopes(app.db, unit.tenant) : []),
    period: period ? { type: period.type ?? null, startDate: period.startDate, endDate: period.endDate } : null,
  }
  return (await addSettlement(app, unit, wanted, { mayBeEmpty: true })) as WithLines
}
