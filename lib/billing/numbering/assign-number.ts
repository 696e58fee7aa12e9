import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { cleanText } from '../../platform/identifiers/clean-text.ts'
import { foldDocumentNumber } from '../../platform/identifiers/document-number.ts'
import { Problem } from '../../platform/problem.ts'
import { requireHeldBy } from '../../platform/store/table/lease.ts'
import type { Condition } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { lockSequence } from './lock-sequence.ts'
import {
  buildRegisterItem,
  chosenPartition,
  nameSequence,
  readSequences,
  SEQUENCE_LOCK,
  type Sequence,
  type Sequences,
  sequenceKey,
} from './number-store.ts'
import { fillSequence, formatNumber, getYear, type Numbering } from './numbering.ts'
import { type FindHolders, skipChosenNumbers } from './skip-chosen-numbers.ts'

type Using = Pick<App, 'db' | 'clock'>

/** A document that needs a number. */
interface Numbered {
  numbering: Numbering
  owner: Id
  findHolders: FindHolders
  /** The sequences as the work has read them; without them, they are read. */
  sequences?: Sequences | undefined
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

/**
 * The next number of the sequence, assigned by the transaction that uses it, so that none is lost. The first run of the
 * work assumes that nobody else needs a number and that nobody has chosen this one; if it fails, the work locks the
 * sequence and skips chosen numbers.
 */
const assignNextNumber = async (
  app: Using,
  unit: Unit,
  { numbering, owner, findHolders, sequences: known }: Numbered,
): Promise<string> => {
  const { series, digits } = numbering
  const year = getYear(numbering, unit.now)
  const filled = fillSequence(numbering, year)
  const sequences = known ?? (await readSequences(app.db, unit.tenant))
  const name = nameSequence(series, filled)
  const key = sequenceKey(unit.tenant, name)
  // A dry run uses no number, so it does not take turns with those that do.
  const waitForTurn = async (): Promise<Turn> =>
    unit.isDryRun
      ? { last: sequences.get(name)?.last ?? 0, condition: {} }
      : { last: await lockSequence(app, key, unit.work), condition: requireHeldBy(SEQUENCE_LOCK, unit.work) }
  const isFirst = !unit.isRerun && !unit.isDryRun
  const free = isFirst ? takeFreeTurn(sequences.get(name), app.clock().getTime()) : undefined
  const { last, condition } = free ?? (await waitForTurn())
  const state = { ...key, kind: 'number-sequence', series, year }
  const seq = 1 + (free ? last : await skipChosenNumbers(app, unit, { state, filled, digits, findHolders }, last))
  const number = formatNumber(filled, digits, seq)
  unit.add({ put: { ...state, last: seq }, ...condition })
  unit.add({ put: buildRegisterItem(unit.tenant, name, seq, { number, owner }) })
  return number
}

/** Assigns a chosen number outside the sequence, and records it for the audit. */
const assignChosenNumber = async (
  unit: Unit,
  { numbering, owner, findHolders }: Numbered,
  chosen: string,
): Promise<string> => {
  const number = cleanText(chosen)
  if ((await findHolders([number])).has(number))
    throw new Problem(
      'ALREADY_EXISTS',
      `Another ${numbering.series.replace('_', ' ')} already has the number ${number}.`,
    )
  const key = { pk: chosenPartition(unit.tenant, numbering.series), sk: foldDocumentNumber(number) }
  const entry = { kind: 'number', number, owner, year: getYear(numbering, unit.now) }
  unit.add({ put: { ...key, ...entry }, when: 'attribute_not_exists(pk)' })
  return number
}

/** Assigns the chosen number, or the next one of the sequence. */
export const assignNumber = (app: Using, unit: Unit, numbered: Numbered, chosen?: string | null): Promise<string> =>
  chosen ? assignChosenNumber(unit, numbered, chosen) : assignNextNumber(app, unit, numbered)
