import { listSettings } from '../../../lib/configuration/find-setting.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { SETTING_CATEGORIES, Setting } from '../../../schemas/configuration/configuration.ts'
import { SETTING_CATALOG } from '../../settings/setting-catalog.ts'

export const listSettingsByCategory = listEndpoint({
  route: 'GET /api/configuration/settings/category/{category}',
  scope: 'configuration:setting:read',
  summary: 'List the settings of a category',
  of: Setting,
  itemsPerPage: 50,
  async run({ db }, { caller, params, page }) {
    const category = orNotFound(SETTING_CATEGORIES.find((each) => each === params.category))
    return await listSettings(db, caller.tenant, SETTING_CATALOG, page, category)
  },
})
