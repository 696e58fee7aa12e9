import type { CreateImportInput } from '../../../schemas/data-exchange/import.ts'
import type { SignedIn } from '../../platform/http/call.ts'
import { invalid, Problem } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { getActorType } from '../../platform/store/unit-scope.ts'
import { addReference } from '../../storage/files/add-reference.ts'
import { findColumn, type RowKinds } from '../import-kinds/row-kind.ts'
import type { StoredImport } from './import.ts'
import { imports } from './import-store.ts'

/** Adds an import with the task that runs it. The file is used by the import from then on. */
export const addImport = async (
  db: Table,
  unit: Unit,
  caller: SignedIn,
  { fileId, kind, mapping = {}, mode = 'valid_rows', dryRun = false }: CreateImportInput,
  kinds: RowKinds,
): Promise<StoredImport> => {
  const { columns, scopes } = kinds[kind]
  const lacking = scopes.filter((scope) => !caller.scopes.has(scope))
  if (lacking.length)
    throw new Problem('SCOPE_MISSING', `Importing ${kind} also needs the scope ${lacking.join(', ')}.`)
  const wrong = Object.entries(mapping).filter(([, column]) => column && !findColumn({ columns }, column))
  if (wrong.length)
    throw invalid(
      ...wrong.map(([header]) => ({
        propertyPath: `mapping.${header}`,
        message: `must be one of ${Object.keys(columns).join(', ')}`,
      })),
    )
  await addReference(db, unit, caller, fileId, `import_${kind}`)
  const added = unit.create(imports, {
    ...{ rowKind: kind, fileId, mapping, mode, dryRun },
    // All rows are checked before the first is written, unless valid ones are written in any case.
    status: dryRun || mode === 'all_or_nothing' ? 'checking' : 'writing',
    requestedBy: caller.identity,
    requestedByType: getActorType(unit),
    failureReason: null,
    finishedAt: null,
  })
  unit.schedule('data_exchange.import.run', { tenant: unit.tenant, importId: added.id })
  return added
}
