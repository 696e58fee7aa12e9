import type { Id } from '../../platform/id.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import type { LeaseAttributes } from '../../platform/store/table/lease.ts'
import type { Item, Key, Table } from '../../platform/store/table/table.ts'
import type { Series } from './numbering.ts'

// Sequences:        T#<tenant>#numbers / <series>#<sequence>           last   the last number assigned; turn and turnUntil
//                                                                      while a request has the sequence locked
// Register:         T#<tenant>#numbers#<series>#<sequence> / <seq>     number and owner; skipped if it had been chosen before
// Chosen numbers:   T#<tenant>#numbers?chosen=<series> / <folded>      number, owner and year

const MAX_SEQ_DIGITS = 12

export const sequencesPartition = (tenant: Id) => partition(tenant, 'numbers')
export const chosenPartition = (tenant: Id, series: Series) => partition(tenant, `numbers?chosen=${series}`)
export const registerPartition = (tenant: Id, name: string) => partition(tenant, `numbers#${name}`)

export const sequenceKey = (tenant: Id, name: string): Key => ({ pk: sequencesPartition(tenant), sk: name })

export const SEQUENCE_LOCK: LeaseAttributes = { by: 'turn', until: 'turnUntil', isEpoch: true }

/** State of a sequence; `last` is absent until its first number is assigned. */
export interface Sequence {
  last?: number
  turnUntil?: number
}

/** The sequences of a tenant by their names. */
export type Sequences = ReadonlyMap<string, Sequence>

/** Returns the state of each sequence of the tenant. They are few, and can be read before the settings that name one. */
export const readSequences = async (db: Table, tenant: Id): Promise<Sequences> =>
  new Map((await db.query<Sequence>({ pk: sequencesPartition(tenant) })).map((item) => [item.sk, item]))

/** Returns the name under which a filled pattern is stored: with its series, because patterns of two series may be equal. */
export const nameSequence = (series: Series, filled: string): string => `${series}#${filled}`

/** Returns the filled pattern of a name. No pattern contains #. */
export const getFilledPattern = (name: string): string => name.slice(name.indexOf('#') + 1)

export const buildRegisterItem = (tenant: Id, name: string, seq: number, entry: object): Item => ({
  pk: registerPartition(tenant, name),
  sk: String(seq).padStart(MAX_SEQ_DIGITS, '0'),
  kind: 'number',
  ...entry,
})
