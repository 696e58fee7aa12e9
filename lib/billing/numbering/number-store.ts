import type { Id } from '../../platform/id.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import type { Item, Key } from '../../platform/store/table/table.ts'
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

export const buildRegisterItem = (tenant: Id, sequence: string, seq: number, entry: object): Item => ({
  pk: registerPartition(tenant, sequence),
  sk: String(seq).padStart(MAX_SEQ_DIGITS, '0'),
  kind: 'number',
  ...entry,
})
