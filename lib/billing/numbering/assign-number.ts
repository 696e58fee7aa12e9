import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { Problem } from '../../platform/problem.ts'
import { requireHeldBy } from '../../platform/store/lease.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { lockSequence, SEQUENCE_LOCK } from './lock-sequence.ts'
import { buildRegisterItem, chosenPartition, sequenceKey } from './number-store.ts'
import { fillSequence, formatNumber, getYear, type Numbering } from './numbering.ts'

/** Finds the record that has a number. */
type FindHolder = (number: string) => Promise<Id | undefined>

/** Upper bound of consecutive chosen numbers that one transaction skips. */
const MAX_SKIPPED = 20

/**
 * The next number of the sequence, given out by the transaction that uses it, so that none is lost. Numbers that
 * somebody has chosen before, as `holderOf` tells, are skipped.
 */
const assignNextNumber = async (
  app: Pick<App, 'db' | 'clock'>,
  unit: Unit,
  numbering: Numbering,
  owner: Id,
  findHolder: FindHolder,
): Promise<string> => {
  const year = getYear(numbering, unit.now)
  const sequence = fillSequence(numbering, year)
  const key = sequenceKey(unit.tenant, sequence)
  let seq = (await lockSequence(app, key, unit.work)) + 1
  let number = formatNumber(sequence, numbering.digits, seq)
  for (let skipped = 0; skipped < MAX_SKIPPED; skipped++) {
    const holder = await findHolder(number)
    if (!holder) break
    unit.add({ put: buildRegisterItem(unit.tenant, sequence, seq, { number, owner: holder, skipped: true }) })
    number = formatNumber(sequence, numbering.digits, ++seq)
  }
  unit.add({
    put: { ...key, kind: 'number-sequence', series: numbering.series, year, last: seq },
    ...requireHeldBy(SEQUENCE_LOCK, unit.work),
  })
  unit.add({ put: buildRegisterItem(unit.tenant, sequence, seq, { number, owner }) })
  return number
}

/** Assigns a chosen number outside the sequence, and records it for the audit. */
const assignChosenNumber = async (
  unit: Unit,
  numbering: Numbering,
  owner: Id,
  findHolder: FindHolder,
  chosen: string,
): Promise<string> => {
  const number = chosen.trim().normalize('NFC')
  if (await findHolder(number))
    throw new Problem(
      'ALREADY_EXISTS',
      `Another ${numbering.series.replace('_', ' ')} already has the number ${number}.`,
    )
  const key = { pk: chosenPartition(unit.tenant, numbering.series), sk: number }
  const entry = { kind: 'number', owner, year: getYear(numbering, unit.now) }
  unit.add({ put: { ...key, ...entry }, when: 'attribute_not_exists(pk)' })
  return number
}

/** Assigns the chosen number, or the next one of the sequence. */
export const assignNumber = (
  app: Pick<App, 'db' | 'clock'>,
  unit: Unit,
  numbering: Numbering,
  owner: Id,
  findHolder: FindHolder,
  chosen?: string | null,
): Promise<string> =>
  chosen
    ? assignChosenNumber(unit, numbering, owner, findHolder, chosen)
    : assignNextNumber(app, unit, numbering, owner, findHolder)
