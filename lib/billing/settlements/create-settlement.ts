import type { CreateSettlementInput, SettlementBasis } from '../../../schemas/billing/settlement.ts'
import { holdPartner } from '../../partner/require-partner.ts'
import type { App } from '../../platform/app/app.ts'
import { addDays, startOfDay, toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { invalid } from '../../platform/problem.ts'
import { getDuePartition } from '../../platform/store/table/due.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { getNumbering, readBillingSettings } from '../billing-settings.ts'
import { requireCurrency } from '../currency.ts'
import { assignNumber, unlockSequence } from '../numbering/numbers.ts'
import { readOwnScopes } from '../settlement-scopes/settlement-scope-store.ts'
import { canonicalScopes } from '../settlement-scopes/settlement-scopes.ts'
import { addToTotals, listNextCharges, settleCharges } from './collect-charges.ts'
import {
  buildCarriedLine,
  buildChargeLine,
  buildCoverage,
  buildSettlementEvent,
  type Collecting,
  NO_LINES,
  type StoredLine,
  type StoredSettlement,
} from './settlement.ts'
import { findPeriodViolations, type Period } from './settlement-period.ts'
import {
  claimDays,
  findSettlementIdByNumber,
  listSettlementsToCarry,
  putLines,
  settlements,
} from './settlement-store.ts'

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
export const scheduleLock = (id: Id, endDate: string | null, zone: string) =>
  endDate === null
    ? {}
    : { duePk: getDuePartition('settlement', id), dueSk: startOfDay(zone, addDays(endDate, 1)).toISOString() }

/** Undefined where it may not be empty and there is no charge for it. */
export const addSettlement = async (
  app: Using,
  unit: Unit,
  { partnerId, basis, currency, scopes, period }: Wanted,
  { mayBeEmpty }: { mayBeEmpty: boolean },
): Promise<WithLines | undefined> => {
  const [partner, settings] = await Promise.all([
    holdPartner(app.db, unit, partnerId),
    readBillingSettings(app, unit.tenant),
  ])
  const zone = settings['general.timezone']
  const of = { partnerId: partner.id, currency, basis, scopes }
  const coverage = buildCoverage(of, period)
  const numbering = getNumbering(settings, 'settlement')
  if (period && coverage)
    await claimDays(app.db, unit, coverage, period).catch(async (error) => {
      await unlockSequence(app, unit, numbering)
      throw error
    })
  const start: Collecting = {
    scopes: scopes.length ? scopes : [null],
    after: null,
    from: period?.startDate ?? null,
    to: period?.endDate ?? toLocalDay(zone, unit.now),
  }
  const [{ found, next }, carried] = await Promise.all([
    listNextCharges(app.db, unit.tenant, of, start, FIRST_CHARGES),
    listSettlementsToCarry(app.db, unit.tenant, of),
  ])
  if (!found.length && !next && !mayBeEmpty) return undefined
  const carries = carried.map(({ id, settlementNumber: number, totalAmount: amount, approvedAt }) => ({
    id,
    number,
    amount,
    approvedAt: approvedAt as string,
  }))
  const own = [
    ...carries.map((each) => buildCarriedLine(each, currency, unit.newId())),
    ...found.map((charge) => buildChargeLine(charge, '')),
  ]
  const totals = addToTotals(NO_LINES, own)
  // Last, since a refusal would keep its turn.
  const id = unit.newId()
  const findHolder = (number: string) => findSettlementIdByNumber(app.db, unit.tenant, number)
  const settlementNumber = await assignNumber(app, unit, numbering, id, findHolder)
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
      ...scheduleLock(id, period?.endDate ?? null, zone),
    },
    'stale',
  )
  if (settlement.collecting) {
    const data = { tenant: unit.tenant, settlementId: id }
    unit.schedule('billing.settlement.collect', data)
  } else unit.emit('finance.settlement.created', buildSettlementEvent(settlement))
  return { ...settlement, lineItems: lines }
}

export const createSettlement = async (app: Using, unit: Unit, given: CreateSettlementInput): Promise<WithLines> => {
  const { partnerId, basis, currency, period, scopes = [] } = given
  const violations = findPeriodViolations(basis, period)
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
