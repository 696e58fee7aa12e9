import type { App } from '../../platform/app/app.ts'
import { toLocalDay } from '../../platform/calendar/day.ts'
import { fallbackDeadline } from '../../platform/deadline.ts'
import type { Id } from '../../platform/id.ts'
import { Problem } from '../../platform/problem.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import type { Item, Key } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'

// Sequences of numbers:  T#<tenant>#numbers / <sequence>            last   the last one given out; turn and turnUntil
//                                                                   while somebody is taking the next
// their numbers:         T#<tenant>#numbers#<sequence> / <seq>      number and owner; skipped where somebody had chosen it
// those somebody chose:  T#<tenant>#numbers?chosen=<series> / <number>   owner and year
//
// A sequence is a pattern filled but for its {seq}, such as INV-2026-{seq}: a new year, or a new pattern, begins with 1.

export const SERIES = { invoice: 'INV', credit_note: 'CN', settlement: 'SET' } as const
export type Series = keyof typeof SERIES

export interface Numbering {
  series: Series
  pattern: string
  /** To how many digits the sequence is filled. */
  digits: number
  zone: string
  channel?: string
}

const SEQ = '{seq}'
const MAX_SEQ_DIGITS = 12

/** That of the day on which the number is given, where the tenant is. */
const getYear = ({ zone }: Numbering, now: Date) => toLocalDay(zone, now).slice(0, 4)

const fillSequence = ({ series, pattern, channel = '' }: Numbering, year: string): string =>
  pattern.replace('{series}', SERIES[series]).replace('{year}', year).replace('{channel}', channel)

const formatNumber = (sequence: string, digits: number, seq: number) =>
  sequence.replace(SEQ, String(seq).padStart(digits, '0'))

export const sequencesPartition = (tenant: Id) => partition(tenant, 'numbers')
export const chosenPartition = (tenant: Id, series: Series) => partition(tenant, `numbers?chosen=${series}`)
const sequenceKey = (tenant: Id, sequence: string): Key => ({ pk: sequencesPartition(tenant), sk: sequence })
export const registerPartition = (tenant: Id, sequence: string) => partition(tenant, `numbers#${sequence}`)
const buildRegisterItem = (tenant: Id, sequence: string, seq: number, entry: object): Item => ({
  pk: registerPartition(tenant, sequence),
  sk: String(seq).padStart(MAX_SEQ_DIGITS, '0'),
  kind: 'number',
  ...entry,
})

/** Who has a number. */
type HolderOf = (number: string) => Promise<Id | undefined>

/** How long somebody may take for a number before the next one goes on without waiting any more. */
const TURN_MS = 3000

/**
 * Numbers follow one another, so those who want the next one take turns: where many at once would race for it, most of
 * their transactions would be in vain. The turn ends with the transaction that uses it. Who does not get it before the
 * deadline of their work is refused. Returns the last number.
 */
const lockSequence = async ({ db, clock }: Pick<App, 'db' | 'clock'>, key: Key, turn: string): Promise<number> => {
  const deadline = db.deadline ?? fallbackDeadline()
  for (let attempt = 1; ; attempt++) {
    const now = clock().getTime()
    const { ok, item } = await db.update({
      update: key,
      set: 'SET #turn = :turn, #turnUntil = :until',
      isBookkeeping: true,
      when: 'attribute_not_exists(#turn) OR #turn = :turn OR #turnUntil < :now',
      values: { ':turn': turn, ':until': now + TURN_MS, ':now': now },
    })
    if (ok) return (item.last as number | undefined) ?? 0
    const pauseMs = 10 + Math.random() * Math.min(200, 20 * attempt)
    await deadline.pause(pauseMs, 'Too many numbers are asked for at once; try again in a moment.')
  }
}

/** Lets others go on at once where work is refused that may have had its turn before it was done again. */
export const unlockSequence = async ({ db }: Pick<App, 'db'>, unit: Unit, numbering: Numbering): Promise<void> => {
  const key = sequenceKey(unit.tenant, fillSequence(numbering, getYear(numbering, unit.now)))
  await db.update({
    update: key,
    set: 'REMOVE #turn, #turnUntil',
    isBookkeeping: true,
    when: '#turn = :turn',
    values: { ':turn': unit.work },
  })
}

/** Chosen numbers in a row that one transaction skips; more are skipped by the next. */
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
  holderOf: HolderOf,
): Promise<string> => {
  const year = getYear(numbering, unit.now)
  const sequence = fillSequence(numbering, year)
  const key = sequenceKey(unit.tenant, sequence)
  let seq = (await lockSequence(app, key, unit.work)) + 1
  let number = formatNumber(sequence, numbering.digits, seq)
  for (let skipped = 0; skipped < MAX_SKIPPED; skipped++) {
    const holder = await holderOf(number)
    if (!holder) break
    unit.add({ put: buildRegisterItem(unit.tenant, sequence, seq, { number, owner: holder, skipped: true }) })
    number = formatNumber(sequence, numbering.digits, ++seq)
  }
  unit.add({
    put: { ...key, kind: 'number-sequence', series: numbering.series, year, last: seq },
    when: '#turn = :turn',
    values: { ':turn': unit.work },
  })
  unit.add({ put: buildRegisterItem(unit.tenant, sequence, seq, { number, owner }) })
  return number
}

/** A number that somebody chose: out of no sequence, and noted down, so that an audit can tell of it. */
const assignChosenNumber = async (
  unit: Unit,
  numbering: Numbering,
  owner: Id,
  holderOf: HolderOf,
  given: string,
): Promise<string> => {
  const number = given.trim().normalize('NFC')
  if (await holderOf(number))
    throw new Problem('ALREADY_EXISTS', `Another ${numbering.series.replace('_', ' ')} has the number ${number}.`)
  const key = { pk: chosenPartition(unit.tenant, numbering.series), sk: number }
  const entry = { kind: 'number', owner, year: getYear(numbering, unit.now) }
  unit.add({ put: { ...key, ...entry }, when: 'attribute_not_exists(pk)' })
  return number
}

/** The number under which something is issued: the one that is given, or the next of its sequence. */
export const assignNumber = (
  app: Pick<App, 'db' | 'clock'>,
  unit: Unit,
  numbering: Numbering,
  owner: Id,
  holderOf: HolderOf,
  given?: string | null,
): Promise<string> =>
  given
    ? assignChosenNumber(unit, numbering, owner, holderOf, given)
    : assignNextNumber(app, unit, numbering, owner, holderOf)
