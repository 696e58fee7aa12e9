import type { App } from '../../../platform/app/app.ts'
import { type Day, startOfDay, toLocalDay } from '../../../platform/calendar/day.ts'
import type { Id } from '../../../platform/id.ts'
import { GENERAL_SETTINGS } from '../../../platform/settings/general-settings.ts'
import { getSetting } from '../../../platform/settings/get-settings.ts'
import { findAll } from '../../../platform/store/lists/list.ts'
import type { Table } from '../../../platform/store/table/table.ts'
import { runInUnit, type Unit } from '../../../platform/store/unit.ts'
import { buildFreed, buildUnsettled, WITHOUT_TARIFF } from '../../charges/charge.ts'
import { charges, createCharge, updateCharge } from '../../charges/charge-store.ts'
import { selfBillingUri } from '../charge-line.ts'
import { freeFractions, listFractionalTariffs } from '../fractions/settle-fractions.ts'
import { putFractions, readFractions } from '../fractions/settled-fractions-store.ts'
import { type StoredLine, type StoredSettlement, settlementUri } from '../settlement.ts'
import { findSettlement, readSettlementLines, settlements } from '../settlement-store.ts'

const ADDED_TYPE = 'adjustment'

/** Returns when the charge of an added line occurs: a time that the settlement covers, so that one in its place takes it. */
const findOccurrence = (
  { occurredAt }: StoredLine,
  { periodStartDate: first, periodEndDate: last, createdAt }: StoredSettlement,
  zone: string,
): { occurredAt: string; occurredOn: Day } => {
  const at = occurredAt ?? createdAt
  const day = toLocalDay(zone, new Date(at))
  const isCovered = (first === null || day >= first) && (last === null || day <= last)
  if (isCovered || last === null) return { occurredAt: at, occurredOn: day }
  return { occurredAt: startOfDay(zone, last).toISOString(), occurredOn: last }
}

const chooseScope = ({ scopes: [first = 'manual', ...others] }: StoredSettlement): string =>
  others.includes('manual') ? 'manual' : first

/** Lists the lines that were added by hand, which nothing else holds. */
const listAddedLines = ({ carries, selfBilling }: StoredSettlement, lines: readonly StoredLine[]): StoredLine[] => {
  const carried = new Set<string | null>(carries.map(({ id }) => settlementUri(id)))
  if (selfBilling) carried.add(selfBillingUri(selfBilling.id))
  return lines.filter(({ chargeId, subject, amount }) => chargeId === null && !carried.has(subject) && amount)
}

/** Turns an added line into a charge with its id. */
const buildAddedCharge = (settlement: StoredSettlement, line: StoredLine, zone: string) => ({
  id: line.id as Id,
  partnerId: settlement.partnerId,
  currency: settlement.currency,
  scope: chooseScope(settlement),
  chargeType: line.chargeType ?? ADDED_TYPE,
  description: line.description,
  amount: line.type === 'debit' ? -line.amount : line.amount,
  subject: line.subject?.startsWith('commerce:') ? line.subject : null,
  ...findOccurrence(line, settlement, zone),
  ...WITHOUT_TARIFF,
  ...buildUnsettled(settlement),
})

/**
 * Makes the charges of these lines available to other settlements, except those that another one has already, and what was
 * added by hand as charges.
 */
export const freeLines = async (
  db: Table,
  unit: Unit,
  settlement: StoredSettlement,
  lines: readonly StoredLine[],
  zone: string,
): Promise<void> => {
  const added = listAddedLines(settlement, lines)
  const ids = [...lines.flatMap(({ chargeId }) => chargeId ?? []), ...added.map(({ id }) => id as Id)]
  const found = await findAll(db, charges, unit.tenant, ids)
  const own = found.filter(({ settlementId }) => settlementId === settlement.id)
  const known = await readFractions(db, unit.tenant, listFractionalTariffs(own))
  for (const charge of own) updateCharge(unit, charge, buildFreed(charge))
  putFractions(unit, known, freeFractions(own, known))
  const existing = new Set<string>(found.map(({ id }) => id))
  for (const line of added) if (!existing.has(line.id)) createCharge(unit, buildAddedCharge(settlement, line, zone))
}

/** Pages that one task processes before it enqueues the next one, so that it ends before its function times out. */
const MAX_PAGES_PER_TASK = 40

/** Frees all charges of a rejected settlement. Idempotent. */
export const freeCharges = async (
  app: Pick<App, 'db'>,
  { tenant, settlementId, fromPage }: { tenant: Id; settlementId: Id; fromPage: number },
  now: Date,
  maxPages = MAX_PAGES_PER_TASK,
): Promise<void> => {
  const { db } = app
  const [rejected, zone] = await Promise.all([
    findSettlement(db, tenant, settlementId),
    getSetting(app, tenant, GENERAL_SETTINGS.timezone),
  ])
  if (!rejected?.freeing) return
  let pages = 0
  for await (const { page, lines } of readSettlementLines(db, tenant, settlementId, fromPage)) {
    const isLast = ++pages === maxPages
    await runInUnit(db, { tenant, actor: null, now }, async (unit) => {
      await freeLines(db, unit, rejected, lines, zone)
      const rest = { tenant, settlementId, fromPage: page + 1 }
      if (isLast) unit.schedule('billing.settlement.free', rest)
    })
    if (isLast) return
  }
  await runInUnit(db, { tenant, actor: null, now }, async (unit) => {
    const settlement = await findSettlement(db, tenant, settlementId)
    if (settlement?.freeing) unit.update(settlements, settlement, { freeing: false, coverage: null })
  })
}
