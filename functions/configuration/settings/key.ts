import { findSetting } from '../../../lib/configuration/find-setting.ts'
import { findSettingByKey } from '../../../lib/configuration/setting-catalog.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { Setting } from '../../../schemas/configuration/configuration.ts'
import { SETTING_CATALOG } from '../../settings/setting-catalog.ts'

export const getSettingByKey = endpoint({
  route: 'GET /api/configuration/settings/key/{key}',
  scope: 'configuration:setting:read',
  summary: 'Get a setting by its key',
  returns: Setting,
  async run({ db }, { caller, params }) {
    return await findSetting(db, caller.tenant, orNotFound(findSettingByKey(SETTING_CATALOG, params.key)))
  },
})
