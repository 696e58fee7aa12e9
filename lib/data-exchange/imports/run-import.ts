import type { ImportState, RowError } from '../../../schemas/data-exchange/import.ts'
import type { App } from '../../platform/app/app.ts'
import type { TaskData } from '../../platform/events/outbox/task.ts'
import type { Id } from '../../platform/id.ts'
import { move } from '../../platform/moves.ts'
import { Problem } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { runInUnit, Unit } from '../../platform/store/unit.ts'
import type { RequestSource } from '../../platform/store/unit-scope.ts'
import { getContentPath } from '../../storage/files/file.ts'
import type { Outcome, RowKind, RowKinds } from '../import-kinds/row-kind.ts'
import { findColumn, toGiven } from '../import-kinds/row-kind.ts'
import { findRepeatedRows } from './find-repeated-rows.ts'
import { groupRows } from './group-rows.ts'
import { IMPORT_MOVES, NO_PROGRESS, type Progress, type StoredImport } from './import.ts'
import { findImport, imports, putErrors, putProgress, readProgress } from './import-store.ts'
import { type Row, readRows } from './read-rows.ts'

/** Steps of one task; another task continues. */
const MAX_STEPS = 150
/** Rows of one step that only checks. */
const CHECKED_AT_ONCE = 25
/** Actions of the progress, of errors and of the import itself. */
const OWN_ACTIONS = 10
/** Errors that the import itself shows. */
const MAX_SHOWN_ERRORS = 20

/** A row whose transaction was refused, such as for a SKU that was taken meanwhile. */
interface Refused {
  index: number
  problem: Problem
}

type Using = Pick<App, 'db' | 'files'>

interface Scope {
  tenant: Id
  actor: Id
  source?: RequestSource | undefined
  now: Date
}

interface Work {
  rows: readonly Row[]
  /** Number of rows of the resource that begins at an index; 1 if absent. */
  sizes: ReadonlyMap<number, number>
  kind: RowKind
  /** First line of the same row, by index of a repeated one. */
  repeated: ReadonlyMap<number, number>
}

const isEnded = (status: ImportState) => status !== 'checking' && status !== 'writing'

const toErrors = (rows: readonly Row[], { violations, message }: Problem): RowError[] => {
  const lines = rows.map(({ line }) => line)
  const first = lines[0] ?? 1
  const ofRow = (column: string): Pick<RowError, 'line' | 'column'> => {
    const [, index, rest] = /^rows\[(\d+)\]\.?(.*)$/.exec(column) ?? []
    return index === undefined ? { line: first, column } : { line: lines[Number(index)] ?? first, column: rest ?? '' }
  }
  return (
    violations?.map(({ propertyPath, message }) => ({ ...ofRow(propertyPath), message })) ?? [
      { line: first, column: '', message },
    ]
  )
}

const takeRows = ({ rows, sizes }: Work, index: number): readonly Row[] =>
  rows.slice(index, index + (sizes.get(index) ?? 1))

/** Applies the rows of a resource in the unit, and returns what became of them or their errors. Throws temporary refusals. */
const applyRow = async (
  { db, files }: Using,
  unit: Unit,
  work: Work,
  index: number,
  found: StoredImport,
): Promise<Outcome | RowError[]> => {
  const { kind, repeated } = work
  const some = takeRows(work, index)
  const row = some[0] as Row
  const first = repeated.get(index)
  const { keyColumn: column } = kind
  if (first !== undefined) return [{ line: row.line, column, message: `is the same as in line ${first}` }]
  const faults = some.flatMap(({ line, faults }) =>
    faults.map(({ propertyPath, message }) => ({ line, column: propertyPath, message })),
  )
  if (faults.length) return faults
  const each = some.map(({ cells }) => toGiven(kind, cells))
  const given = kind.getGroup ? { rows: each } : (each[0] ?? {})
  try {
    // Actions that a row added before it turns out to be invalid are removed from the unit.
    const done = await unit.attempt(() => kind.apply({ db, files }, unit, given, found), OWN_ACTIONS)
    return done?.result ?? [{ line: row.line, column: '', message: 'changes more than one transaction can' }]
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    return toErrors(some, error)
  }
}

const addOutcome = (progress: Progress, result: Outcome | RowError[], size: number): Progress => {
  const next = { ...progress, next: progress.next + size }
  if (typeof result === 'string') return { ...next, [result]: progress[result] + size }
  const errors = [...progress.errors, ...result].slice(0, MAX_SHOWN_ERRORS)
  return { ...next, failed: progress.failed + size, errors }
}

/** Returns the state in which the import goes on once all rows of the present one are processed. */
const moveOn = ({ status, mode, dryRun }: StoredImport, { failed }: Progress): ImportState => {
  if (status === 'writing' || dryRun) return move(IMPORT_MOVES, 'import', status, 'finish')
  return move(IMPORT_MOVES, 'import', status, mode === 'all_or_nothing' && failed ? 'reject' : 'pass')
}

/**
 * Processes the next rows in one transaction with the progress, so that each row is written once, wherever a worker dies and
 * however often its message arrives. Returns whether there is more to do.
 */
const step = (app: Using, scope: Scope, importId: Id, work: Work, refused: Partial<Refused>): Promise<boolean> => {
  const { db } = app
  return runInUnit(db, scope, async (unit) => {
    const [found, before] = await Promise.all([
      findImport(db, scope.tenant, importId),
      readProgress(db, scope.tenant, importId),
    ])
    if (!found || isEnded(found.status)) return false
    const isChecking = found.status === 'checking'
    let progress: Progress = { ...before, rowCount: work.rows.length }
    const errors: RowError[] = []
    // A written row has a transaction of its own, since two rows may change the same resource.
    const last = Math.min(work.rows.length, before.next + (isChecking ? CHECKED_AT_ONCE : 1))
    for (let index = before.next; index < last; ) {
      const own = isChecking ? new Unit(db, { ...scope, isDryRun: true }) : unit
      const some = takeRows(work, index)
      const problem = refused.index === index ? refused.problem : undefined
      refused.index = index
      const result = problem ? toErrors(some, problem) : await applyRow(app, own, work, index, found)
      progress = addOutcome(progress, result, some.length)
      index += some.length
      if (typeof result !== 'string') errors.push(...result)
    }
    if (errors.length) putErrors(unit, importId, { phase: found.status as 'checking', row: before.next, errors })
    if (progress.next < work.rows.length) {
      putProgress(unit, importId, before, progress)
      return true
    }
    const status = moveOn(found, progress)
    const restarted = { ...NO_PROGRESS, rowCount: work.rows.length }
    putProgress(unit, importId, before, status === 'writing' ? restarted : progress)
    const finishedAt = isEnded(status) ? scope.now.toISOString() : null
    unit.update(imports, found, { status, finishedAt })
    return !isEnded(status)
  })
}

const fail = (db: Table, scope: Scope, importId: Id, failureReason: string) =>
  runInUnit(db, scope, async (unit) => {
    const found = await findImport(db, scope.tenant, importId)
    if (!found || isEnded(found.status)) return
    const status = move(IMPORT_MOVES, 'import', found.status, 'fail')
    if (found.status === 'checking') {
      const before = await readProgress(db, scope.tenant, importId)
      putProgress(unit, importId, before, { ...before, created: 0, updated: 0, unchanged: 0 })
    }
    unit.update(imports, found, { status, failureReason, finishedAt: scope.now.toISOString() })
  })

/** Runs a step. If the transaction of a row is refused, the row has that error. */
const stepOver = async (app: Using, scope: Scope, importId: Id, work: Work): Promise<boolean> => {
  const refused: Partial<Refused> = {}
  try {
    return await step(app, scope, importId, work, refused)
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    return await step(app, scope, importId, work, { ...refused, problem: error })
  }
}

/** Processes rows of an import, and another task continues after them. */
export const runImport = async (
  app: Using,
  { tenant, importId }: TaskData['data_exchange.import.run'],
  now: Date,
  kinds: RowKinds,
): Promise<void> => {
  const found = await findImport(app.db, tenant, importId)
  if (!found || isEnded(found.status)) return
  const source = found.requestedByType ? { actorType: found.requestedByType } : undefined
  const scope = { tenant, actor: found.requestedBy, source, now }
  const content = await app.files.find(getContentPath(tenant, found.fileId))
  if (!content) return await fail(app.db, scope, importId, 'The file does not exist any more.')
  const kind = kinds[found.rowKind]
  const isColumn = (name: string) => findColumn(kind, name) !== undefined
  const { columns, required } = kind
  const read = await readRows(content, { columns: Object.keys(columns), isColumn, required, mapping: found.mapping })
  if (read.fault !== undefined) return await fail(app.db, scope, importId, read.fault)
  const { rows, sizes } = groupRows(read.rows, kind)
  const work = { rows, sizes, kind, repeated: findRepeatedRows(rows, kind) }
  for (let steps = 1; steps <= MAX_STEPS; steps++) if (!(await stepOver(app, scope, importId, work))) return
  await runInUnit(app.db, scope, async (unit) => unit.schedule('data_exchange.import.run', { tenant, importId }))
}
