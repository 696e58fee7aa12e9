import type { Id } from '../../platform/id.ts'
import { invalid } from '../../platform/problem.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { isPlatformScope } from './scope-definitions.ts'

// A tenant's own scopes:  T#<tenant>#settlement-scopes / OWN   all in one item; turn changes with every write

/** Limited, because every count of charges has an attribute for each scope. */
export const MAX_OWN_SCOPES = 100

const ownScopesKey = (tenant: Id): Key => ({ pk: partition(tenant, 'settlement-scopes'), sk: 'OWN' })

/** Reads a tenant's own scopes in the order of their creation. */
export const readOwnScopes = async (db: Table, tenant: Id): Promise<string[]> =>
  (await db.get<{ scopes?: string[] }>(ownScopesKey(tenant)))?.scopes ?? []

/** Adds a scope that is used for the first time, in the transaction that uses it. */
export const defineScope = async (db: Table, unit: Unit, scope: string | undefined): Promise<void> => {
  if (scope === undefined || isPlatformScope(scope)) return
  const key = ownScopesKey(unit.tenant)
  const known = await db.get<{ scopes?: string[] }>(key)
  const scopes = known?.scopes ?? []
  if (scopes.includes(scope)) return
  if (scopes.length >= MAX_OWN_SCOPES)
    throw invalid({
      propertyPath: 'scope',
      message: `must be an existing scope, because you already have ${MAX_OWN_SCOPES} scopes of your own`,
    })
  const isUnchanged = known
    ? { when: '#turn = :turn', values: { ':turn': known.turn } }
    : { when: 'attribute_not_exists(pk)' }
  const item = { ...key, kind: 'settlement-scopes', scopes: [...scopes, scope], turn: unit.newId() }
  unit.add({ put: item, ...isUnchanged })
}
