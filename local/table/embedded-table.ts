import { hash } from 'node:crypto'
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import {
  type Action,
  formatKey,
  type Item,
  type Key,
  type Outcome,
  type Range,
  type Table,
  TransientFault,
  typeReads,
  type UntypedTable,
  type Written,
} from '../../lib/platform/store/table/table.ts'
import {
  type CheckedAction,
  checkAction,
  checkTransaction,
  requireItem,
  requireKey,
  type StoredItem,
} from './check-call.ts'
import { openDatabase } from './database.ts'
import { applyUpdate, holds } from './evaluate.ts'
import { describeQuery, showItems } from './query.ts'
import { Refusal } from './refusal.ts'
import { fromText, isSameStored, printExactly, toText } from './stored-value.ts'

const TOKEN_LIFETIME_MS = 600_000
const CHANGE_LIFETIME_MS = 24 * 3_600_000
/** Rows that one transaction of tidying removes, so that nobody waits long for it. */
const MAX_TIDIED = 500

/** A change of an item, as the stream of the table has it. */
export interface Change {
  number: number
  at: Date
  event: 'INSERT' | 'MODIFY' | 'REMOVE'
  /** True if the item had expired. */
  byService: boolean
  key: Key
  /** The item after the change. */
  item: Item | undefined
}

export interface EmbeddedTable extends Table {
  /** Reads the changes after a number, oldest first. */
  readChanges(after: number, limit: number): Change[]
  /** Deletes what expired, and changes and tokens that have ended. */
  tidy(now: Date): void
  /** Lists all items. */
  scan(): Item[]
  close(): void
}

// Captured, so that tests which stop the clock do not stop the table.
const { setImmediate: callSoon } = globalThis

const SQLITE_BUSY = 5
/** True if another process kept the file locked for too long. */
const isBusy = (error: unknown) => (error as { errcode?: number }).errcode === SQLITE_BUSY

/** Lets others run before a call is answered, as a server does. */
const answering =
  <A extends unknown[], T>(work: (...given: A) => T) =>
  async (...given: A): Promise<T> => {
    await new Promise<void>((resolve) => void callSoon(resolve))
    try {
      return work(...given)
    } catch (error) {
      throw isBusy(error) ? new TransientFault('throttled', error) : error
    }
  }

/**
 * Opens a table in a database, by default in one in memory, that answers as DynamoDB does. Several processes may have the
 * database open. Transactions follow each other, so none conflicts with another.
 */
export const openEmbeddedTable = (database: DatabaseSync = openDatabase()): EmbeddedTable => {
  const statements = new Map<string, StatementSync>()
  const prepare = (sql: string): StatementSync => {
    const known = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, known)
    return known
  }
  const all = (sql: string, ...given: SQLInputValue[]) =>
    prepare(sql).all(...given) as Record<string, string | number>[]

  const find = ({ pk, sk }: Key): StoredItem | undefined => {
    const row = prepare('SELECT item FROM items WHERE pk = ? AND sk = ?').get(pk, sk)
    return row && fromText<StoredItem>(String(row.item))
  }

  const noteChange = (event: Change['event'], { pk, sk }: Key, item: string | null, byService = false) => {
    prepare('INSERT INTO changes (at, event, byService, pk, sk, item) VALUES (?, ?, ?, ?, ?, ?)').run(
      ...[Date.now(), event, Number(byService), pk, sk, item],
    )
  }

  const write = ({ key, put }: CheckedAction, before: StoredItem | undefined, after: StoredItem | undefined) => {
    if (!after) {
      if (!before) return
      prepare('DELETE FROM items WHERE pk = ? AND sk = ?').run(key.pk, key.sk)
      return noteChange('REMOVE', key, null)
    }
    if (before && isSameStored(before, after)) return
    // What is put was looked at when the action was checked.
    if (!put) requireItem(after)
    const item = toText(after)
    const { duePk = null, dueSk = null, expiresAt } = after as Record<string, string>
    prepare('INSERT OR REPLACE INTO items (pk, sk, item, duePk, dueSk, expiresAt) VALUES (?, ?, ?, ?, ?, ?)').run(
      ...[key.pk, key.sk, item, duePk, dueSk, typeof expiresAt === 'number' ? expiresAt : null],
    )
    noteChange(before ? 'MODIFY' : 'INSERT', key, item)
  }

  const inTransaction = <T>(work: () => T): T => {
    database.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      database.exec('COMMIT')
      return result
    } catch (error) {
      database.exec('ROLLBACK')
      throw error
    }
  }

  const computeAfter = ({ key, put, update, values, action }: CheckedAction, before: StoredItem | undefined) => {
    if (put) return put
    if (update) return applyUpdate(update, { ...key }, before, values) as StoredItem
    return 'delete' in action ? undefined : before
  }

  const writeOne = (action: Action): Written =>
    inTransaction(() => {
      const checked = checkAction(action)
      const before = find(checked.key)
      if (checked.test && !holds(checked.test, before, checked.values)) return { ok: false, item: before }
      const after = computeAfter(checked, before)
      write(checked, before, after)
      return { ok: true, item: after as Item }
    })

  /** Returns true if the token was used for the same actions before. */
  const isRepeated = (token: string, content: string): boolean => {
    const used = prepare('SELECT content FROM tokens WHERE token = ? AND at > ?').get(
      ...[token, Date.now() - TOKEN_LIFETIME_MS],
    )
    if (used && used.content !== content) throw new Refusal('The token was used for another transaction.')
    return used !== undefined
  }

  const commit = (actions: readonly Action[]): Outcome => {
    const checked = checkTransaction(actions).map((each) => ({ ...each, before: find(each.key) }))
    const failed = new Map<Action, Item | undefined>()
    const written = checked.flatMap((each) => {
      const { test, before, values, action } = each
      // An update that is refused is so even if the condition of another action does not hold.
      if (!test || holds(test, before, values)) return [{ each, before, after: computeAfter(each, before) }]
      failed.set(action, before)
      return []
    })
    if (failed.size) return { committed: false, failed }
    for (const { each, before, after } of written) write(each, before, after)
    return { committed: true }
  }

  const transact = (actions: readonly Action[], token?: string): Outcome =>
    inTransaction(() => {
      if (token === undefined) return commit(actions)
      const content = hash('sha256', printExactly(actions), 'base64')
      if (isRepeated(token, content)) return { committed: true }
      const outcome = commit(actions)
      if (outcome.committed)
        prepare('INSERT OR REPLACE INTO tokens (token, content, at) VALUES (?, ?, ?)').run(token, content, Date.now())
      return outcome
    })

  const query = (range: Range): Item[] => {
    const { sql, given } = describeQuery(range)
    return showItems(
      all(sql, ...given).map(({ item }) => fromText<Item>(String(item))),
      range,
    )
  }

  const readMany = (keys: readonly Key[]): Item[] => {
    for (const key of keys) requireKey(key)
    if (new Set(keys.map(formatKey)).size < keys.length)
      throw new Refusal('Provided list of item keys contains duplicates.')
    return keys.flatMap((key) => find(key) ?? [])
  }

  /** Returns the number of items that were removed. */
  const removeExpired = (now: Date): number =>
    inTransaction(() => {
      const expired = all('SELECT pk, sk FROM items WHERE expiresAt <= ? LIMIT ?', now.getTime() / 1000, MAX_TIDIED)
      for (const { pk, sk } of expired as unknown as Key[]) {
        prepare('DELETE FROM items WHERE pk = ? AND sk = ?').run(pk, sk)
        noteChange('REMOVE', { pk, sk }, null, true)
      }
      return expired.length
    })

  /** Removes what is older, oldest first, since none of it is younger than what follows it. */
  const removeOld = (from: 'changes' | 'tokens', before: number): void => {
    const sql = `DELETE FROM ${from} WHERE at < ? AND rowid < (SELECT min(rowid) FROM ${from}) + ?`
    while (prepare(sql).run(before, MAX_TIDIED).changes);
  }

  const untyped: UntypedTable = {
    get: answering((key) => {
      requireKey(key)
      return find(key)
    }),
    batchGet: answering(readMany),
    query: answering(query),
    put: answering(writeOne),
    update: answering(writeOne),
    transact: answering(transact),
  }

  return {
    ...typeReads(untyped),
    scan: () => all('SELECT item FROM items ORDER BY pk, sk').map(({ item }) => fromText<Item>(String(item))),
    readChanges: (after, limit) =>
      all('SELECT * FROM changes WHERE number > ? ORDER BY number LIMIT ?', after, limit).map((row) => ({
        number: Number(row.number),
        at: new Date(Number(row.at)),
        event: row.event as Change['event'],
        byService: row.byService === 1,
        key: { pk: String(row.pk), sk: String(row.sk) },
        get item() {
          return row.item === null ? undefined : fromText<Item>(String(row.item))
        },
      })),
    tidy(now) {
      while (removeExpired(now));
      removeOld('changes', now.getTime() - CHANGE_LIFETIME_MS)
      removeOld('tokens', now.getTime() - TOKEN_LIFETIME_MS)
    },
    close: () => database.close(),
  }
}
