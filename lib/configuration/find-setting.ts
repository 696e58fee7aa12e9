import type { SettingCategory } from '../../schemas/configuration/configuration.ts'
import type { Id } from '../platform/id.ts'
import type { Setting } from '../platform/settings/define-settings.ts'
import { readStoredSettings } from '../platform/settings/stored-settings.ts'
import type { Members, Page } from '../platform/store/lists/list.ts'
import type { Table } from '../platform/store/table/table.ts'
import { presentSetting, type ShownSetting } from './setting.ts'
import type { SettingCatalog } from './setting-catalog.ts'

export const findSetting = async (db: Table, tenant: Id, setting: Setting): Promise<ShownSetting> => {
  const { stored } = await readStoredSettings(db, tenant)
  return presentSetting(tenant, setting, stored[setting.key])
}

/** Lists the settings with the tenant's values, in the order of the catalog. */
export const listSettings = async (
  db: Table,
  tenant: Id,
  { settings }: SettingCatalog,
  { page, itemsPerPage }: Page,
  category?: SettingCategory,
): Promise<Members<ShownSetting>> => {
  const { stored } = await readStoredSettings(db, tenant)
  const listed = settings.filter((setting) => !category || setting.category === category)
  const start = (page - 1) * itemsPerPage
  return {
    items: listed
      .slice(start, start + itemsPerPage)
      .map((setting) => presentSetting(tenant, setting, stored[setting.key])),
    totalItems: listed.length,
  }
}
