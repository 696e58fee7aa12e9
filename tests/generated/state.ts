import { app } from '../../lib/platform/app/app.ts'
import type { Id } from '../../lib/platform/id.ts'
import { scanTable } from '../support/test-table.ts'

/** Reads all items of a tenant. */
export const readState = async (tenant: Id): Promise<unknown[]> => {
  const items = (await scanTable(app().config.table)).filter(({ pk }) => pk.includes(tenant))
  return items.sort((a, b) => `${a.pk} ${a.sk}`.localeCompare(`${b.pk} ${b.sk}`))
}
