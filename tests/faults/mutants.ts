import { createHash, randomUUID } from 'node:crypto'
import canonicalize from 'canonicalize'
import {
  type Action,
  type Item,
  type Key,
  keyOf,
  type Table,
  TransientFault,
  typeReads,
} from '../../lib/platform/store/table/table.ts'
import { bodyBeingSent, type Mutant } from './world.ts'

export const isKind = (action: Action, ...kinds: unknown[]) => 'put' in action && kinds.includes(action.put.kind)
const isCount = (action: Action) => keyOf(action).pk.endsWith('#counts')
const isRow = (action: Action) => keyOf(action).pk.includes('?') && !keyOf(action).pk.includes('?unique')
const isChange = (actions: readonly Action[]) => actions.some(({ when }) => when === '#rev = :rev')
/** Returns the action without its condition. */
const bare = ({ when: _when, values = {}, ...action }: Action): Action => {
  if (!('update' in action)) return action as Action
  const used = Object.entries(values).filter(([name]) => new RegExp(`${name}\\b`).test(action.set))
  return { ...action, ...(used.length && { values: Object.fromEntries(used) }) }
}

type Rewrite = (actions: readonly Action[]) => readonly Action[]

/** Replaces the actions of each transaction. */
export const sending =
  (rewrite: Rewrite): Mutant =>
  (table) => ({ ...table, transact: (actions, token) => table.transact(rewrite(actions), token) })

const writeAlone = async (table: Table, action: Action) => {
  if ('put' in action) await table.put(action)
  else if ('update' in action) await table.update(action)
  else await table.transact([action], randomUUID())
}

/** Writes part of the transaction after the rest of it is committed. */
export const afterwards =
  (late: (action: Action) => boolean): Mutant =>
  (table) => ({
    ...table,
    async transact(actions, token) {
      const outcome = await table.transact(
        actions.filter((action) => !late(action)),
        token,
      )
      if (outcome.committed) for (const action of actions.filter(late)) await writeAlone(table, bare(action))
      return outcome
    },
  })

export const withoutConditionOf = (which: (action: Action) => boolean) =>
  sending((actions) => actions.map((action) => (which(action) ? bare(action) : action)))

const without = (which: (action: Action) => boolean) =>
  sending((actions) => (isChange(actions) ? actions.filter((action) => !which(action)) : actions))

const onlyAdding = (action: Action): Action =>
  isCount(action) && action.values
    ? {
        ...action,
        values: Object.fromEntries(Object.entries(action.values).map(([name, n]) => [name, Math.max(0, n as number)])),
      }
    : action

/** Replaces an atomic addition by reading the count, adding and writing it back. */
const readAndWritten = async (table: Table, action: Action): Promise<Action> => {
  if (!isCount(action) || !('update' in action)) return action
  const { update: key, names = {}, values = {} } = action
  const standing: Item = (await table.get(key)) ?? { ...key }
  const counted = Object.entries(names).map(([place, name]) => {
    const delta = values[place.replace('#', ':')] as number
    return [name, ((standing[name] as number | undefined) ?? 0) + delta]
  })
  return { put: { ...standing, ...Object.fromEntries(counted) } }
}

const hash = (body: unknown) =>
  createHash('sha256')
    .update(canonicalize(body) ?? '')
    .digest('hex')

/** Faults of code, each as a change of the calls that reach the table. */
export const MUTANTS: Record<string, Mutant> = {
  'the event is written after the transaction': afterwards((action) => isKind(action, 'outbox')),
  'counts are added after the transaction': afterwards(isCount),
  'the idempotency record is written after the transaction': afterwards((action) => isKind(action, 'idempotency')),
  'rows are written after the transaction': afterwards(isRow),
  'a change does not check whether another came first': withoutConditionOf(({ when }) => when === '#rev = :rev'),
  'an idempotency record overwrites another': withoutConditionOf((action) => isKind(action, 'idempotency')),
  'a change writes no row': without((action) => isKind(action, 'row')),
  'a change writes no search words': without((action) => isKind(action, 'word')),
  'the row of the previous state is not deleted': without((action) => 'delete' in action),
  'a count is never decreased': sending((actions) => actions.map(onlyAdding)),
  'counts are read and written back': (table) => ({
    ...table,
    transact: async (actions, token) =>
      await table.transact(await Promise.all(actions.map((action) => readAndWritten(table, action))), token),
  }),
  'a repeated transaction has a new token': (table) => ({
    ...table,
    transact: (actions) => table.transact(actions, randomUUID()),
  }),
  'a conflict counts as success': (table) => ({
    ...table,
    async transact(actions, token) {
      try {
        return await table.transact(actions, token)
      } catch (error) {
        if (error instanceof TransientFault && error.kind === 'conflict') return { committed: true }
        throw error
      }
    },
  }),
  'a lost race counts as success': (table) => ({
    ...table,
    async transact(actions, token) {
      const outcome = await table.transact(actions, token)
      return isChange(actions) ? { committed: true } : outcome
    },
  }),
  'an idempotency key answers for any body': (table) =>
    typeReads({
      ...table,
      async get(key: Key) {
        const item = await table.get(key)
        return item?.kind === 'idempotency' ? { ...item, bodyHash: hash(bodyBeingSent()) } : item
      },
    }),
  'idempotency keys are not stored': (table) => ({
    ...table,
    get: async (key) => (key.pk.endsWith('#idempotency') ? undefined : await table.get(key)),
    transact: sending((actions) => actions.filter((action) => !isKind(action, 'idempotency')))(table).transact,
  }),
  'tenants share their lists': sending((actions) =>
    actions.map((action) => {
      if (!isKind(action, 'row') || !('put' in action)) return action
      return {
        ...action,
        put: { ...action.put, pk: action.put.pk.replace(/^T#\w+#/, 'T#0000000000000000000000SHARED#') },
      }
    }),
  ),
}

/** Faults that only a race for one unique value reveals. */
export const UNIQUE_MUTANTS: Record<string, Mutant> = {
  'a unique value has no condition': withoutConditionOf((action) => isKind(action, 'unique')),
  'a unique value is claimed after the transaction': afterwards((action) => isKind(action, 'unique')),
}
