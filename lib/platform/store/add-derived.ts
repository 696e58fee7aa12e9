import type { Id } from '../id.ts'
import { Problem } from '../problem.ts'
import { addOutline } from './add-outline.ts'
import { type Derived, derive } from './entities/derive.ts'
import type { Entity, Stored } from './entities/entity.ts'
import { formatKey } from './table/table.ts'
import type { Refusal, Transaction } from './transaction.ts'

export const buildTakenProblem = (name: string, field: string) =>
  new Problem('ALREADY_EXISTS', `Another ${name} already has this ${field}.`)

/** Attributes that the item of a unique value has beside its own, by the field of the value. */
export type Carried = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>

interface Change<T> {
  before: T | undefined
  after: T | undefined
  whenTaken?: 'stale' | Refusal | undefined
  carried?: Carried | undefined
}

type Numbers = Readonly<Record<string, number>>

const subtract = (numbers: Numbers, other: Numbers): Numbers =>
  Object.fromEntries(
    Object.keys({ ...numbers, ...other }).map((name) => [name, (numbers[name] ?? 0) - (other[name] ?? 0)]),
  )

/** Buckets to which the item adds the same as before are left alone. */
const addCounts = (transaction: Transaction, old: Derived['counts'], next: Derived['counts']): void => {
  const left = new Map(old.map((each) => [formatKey(each.bucket), each]))
  for (const { bucket, adds } of next) {
    const deltas = subtract(adds, left.get(formatKey(bucket))?.adds ?? {})
    left.delete(formatKey(bucket))
    if (Object.values(deltas).some(Boolean)) transaction.addToCounts(bucket, deltas)
  }
  for (const { bucket, adds } of left.values()) transaction.addToCounts(bucket, subtract({}, adds))
}

/** Adds what a change of a resource means for its index rows, unique values, counts and outline. */
export const addDerived = <T extends Stored>(
  transaction: Transaction,
  kind: Entity<T>,
  tenant: Id,
  { before, after, whenTaken, carried }: Change<T>,
): void => {
  const [old, next] = [derive(kind, tenant, before), derive(kind, tenant, after)]
  for (const [id, { pk, sk }] of old.rows) if (!next.rows.has(id)) transaction.add({ delete: { pk, sk } })
  for (const [id, row] of next.rows)
    if (JSON.stringify(old.rows.get(id)) !== JSON.stringify(row)) transaction.add({ put: row })
  for (const [field, { pk, sk }] of old.unique)
    if (next.unique.get(field)?.sk !== sk) transaction.add({ delete: { pk, sk } })
  for (const [field, row] of next.unique)
    if (old.unique.get(field)?.sk !== row.sk)
      transaction.add(
        { put: { ...carried?.[field], ...row }, when: 'attribute_not_exists(pk)' },
        whenTaken === 'stale' ? undefined : { refuse: whenTaken ?? (() => buildTakenProblem(kind.name, field)) },
      )
  addCounts(transaction, old.counts, next.counts)
  addOutline(transaction, kind, tenant, before, after)
}
