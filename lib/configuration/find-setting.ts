import type { SettingCategory } from '../../schemas/configuration/configuration.ts'
import type { Id } from '../platform/id.ts'
import type { Members, Page } from '../platform/store/lists/list.ts'
import type { Table } from '../platform/store/table/table.ts'
import type { SettingKey } from './catalog.ts'
import { listKeys, type Shown, show } from './setting.ts'
import { readSettings } from './setting-store.ts'

export const findSetting = async (db: Table, tenant: Id, key: SettingKey): Promise<Shown> => {
  const { held } = await readSettings(db, tenant)
  return show(tenant, key, held[key])
}

/** The catalog with the tenant's values, in the catalog's order. */
export const pageOfSettings = async (
  db: Table,
  tenant: Id,
  { page, itemsPerPage }: Page,
  category?: SettingCategory,
): Promise<Members<Shown>> => {
  const { held } = await readSettings(db, tenant)
  const keys = listKeys(category)
  const start = (page - 1) * itemsPerPage
  return {
    items: keys.slice(start, start + itemsPerPage).map((key) => show(tenant, key, held[key])),
    totalItems: keys.length,
  }
}
