import type { App } from '../../platform/app/app.ts'
import { runInChunks } from '../../platform/events/run-in-chunks.ts'
import type { Id } from '../../platform/id.ts'
import { findAll } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { SETTLED, type StoredCharge } from '../charges/charge.ts'
import { charges, listUnsettledCharges, updateCharge } from '../charges/charge-store.ts'
import { buildChargeLine } from './charge-line.ts'
import { listFractionalTariffs, settleFractions } from './fractions/settle-fractions.ts'
import { type KnownFractions, putFractions, readFractions } from './fractions/settled-fractions-store.ts'
import { addToTotals, type Collecting, type StoredLine, type StoredSettlement, type Totals } from './settlement.ts'
import { buildSettlementEvent } from './settlement-event.ts'
import { findSettlement, putLines, settlements } from './settlement-store.ts'

interface NextCharges {
  found: StoredCharge[]
  /** The exact amounts of tariffs that settlements have already. */
  fractions: KnownFractions
  /** Progress of the collection; null if there are no further charges. */
  next: Collecting | null
}

const isCollectable = ({ settlementId, occurredOn }: StoredCharge, { from, to }: Collecting) =>
  settlementId === null && occurredOn <= to && occurredOn >= (from ?? '')

type Found = Omit<NextCharges, 'fractions'>

/** Lists the next unsettled charges of a job. */
const listNextOfJob = async (
  db: Table,
  tenant: Id,
  start: Collecting & { chargeIds: readonly Id[] },
  maxCharges: number,
): Promise<Found> => {
  const found = await findAll(db, charges, tenant, start.chargeIds.slice(0, maxCharges))
  const chargeIds = start.chargeIds.slice(maxCharges)
  return {
    found: found.filter(({ settlementId }) => settlementId === null),
    next: chargeIds.length ? { ...start, chargeIds } : null,
  }
}

/** Lists the partner's next unsettled charges, scope by scope and in the order of their days. */
const listNext = async (
  db: Table,
  tenant: Id,
  { partnerId, currency }: Pick<StoredSettlement, 'partnerId' | 'currency'>,
  start: Collecting,
  maxCharges: number,
): Promise<Found> => {
  const { chargeIds } = start
  if (chargeIds) return await listNextOfJob(db, tenant, { ...start, chargeIds }, maxCharges)
  const found: StoredCharge[] = []
  let { scopes, after } = start
  for (let remaining = maxCharges; scopes.length; ) {
    const scope = scopes[0] ?? undefined
    const from = start.from ?? undefined
    // Reads one more than needed to know whether there are further charges.
    const filters = { partnerId, currency, scope, from, to: start.to, after, limit: remaining + 1 }
    const { items, cursors } = await listUnsettledCharges(db, tenant, filters)
    const wantedIds = new Set(cursors.slice(0, remaining).map((cursor) => cursor.slice(-26)))
    // Leaves out charges that were changed after their index rows were read.
    const isUnchanged = (charge: StoredCharge) =>
      wantedIds.has(charge.id) &&
      isCollectable(charge, start) &&
      charge.currency === currency &&
      (!scope || charge.scope === scope)
    found.push(...items.filter(isUnchanged))
    if (cursors.length > remaining) return { found, next: { ...start, scopes, after: cursors[remaining - 1] ?? after } }
    remaining -= cursors.length
    scopes = scopes.slice(1)
    after = null
  }
  return { found, next: null }
}

/** Reads the partner's next unsettled charges, with what decides their amounts. */
export const readNextCharges = async (
  db: Table,
  tenant: Id,
  account: Pick<StoredSettlement, 'partnerId' | 'currency'>,
  start: Collecting,
  maxCharges: number,
): Promise<NextCharges> => {
  const next = await listNext(db, tenant, account, start, maxCharges)
  return { ...next, fractions: await readFractions(db, tenant, listFractionalTariffs(next.found)) }
}

/**
 * Assigns the charges to the settlement and adds their lines to these totals. Returns undefined, and changes nothing, if the
 * totals would be too large.
 */
export const settleCharges = (
  unit: Unit,
  settlement: Pick<StoredSettlement, 'id' | 'periodType' | 'periodStartDate'>,
  before: Totals,
  { found, fractions }: Pick<NextCharges, 'found' | 'fractions'>,
): { lines: StoredLine[]; totals: Totals } | undefined => {
  const { amounts, after } = settleFractions(found, fractions)
  const lines = found.map((charge, i) => buildChargeLine(charge, amounts[i] ?? charge.amount, unit.newId(), settlement))
  const totals = addToTotals(before, lines)
  if (!totals) return undefined
  for (const [i, charge] of found.entries())
    updateCharge(unit, charge, { settlementId: settlement.id, ...SETTLED, amount: amounts[i] ?? charge.amount })
  putFractions(unit, fractions, after)
  return { lines, totals }
}

const MAX_CHARGES_PER_TRANSACTION = 16

const collectNext = async (db: Table, unit: Unit, id: Id, maxCharges: number): Promise<boolean> => {
  const before = await findSettlement(db, unit.tenant, id)
  if (!before?.collecting) return false
  const read = await readNextCharges(db, unit.tenant, before, before.collecting, maxCharges)
  const { lines, totals } = settleCharges(unit, before, before, read) ?? { lines: [] }
  if (lines.length) putLines(unit, before, lines)
  const collecting = totals ? read.next : null
  const linePages = before.linePages + (lines.length ? 1 : 0)
  const after = unit.update(settlements, before, { ...totals, collecting, linePages })
  if (!collecting) unit.emit('finance.settlement.created', buildSettlementEvent(after))
  return collecting !== null
}

const MAX_CHUNKS_PER_TASK = 40

/** Collects the charges that did not fit the transaction that created the settlement. Idempotent. */
export const collectCharges = (
  { db }: Pick<App, 'db'>,
  data: { tenant: Id; settlementId: Id },
  now: Date,
  maxChunks = MAX_CHUNKS_PER_TASK,
): Promise<void> =>
  runInChunks(db, { task: 'billing.settlement.collect', data, now, most: maxChunks }, (unit) =>
    unit.attemptUpTo(MAX_CHARGES_PER_TRANSACTION, (count) => collectNext(db, unit, data.settlementId, count)),
  )
