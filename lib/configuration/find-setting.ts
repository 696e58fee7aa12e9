import type { SettingCategory } from '../../schemas/configuration/configuration.ts'
import type { Id } from '../platform/id.ts'
import type { Members, Page } from '../platform/store/lists/list.ts'
import type { Table } from '../platform/store/table/table.ts'
import { listKeys, presentSetting, type ShownSetting } from './setting.ts'
import type { SettingKey } from './setting-definitions.ts'
import { readSettings } from './setting-store.ts'

export const findSetting = async (db: Table, tenant: Id, key: SettingKey): Promise<ShownSetting> => {
  const { stored } = await readSettings(db, tenant)
  return presentSetting(tenant, key, stored[key])
}

/** Lists the settings with the tenant's values, in the order of their definitions. */
export const listSettings = async (
  db: Table,
  tenant: Id,
  { page, itemsPerPage }: Page,
  category?: SettingCategory,
): Promise<Members<ShownSetting>> => {
  const { stored } = await readSettings(db, tenant)
  const keys = listKeys(category)
  const start = (page - 1) * itemsPerPage
  return {
    items: keys.slice(start, start + itemsPerPage).map((key) => presentSetting(tenant, key, stored[key])),
    totalItems: keys.length,
  }
}
