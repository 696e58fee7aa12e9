import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { Problem } from '../../platform/problem.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import { runInUnit } from '../../platform/store/unit.ts'

// Personal accounts:  T#<tenant>#datev-account / <role>#<partner>   number, as text; written once
// the next numbers:   T#<tenant>#datev-account / NEXT#<role>        next

/** The roles in which a partner has an account: who owes, and whom one owes. */
export type AccountRole = 'debtor' | 'creditor'

/** Accounts that are assigned in one transaction. */
const MAX_ASSIGNED = 40

const accountKey = (tenant: Id, role: AccountRole, partnerId: Id): Key => ({
  pk: partition(tenant, 'datev-account'),
  sk: `${role}#${partnerId}`,
})
const nextKey = (tenant: Id, role: AccountRole): Key => ({ pk: partition(tenant, 'datev-account'), sk: `NEXT#${role}` })

const readAccounts = async (db: Table, tenant: Id, role: AccountRole, partnerIds: readonly Id[]) => {
  if (!partnerIds.length) return new Map<Id, string>()
  const found = await db.batchGet<{ number: string }>(partnerIds.map((id) => accountKey(tenant, role, id)))
  return new Map(found.map(({ sk, number }) => [sk.slice(role.length + 1), number]))
}

interface Range {
  first: number
  /** First number after the range. */
  end: number
}

/** Returns the number of each partner, assigning the next ones of the range to partners without. A number is never changed. */
export const assignPersonalAccounts = async (
  { db, clock }: Pick<App, 'db' | 'clock'>,
  tenant: Id,
  role: AccountRole,
  partnerIds: readonly Id[],
  { first, end }: Range,
): Promise<ReadonlyMap<Id, string>> => {
  const all = new Map<Id, string>()
  const distinct = [...new Set(partnerIds)]
  for (let from = 0; from < distinct.length; from += MAX_ASSIGNED) {
    const some = distinct.slice(from, from + MAX_ASSIGNED)
    const assigned = await runInUnit(db, { tenant, actor: null, now: clock() }, async (unit) => {
      const known = await readAccounts(db, tenant, role, some)
      const missing = some.filter((id) => !known.has(id))
      if (!missing.length) return known
      const counter = await db.get<{ next: number }>(nextKey(tenant, role))
      const next = Math.max(counter?.next ?? first, first)
      if (next + missing.length > end)
        throw new Problem('OPERATION_NOT_ALLOWED', `All ${role} accounts below ${end} are assigned.`)
      for (const [i, id] of missing.entries()) {
        const number = String(next + i)
        known.set(id, number)
        unit.add({
          put: { ...accountKey(tenant, role, id), kind: 'datev-account', number },
          when: 'attribute_not_exists(pk)',
        })
      }
      unit.add({
        put: { ...nextKey(tenant, role), kind: 'datev-account', next: next + missing.length },
        ...(counter
          ? { when: '#next = :before', values: { ':before': counter.next } }
          : { when: 'attribute_not_exists(pk)' }),
      })
      return known
    })
    for (const [id, number] of assigned) all.set(id, number)
  }
  return all
}
