import { app, useApp } from '../../lib/platform/app/app.ts'
import { type Table, typeReads, type UntypedTable } from '../../lib/platform/store/table/table.ts'

/** Runs work with a table that has a fault. */
const withTable = async (plant: (db: Table) => Partial<UntypedTable>, work: () => Promise<void>): Promise<void> => {
  const before = app()
  useApp({ ...before, db: typeReads({ ...before.db, ...plant(before.db) }) })
  try {
    await work()
  } finally {
    useApp(before)
  }
}

/** Runs work with a table that finds for everybody what this tenant has. */
export const ignoringTenants = (tenant: string, work: () => Promise<void>): Promise<void> => {
  const theirs = (pk: string) => pk.replace(/^T#[0-9A-Z]{26}/, `T#${tenant}`)
  return withTable(
    (db) => ({
      get: async (key) => (await db.get(key)) ?? (await db.get({ ...key, pk: theirs(key.pk) })),
      async query(range) {
        const own = await db.query(range)
        return own.length ? own : await db.query({ ...range, pk: theirs(range.pk) })
      },
    }),
    work,
  )
}

/** Runs work with a table that deletes nothing. */
export const keepingEverything = (work: () => Promise<void>): Promise<void> =>
  withTable(
    (db) => ({
      transact: (actions, token) =>
        db.transact(
          actions.filter((action) => !('delete' in action)),
          token,
        ),
    }),
    work,
  )

/** Runs work with a table that fails whenever something is read. */
export const failingReads = (work: () => Promise<void>): Promise<void> => {
  const fail = () => Promise.reject(new Error('the table fails'))
  return withTable(() => ({ get: fail, batchGet: fail, query: fail }), work)
}
