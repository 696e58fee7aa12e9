import type { SettlementBasis } from '../../../schemas/billing/settlement.ts'
import { requirePartnerUnchanged } from '../../partner/require-partner.ts'
import type { App } from '../../platform/app/app.ts'
import { type Day, toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { requireAll } from '../../platform/require-all.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { getNumbering, readBillingSettings } from '../billing-settings.ts'
import { assignNumber } from '../numbering/assign-number.ts'
import { unlockSequence } from '../numbering/lock-sequence.ts'
import { readSequences } from '../numbering/number-store.ts'
import type { Numbering } from '../numbering/numbering.ts'
import { listPreparers } from '../require-another-person.ts'
import { readNextCharges, settleCharges } from './collect-charges.ts'
import { scheduleLock } from './lock-settlements.ts'
import type { Period } from './period.ts'
import {
  addToTotals,
  buildCarriedLine,
  buildCoverage,
  type Carried,
  type Collecting,
  EMPTY_DECISION,
  EMPTY_TOTALS,
  type StoredLine,
  type StoredSettlement,
} from './settlement.ts'
import { buildSettlementEvent } from './settlement-event.ts'
import {
  claimDays,
  findSettlementIdsByNumber,
  listSettlementsToCarry,
  putLines,
  settlements,
} from './settlement-store.ts'

type Using = Pick<App, 'db' | 'clock'>

export type SettlementWithLines = StoredSettlement & { lineItems: StoredLine[] }

export interface SettlementSpec {
  partnerId: Id
  basis: SettlementBasis
  currency: string
  scopes: string[]
  period: Period | null
  /** First day of earlier periods whose late charges are settled as well; absent if there are none. */
  lateFrom?: Day | null
  /** The only charges to settle; all unsettled ones if absent. */
  chargeIds?: readonly Id[]
}

interface Content {
  charges: Awaited<ReturnType<typeof readNextCharges>>
  /** Settlements below 0 whose amounts this one takes over. */
  carried: StoredSettlement[]
}

/** Charges in the transaction that creates a settlement, unless it has no room for as many. */
const MAX_FIRST_CHARGES = 8

/** Claims the days of the period and returns the coverage. A refusal unlocks the sequence for other requests. */
const claimCoverage = async (app: Using, unit: Unit, spec: SettlementSpec, numbering: Numbering) => {
  if (!spec.period) return null
  const coverage = buildCoverage(spec)
  await claimDays(app.db, unit, coverage, spec.period).catch(async (error) => {
    await unlockSequence(app, unit, numbering)
    throw error
  })
  return coverage
}

const chooseFirstDay = ({ startDate }: Period, lateFrom: Day | null = null): Day =>
  lateFrom !== null && lateFrom < startDate ? lateFrom : startDate

const readContent = async (
  app: Using,
  unit: Unit,
  spec: SettlementSpec,
  { zone, maxCharges }: { zone: string; maxCharges: number },
): Promise<Content> => {
  const start: Collecting = {
    scopes: spec.scopes.length ? spec.scopes : [null],
    after: null,
    from: spec.period ? chooseFirstDay(spec.period, spec.lateFrom) : null,
    to: spec.period?.endDate ?? toLocalDay(zone, unit.now),
    ...(spec.chargeIds && { chargeIds: spec.chargeIds }),
  }
  const [charges, carried] = await Promise.all([
    readNextCharges(app.db, unit.tenant, spec, start, maxCharges),
    listSettlementsToCarry(app.db, unit.tenant, spec),
  ])
  return { charges, carried }
}

/** Writes the first lines and marks the carried settlements. Takes over nothing if the totals would be too large. */
const writeContent = (
  unit: Unit,
  settlement: Pick<StoredSettlement, 'id' | 'settlementNumber' | 'currency' | 'periodType' | 'periodStartDate'>,
  { charges, carried }: Content,
) => {
  const { id, settlementNumber, currency } = settlement
  const carries = carried.map(
    ({ id, settlementNumber, totalAmount, approvedAt }): Carried => ({
      id,
      number: settlementNumber,
      amount: totalAmount,
      approvedAt: approvedAt as string,
    }),
  )
  const carriedLines = carries.map((each) => buildCarriedLine(each, currency, unit.newId()))
  const carriedTotals = addToTotals(EMPTY_TOTALS, carriedLines)
  const settled = carriedTotals && settleCharges(unit, settlement, carriedTotals, charges)
  if (!settled) return { lines: [], fields: { ...EMPTY_TOTALS, linePages: 0, collecting: null, carries: [] } }
  for (const each of carried) unit.update(settlements, each, { carriedTo: settlementNumber, toCarry: null })
  const lines = [...carriedLines, ...settled.lines]
  if (lines.length) putLines(unit, { id, linePages: 0 }, lines)
  return { lines, fields: { ...settled.totals, linePages: lines.length ? 1 : 0, collecting: charges.next, carries } }
}

/**
 * Creates a settlement of the partner's unsettled charges; undefined if it would have none and must not be empty. `check` is
 * about what a request says beside the partner.
 */
export const addSettlement = async (
  app: Using,
  unit: Unit,
  { partnerId, basis, currency, scopes, period, lateFrom, chargeIds }: SettlementSpec,
  { mayBeEmpty, check = () => {} }: { mayBeEmpty: boolean; check?: () => unknown },
): Promise<SettlementWithLines | undefined> => {
  const [partner, settings, sequences] = await requireAll(
    () => requirePartnerUnchanged(app.db, unit, partnerId),
    () => readBillingSettings(app, unit.tenant),
    () => readSequences(app.db, unit.tenant),
    check,
  )
  const zone = settings['general.timezone']
  const numbering = getNumbering(settings, 'settlement')
  const own = { partnerId: partner.id, currency, basis, scopes }
  const coverage = await claimCoverage(app, unit, { ...own, period }, numbering)
  const wanted = { ...own, period, ...(lateFrom && { lateFrom }), ...(chargeIds && { chargeIds }) }
  const read = (maxCharges: number) => readContent(app, unit, wanted, { zone, maxCharges })
  const first = await read(MAX_FIRST_CHARGES)
  if (!first.charges.found.length && !first.charges.next && !mayBeEmpty) return undefined
  const id = unit.newId()
  const findHolders = (numbers: readonly string[]) => findSettlementIdsByNumber(app.db, unit.tenant, numbers)
  // Assigned after everything that can refuse, because a refusal would keep the sequence locked.
  const settlementNumber = await assignNumber(app, unit, { numbering, owner: id, findHolders, sequences })
  return await unit.attemptUpTo(MAX_FIRST_CHARGES, async (count) => {
    const content = count < MAX_FIRST_CHARGES ? await read(count) : first
    const ofPeriod = { periodType: period?.type ?? null, periodStartDate: period?.startDate ?? null }
    const { lines, fields } = writeContent(unit, { id, settlementNumber, currency, ...ofPeriod }, content)
    const settlement = unit.create(
      settlements,
      {
        id,
        ...own,
        ...fields,
        ...EMPTY_DECISION,
        partnerName: partner.name,
        settlementNumber,
        ...ofPeriod,
        periodEndDate: period?.endDate ?? null,
        status: 'open',
        preparedBy: listPreparers(unit),
        freeing: false,
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
  })
}
