import type { App } from '../../platform/app/app.ts'
import { fallbackDeadline } from '../../platform/deadline.ts'
import { claim, release } from '../../platform/store/table/lease.ts'
import type { Key } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { nameSequence, SEQUENCE_LOCK, sequenceKey } from './number-store.ts'
import { fillSequence, getYear, type Numbering } from './numbering.ts'

/** Time after which the next request may lock the sequence without waiting for an unlock. */
const LOCK_MS = 3000

/** Returns the attributes of a sequence that stays locked from now on. */
export const buildLock = (turn: string, now: Date) => ({ turn, turnUntil: now.getTime() + LOCK_MS })

/**
 * Locks the sequence and returns its last number. Requests for a number take turns, because most of their transactions
 * would fail if many raced for the next number. The transaction that uses the number unlocks the sequence. A request that
 * does not get the lock before its deadline is refused.
 */
export const lockSequence = async (
  { db, clock }: Pick<App, 'db' | 'clock'>,
  key: Key,
  turn: string,
): Promise<number> => {
  const deadline = db.deadline ?? fallbackDeadline()
  for (let attempt = 1; ; attempt++) {
    const now = clock()
    const until = new Date(now.getTime() + LOCK_MS)
    const claimed = await claim<{ last?: number }>(
      db,
      SEQUENCE_LOCK,
      key,
      { by: turn, now, until },
      { isBookkeeping: true },
    )
    if (claimed) return claimed.last ?? 0
    const pauseMs = 10 + Math.random() * Math.min(200, 20 * attempt)
    await deadline.pause(pauseMs, 'Too many documents are being numbered at the same time. Try again in a moment.')
  }
}

/** Unlocks the sequence when work is refused that may have locked it before it was run again. */
export const unlockSequence = async ({ db }: Pick<App, 'db'>, unit: Unit, numbering: Numbering): Promise<void> => {
  if (!unit.isRerun || unit.isDryRun) return
  const filled = fillSequence(numbering, getYear(numbering, unit.now))
  const name = nameSequence(numbering.series, filled)
  const key = sequenceKey(unit.tenant, name)
  await db.update({ ...release(SEQUENCE_LOCK, key, unit.work), isBookkeeping: true })
}
