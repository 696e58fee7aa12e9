import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { Problem } from '../../platform/problem.ts'
import { requireHeldBy } from '../../platform/store/table/lease.ts'
import type { Condition } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { lockSequence } from './lock-sequence.ts'
import {
  buildRegisterItem,
  chosenPartition,
  findSequence,
  SEQUENCE_LOCK,
  type Sequence,
  sequenceKey,
} from './number-store.ts'
import { fillSequence, formatNumber, getYear, type Numbering } from './numbering.ts'

type Using = Pick<App, 'db' | 'clock'>

/** A document that needs a number. */
interface Numbered {
  numbering: Numbering
  owner: Id
  /** Finds the record that has a number. */
  findHolder: (number: string) => Promise<Id | undefined>
  /** The sequences as the work has read them; without them, the one that is needed is read. */
  sequences?: ReadonlyMap<string, Sequence> | undefined
}

/** The last number of a sequence, and the condition under which its next number may be assigned. */
interface Turn {
  last: number
  condition: Condition
}

/** Takes the turn without a lock, if nobody has locked the sequence. The transaction fails if another one is faster. */
const takeFreeTurn = (sequence: Sequence | undefined, nowMs: number): Turn | undefined => {
  const { last, turnUntil = 0 } = sequence ?? {}
  if (turnUntil > nowMs) return undefined
  const isFree = '(attribute_not_exists(#turnUntil) OR #turnUntil <= :now)'
  const values = { ':now': nowMs }
  return last === undefined
    ? { last: 0, condition: { when: `${isFree} AND attribute_not_exists(#last)`, values } }
    : { last, condition: { when: `${isFree} AND #last = :last`, values: { ...values, ':last': last } } }
}

/** Upper bound of consecutive chosen numbers that one transaction skips. */
const MAX_SKIPPED = 20

/**
 * The next number of the sequence, assigned by the transaction that uses it, so that none is lost. The first run of the
 * work assumes that nobody else needs a number and that nobody has chosen this one; if it fails, the work locks the
 * sequence and skips chosen numbers.
 */
const assignNextNumber = async (
  app: Using,
  unit: Unit,
  { numbering, owner, findHolder, sequences }: Numbered,
): Promise<string> => {
  const year = getYear(numbering, unit.now)
  const sequence = fillSequence(numbering, year)
  const key = sequenceKey(unit.tenant, sequence)
  const readSequence = () => (sequences ? sequences.get(sequence) : findSequence(app.db, unit.tenant, sequence))
  // A dry run uses no number, so it does not take turns with those that do.
  const waitForTurn = async (): Promise<Turn> =>
    unit.isDryRun
      ? { last: (await readSequence())?.last ?? 0, condition: {} }
      : { last: await lockSequence(app, key, unit.work), condition: requireHeldBy(SEQUENCE_LOCK, unit.work) }
  const isFirst = !unit.isRerun && !unit.isDryRun
  const free = isFirst ? takeFreeTurn(await readSequence(), app.clock().getTime()) : undefined
  const turn = free ?? (await waitForTurn())
  let seq = turn.last + 1
  let number = formatNumber(sequence, numbering.digits, seq)
  for (let skipped = 0; !free && skipped < MAX_SKIPPED; skipped++) {
    const holder = await findHolder(number)
    if (!holder) break
    unit.add({ put: buildRegisterItem(unit.tenant, sequence, seq, { number, owner: holder, skipped: true }) })
    number = formatNumber(sequence, numbering.digits, ++seq)
  }
  unit.add({ put: { ...key, kind: 'number-sequence', series: numbering.series, year, last: seq }, ...turn.condition })
  unit.add({ put: buildRegisterItem(unit.tenant, sequence, seq, { number, owner }) })
  return number
}

/** Assigns a chosen number outside the sequence, and records it for the audit. */
const assignChosenNumber = async (
  unit: Unit,
  { numbering, owner, findHolder }: Numbered,
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
export const assignNumber = (app: Using, unit: Unit, numbered: Numbered, chosen?: string | null): Promise<string> =>
  chosen ? assignChosenNumber(unit, numbered, chosen) : assignNextNumber(app, unit, numbered)
