import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { requireHeldBy } from '../../platform/store/table/lease.ts'
import type { Item } from '../../platform/store/table/table.ts'
import { Stale } from '../../platform/store/transaction.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { buildLock } from './lock-sequence.ts'
import { buildRegisterItem, SEQUENCE_LOCK } from './number-store.ts'
import { formatNumber } from './numbering.ts'

/** Finds the records that have these numbers, by number. */
export type FindHolders = (numbers: readonly string[]) => Promise<ReadonlyMap<string, Id>>

interface Skipping {
  /** The item of the locked sequence, without its last number. */
  state: Item
  filled: string
  digits: number
  findHolders: FindHolders
}

/** Chosen numbers that the transaction of the next number skips; more are skipped before it. */
const MAX_SKIPPED = 20

/** Writes that numbers up to the last one were skipped, and keeps the sequence locked. */
const recordSkipped = async (
  { db, clock }: Pick<App, 'db' | 'clock'>,
  unit: Unit,
  state: Item,
  last: number,
  skipped: readonly Item[],
): Promise<void> => {
  const { committed } = await db.transact([
    {
      put: { ...state, last, ...buildLock(unit.work, clock()) },
      ...requireHeldBy(SEQUENCE_LOCK, unit.work),
      isBookkeeping: true,
    },
    ...skipped.map((put) => ({ put, isBookkeeping: true }) as const),
  ])
  if (!committed) throw new Stale()
}

/**
 * Skips the numbers after the last one that documents already have, and returns the last number that was skipped. If they
 * are many, the first of them are recorded at once: a request that ends early leaves fewer to the next one, and no gap,
 * because each of them is the number of a document.
 */
export const skipChosenNumbers = async (
  app: Pick<App, 'db' | 'clock'>,
  unit: Unit,
  { state, filled, digits, findHolders }: Skipping,
  assigned: number,
): Promise<number> => {
  let last = assigned
  let skipped: Item[] = []
  // Mostly none was chosen, so one is looked at before many are.
  for (let count = 1; ; count = MAX_SKIPPED) {
    const next = Array.from({ length: count }, (_, i) => formatNumber(filled, digits, last + 1 + i))
    const holders = await findHolders(next)
    const free = next.findIndex((number) => !holders.has(number))
    for (const number of free < 0 ? next : next.slice(0, free)) {
      const entry = { number, owner: holders.get(number), skipped: true }
      skipped.push(buildRegisterItem(unit.tenant, state.sk, ++last, entry))
    }
    if (free >= 0) break
    if (skipped.length < MAX_SKIPPED) continue
    if (!unit.isDryRun) await recordSkipped(app, unit, state, last, skipped)
    skipped = []
  }
  for (const put of skipped) unit.add({ put })
  return last
}
