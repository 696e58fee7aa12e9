import { MAX_LINES_SHOWN, type PeriodType, type SettlementState } from '../../../schemas/billing/settlement.ts'
import { addDays, type Day } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { foldDocumentNumber } from '../../platform/identifiers/document-number.ts'
import { Problem } from '../../platform/problem.ts'
import { boundedSortKey } from '../../platform/store/entities/bounded-partition.ts'
import { entity, partition } from '../../platform/store/entities/entity.ts'
import { find, list, type Page } from '../../platform/store/lists/list.ts'
import { readAllOldestFirst } from '../../platform/store/lists/read-all-oldest-first.ts'
import { scanOldestFirst } from '../../platform/store/lists/scan-oldest-first.ts'
import type { Item, Key, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { buildAccountKey } from '../account-key.ts'
import { findIdsByNumber } from '../numbering/find-ids-by-number.ts'
import type { StoredLine, StoredSettlement } from './settlement.ts'

// Settlements:  T#<tenant>#settlement / <id>   listed newest first by any of partner, status and periodType; live ones of a
//                                              coverage by their last days; those to carry forward by partner and
//                                              currency; one for each number; due (duePk, dueSk) at the end of its
//                                              period while it is open
// their lines:  T#<tenant>#settlement-lines#<id> / <page>   several lines each, written once
// coverages:    T#<tenant>#settlement-coverage / <coverage>   turn: changes with every settlement of the coverage

export const settlements = entity<StoredSettlement>({
  name: 'settlement',
  shape: 1,
  audit: {},
  lists: [
    { facets: ['status', 'periodType'] },
    { by: ['partnerId'], facets: ['status', 'periodType'] },
    { by: ['coverage'], facets: [], byDate: 'periodEndDate', uncounted: true },
    { by: ['toCarry'], facets: [], uncounted: true },
  ],
  unique: ({ settlementNumber }) => ({ number: foldDocumentNumber(settlementNumber) }),
})

export const findSettlement = (db: Table, tenant: Id, id: string) => find(db, settlements, tenant, id)

/** Loads the settlement named in the request, for a change; checks `If-Match`. */
export const loadSettlement = (unit: Unit, id: string) => unit.load(settlements, id)

export const findSettlementIdsByNumber = (db: Table, tenant: Id, numbers: readonly string[]) =>
  findIdsByNumber(db, settlements, tenant, numbers)

interface Filters {
  partnerId?: Id | undefined
  status?: SettlementState | undefined
  periodType?: PeriodType | undefined
}

export const readPageOfSettlements = (db: Table, tenant: Id, page: Page, { partnerId, ...facets }: Filters) =>
  list(db, settlements, tenant, { ...page, facets, ...(partnerId && { by: { partnerId } }) })

/** Lists all settlements that are approved and not paid, the oldest first. */
export const listApprovedSettlements = (db: Table, tenant: Id): Promise<StoredSettlement[]> =>
  readAllOldestFirst(db, settlements, tenant, { facets: { status: 'approved' } })

const MAX_CARRIED = 3

/** Lists settlements below 0 whose amounts the next settlement takes over, the oldest first. */
export const listSettlementsToCarry = async (
  db: Table,
  tenant: Id,
  { partnerId, currency }: Pick<StoredSettlement, 'partnerId' | 'currency'>,
) =>
  (
    await scanOldestFirst(db, settlements, tenant, {
      by: { toCarry: buildAccountKey(partnerId, currency) },
      limit: MAX_CARRIED,
    })
  ).items.filter(({ toCarry }) => toCarry)

const buildOverlapProblem = (number: string) =>
  new Problem(
    'ALREADY_EXISTS',
    `Settlement ${number} of the same partner, basis, currency and scopes overlaps this period.`,
  )

const coverageKey = (tenant: Id, coverage: string): Key => ({
  pk: partition(tenant, 'settlement-coverage'),
  sk: boundedSortKey(coverage),
})

/** Finds the live settlement of this coverage that overlaps these days. */
export const findSettlementByDays = async (
  db: Table,
  tenant: Id,
  coverage: string,
  { startDate, endDate }: { startDate: string; endDate: string },
): Promise<StoredSettlement | undefined> => {
  const byDate = { field: 'periodEndDate', from: startDate }
  const { items } = await scanOldestFirst(db, settlements, tenant, { by: { coverage }, byDate, limit: 1 })
  return items.find((each) => each.coverage === coverage && (each.periodStartDate ?? '') <= endDate)
}

/** Days before a settlement in which those before it are looked for, and how many of them at most. */
const [MAX_DAYS_BACK, MAX_SETTLEMENTS_BACK] = [400, 60]

/** Lists the live settlements of this coverage before a day, the oldest first. */
const listEarlier = async (db: Table, tenant: Id, coverage: string, startDate: Day): Promise<StoredSettlement[]> => {
  const byDate = { field: 'periodEndDate', from: addDays(startDate, -MAX_DAYS_BACK), to: addDays(startDate, -1) }
  const found = await scanOldestFirst(db, settlements, tenant, {
    by: { coverage },
    byDate,
    limit: MAX_SETTLEMENTS_BACK,
  })
  return found.items.filter((each) => each.coverage === coverage)
}

/** Tells whether a settlement of earlier days still collects its charges, which are not late for a later one. */
export const isCollectingBefore = async (
  db: Table,
  tenant: Id,
  coverage: string,
  { startDate }: { startDate: Day },
): Promise<boolean> => (await listEarlier(db, tenant, coverage, startDate)).some(({ collecting }) => collecting)

/**
 * Finds the first of the days before this one that settlements of the coverage settled without a gap; null if the day before is
 * none of them, or one of them still collects its charges. Charges of these days that wait were recorded late.
 */
export const findFirstSettledDay = async (
  db: Table,
  tenant: Id,
  coverage: string,
  { startDate }: { startDate: Day },
): Promise<Day | null> => {
  const earlier = await listEarlier(db, tenant, coverage, startDate)
  if (earlier.some(({ collecting }) => collecting)) return null
  const first = earlier.reduceRight(
    (next, { periodStartDate, periodEndDate }) =>
      periodStartDate && periodEndDate && addDays(periodEndDate, 1) === next ? periodStartDate : next,
    startDate,
  )
  return first < startDate ? first : null
}

/** Throws if a live settlement of this coverage overlaps these days; the unit commits only if none was created meanwhile. */
export const claimDays = async (
  db: Table,
  unit: Unit,
  coverage: string,
  period: { startDate: string; endDate: string },
): Promise<void> => {
  const key = coverageKey(unit.tenant, coverage)
  const known = await db.get(key)
  const overlapping = await findSettlementByDays(db, unit.tenant, coverage, period)
  if (overlapping) throw buildOverlapProblem(overlapping.settlementNumber)
  const isUnchanged = known
    ? { when: '#turn = :turn', values: { ':turn': known.turn } }
    : { when: 'attribute_not_exists(pk)' }
  unit.add({ put: { ...key, kind: 'settlement-coverage', turn: unit.newId() }, ...isUnchanged })
}

const linesPartition = (tenant: Id, id: Id) => partition(tenant, `settlement-lines#${id}`)
const pageKey = (page: number) => String(page).padStart(8, '0')

/** Writes a further page of lines; `linePages` is the number of pages stored before. */
export const putLines = (
  unit: Unit,
  { id, linePages }: Pick<StoredSettlement, 'id' | 'linePages'>,
  lines: StoredLine[],
) => {
  const put: Item = { pk: linesPartition(unit.tenant, id), sk: pageKey(linePages), kind: 'settlement-lines', lines }
  unit.add({ put, when: 'attribute_not_exists(pk)' })
}

const PAGES_AT_ONCE = 100

/** Reads a settlement's lines page by page, in the order in which they were added. */
export const readSettlementLines = async function* (
  db: Table,
  tenant: Id,
  id: Id,
  fromPage = 0,
): AsyncGenerator<{ page: number; lines: StoredLine[] }> {
  for (let from = fromPage; ; ) {
    const items = await db.query<{ lines: StoredLine[] }>({
      pk: linesPartition(tenant, id),
      from: pageKey(from),
      limit: PAGES_AT_ONCE,
    })
    for (const { sk, lines } of items) yield { page: Number(sk), lines }
    if (items.length < PAGES_AT_ONCE) return
    from = Number(items.at(-1)?.sk) + 1
  }
}

/** Keeps an answer within the size that a function may return. */
const MAX_SHOWN_BYTES = 4_000_000

/** Reads the lines that an answer shows. */
export const readFirstLines = async (db: Table, tenant: Id, id: Id): Promise<StoredLine[]> => {
  const first: StoredLine[] = []
  let bytes = 0
  for await (const { lines } of readSettlementLines(db, tenant, id))
    for (const line of lines) {
      bytes += Buffer.byteLength(JSON.stringify(line))
      if (first.length >= MAX_LINES_SHOWN || bytes > MAX_SHOWN_BYTES) return first
      first.push(line)
    }
  return first
}
