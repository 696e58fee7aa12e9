import { createRouter } from '../../lib/platform/http/router.ts'
import { bulkUpsertSettings } from './settings/bulk.ts'
import { listSettingsByCategory } from './settings/category.ts'
import { getSetting } from './settings/get.ts'
import { getSettingByKey } from './settings/key.ts'
import { listSettings } from './settings/list.ts'
import { resetSetting } from './settings/reset.ts'
import { updateSetting } from './settings/update.ts'

export const endpoints = {
  listSettings,
  listSettingsByCategory,
  getSettingByKey,
  bulkUpsertSettings,
  getSetting,
  updateSetting,
  resetSetting,
}

export const handler = createRouter(endpoints)
