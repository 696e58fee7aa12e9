import type { Id } from '../../platform/id.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import type { LeaseAttributes } from '../../platform/store/table/lease.ts'
import type { Item, Key, Table } from '../../platform/store/table/table.ts'
import type { Series } from './numbering.ts'

// Sequences:        T#<tenant>#numbers / <sequence>                last   the last number assigned; turn and turnUntil
//                                                                  while a request has the sequence locked
// Register:         T#<tenant>#numbers#<sequence> / <seq>          number and owner; skipped if it had been chosen before
// Chosen numbers:   T#<tenant>#numbers?chosen=<series> / <number>  owner and year

const MAX_SEQ_DIGITS = 12

export const sequencesPartition = (tenant: Id) => partition(tenant, 'numbers')
export const chosenPartition = (tenant: Id, series: Series) => partition(tenant, `numbers?chosen=${series}`)
export const registerPartition = (tenant: Id, sequence: string) => partition(tenant, `numbers#${sequence}`)

export const sequenceKey = (tenant: Id, sequence: string): Key => ({ pk: sequencesPartition(tenant), sk: sequence })

export const SEQUENCE_LOCK: LeaseAttributes = { by: 'turn', until: 'turnUntil', isEpoch: true }

/** State of a sequence; `last` is absent until its first number is assigned. */
export interface Sequence {
  last?: number
  turnUntil?: number
}

export const findSequence = (db: Table, tenant: Id, sequence: string): Promise<Sequence | undefined> =>
  db.get<Sequence>(sequenceKey(tenant, sequence))

/** Returns the state of each sequence of the tenant. They are few, and can be read before the settings that name one. */
export const readSequences = async (db: Table, tenant: Id): Promise<ReadonlyMap<string, Sequence>> =>
  new Map((await db.query<Sequence>({ pk: sequencesPartition(tenant) })).map((item) => [item.sk, item]))

export const buildRegisterItem = (tenant: Id, sequence: string, seq: number, entry: object): Item => ({
  pk: registerPartition(tenant, sequence),
  sk: String(seq).padStart(MAX_SEQ_DIGITS, '0'),
  kind: 'number',
  ...entry,
})
