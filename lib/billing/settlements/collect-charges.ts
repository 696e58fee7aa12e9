import type { App } from '../../platform/app/app.ts'
import { runInChunks } from '../../platform/events/run-in-chunks.ts'
import type { Id } from '../../platform/id.ts'
import { AmountTooLarge } from '../../platform/money/money.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredCharge } from '../charges/charge.ts'
import { charges, listUnsettledCharges } from '../charges/charge-store.ts'
import {
  buildChargeLine,
  buildSettlementEvent,
  type Collecting,
  type StoredLine,
  type StoredSettlement,
  type Totals,
  withLines,
} from './settlement.ts'
import { findSettlement, putLines, settlements } from './settlement-store.ts'

type Of = Pick<StoredSettlement, 'partnerId' | 'currency'>

interface Gathered {
  found: StoredCharge[]
  /** Where to go on; null where there is nothing more. */
  next: Collecting | null
}

const isCollectable = ({ settlementId, occurredOn }: StoredCharge, { from, to }: Collecting) =>
  settlementId === null && occurredOn <= to && occurredOn >= (from ?? '')

/** The next charges of the partner that no settlement has, scope by scope and in the order of their days. */
export const listNextCharges = async (
  db: Table,
  tenant: Id,
  { partnerId, currency }: Of,
  start: Collecting,
  most: number,
): Promise<Gathered> => {
  const found: StoredCharge[] = []
  let { scopes, after } = start
  for (let left = most; scopes.length; ) {
    const scope = scopes[0] ?? undefined
    const from = start.from ?? undefined
    // One more than wanted tells whether there is more.
    const asked = { partnerId, currency, scope, from, to: start.to, after, limit: left + 1 }
    const { items, places } = await listUnsettledCharges(db, tenant, asked)
    const taken = new Set(places.slice(0, left).map((place) => place.slice(-26)))
    // What was changed since its place was read has another one.
    const isThere = (charge: StoredCharge) =>
      taken.has(charge.id) &&
      isCollectable(charge, start) &&
      charge.currency === currency &&
      (!scope || charge.scope === scope)
    found.push(...items.filter(isThere))
    if (places.length > left) return { found, next: { ...start, scopes, after: places[left - 1] ?? after } }
    left -= places.length
    scopes = scopes.slice(1)
    after = null
  }
  return { found, next: null }
}

/** Makes the charges part of the settlement. */
export const settleCharges = (unit: Unit, settlementId: Id, found: readonly StoredCharge[]): StoredLine[] =>
  found.map((charge) => {
    unit.update(charges, charge, { settlementId, unsettledOf: null })
    return buildChargeLine(charge, unit.newId())
  })

/** The totals with these charges; undefined where they are too much for one settlement, which then ends before them. */
export const addToTotals = (
  before: Totals,
  lines: readonly Pick<StoredLine, 'type' | 'amount'>[],
): Totals | undefined => {
  try {
    return withLines(before, lines)
  } catch (error) {
    if (!(error instanceof AmountTooLarge)) throw error
    return undefined
  }
}

const CHARGES_AT_ONCE = 25

const collectSome = async (db: Table, unit: Unit, id: Id): Promise<boolean> => {
  const before = await findSettlement(db, unit.tenant, id)
  if (!before?.collecting) return false
  const { found, next } = await listNextCharges(db, unit.tenant, before, before.collecting, CHARGES_AT_ONCE)
  const totals = addToTotals(
    before,
    found.map((charge) => buildChargeLine(charge, '')),
  )
  const lines = totals ? settleCharges(unit, id, found) : []
  if (lines.length) putLines(unit, before, lines)
  const collecting = totals ? next : null
  const linePages = before.linePages + (lines.length ? 1 : 0)
  const after = unit.update(settlements, before, { ...totals, collecting, linePages })
  if (!collecting) unit.emit('finance.settlement.created', buildSettlementEvent(after))
  return collecting !== null
}

const CHUNKS_OF_A_TASK = 40

/** Collects the lines that did not fit the transaction of a settlement; may be run again. */
export const collectCharges = (
  { db }: Pick<App, 'db'>,
  data: { tenant: Id; settlementId: Id },
  now: Date,
  most = CHUNKS_OF_A_TASK,
): Promise<void> =>
  runInChunks(db, { task: 'billing.settlement.collect', data, now, most }, (unit) =>
    collectSome(db, unit, data.settlementId),
  )
