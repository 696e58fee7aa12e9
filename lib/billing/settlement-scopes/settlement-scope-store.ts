import type { Id } from '../../platform/id.ts'
import { invalid } from '../../platform/problem.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { isPlatformScope } from './settlement-scopes.ts'

// A tenant's own scopes:  T#<tenant>#settlement-scopes / OWN   all in one item, since there are few; turn: changes with it

/** Each of them adds to what every count of charges holds. */
export const MAX_OWN_SCOPES = 100

const ownScopesKey = (tenant: Id): Key => ({ pk: partition(tenant, 'settlement-scopes'), sk: 'OWN' })

/** A tenant's own scopes in the order in which they came. */
export const readOwnScopes = async (db: Table, tenant: Id): Promise<string[]> =>
  ((await db.get(ownScopesKey(tenant)))?.scopes as string[] | undefined) ?? []

/** Notes down a scope that is used for the first time, with the change that uses it. */
export const defineScope = async (db: Table, unit: Unit, scope: string | undefined): Promise<void> => {
  if (scope === undefined || isPlatformScope(scope)) return
  const key = ownScopesKey(unit.tenant)
  const known = await db.get(key)
  const scopes = (known?.scopes as string[] | undefined) ?? []
  if (scopes.includes(scope)) return
  if (scopes.length >= MAX_OWN_SCOPES)
    throw invalid({
      propertyPath: 'scope',
      message: `must be one that there is, since you have ${MAX_OWN_SCOPES} scopes of your own already`,
    })
  const held = known ? { when: '#turn = :turn', values: { ':turn': known.turn } } : { when: 'attribute_not_exists(pk)' }
  const item = { ...key, kind: 'settlement-scopes', scopes: [...scopes, scope], turn: unit.newId() }
  unit.add({ put: item, ...held })
}
