import type { Table } from './table.ts'

const refuseWrite = (): never => {
  throw new Error('a dry run wrote outside its unit')
}

/** The table for work that is tried: it can be read and conditions can be checked, but nothing can be written. */
export const readOnly = (table: Table): Table => ({
  ...(table.deadline && { deadline: table.deadline }),
  get: (key) => table.get(key),
  batchGet: (keys) => table.batchGet(keys),
  query: (range) => table.query(range),
  put: async () => refuseWrite(),
  update: async () => refuseWrite(),
  transact: async (actions, token) =>
    actions.every((action) => 'check' in action) ? await table.transact(actions, token) : refuseWrite(),
})
