import { findSetting } from '../../../lib/configuration/find-setting.ts'
import { findSettingById } from '../../../lib/configuration/setting-catalog.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { Setting } from '../../../schemas/configuration/configuration.ts'
import { SETTING_CATALOG } from '../../settings/setting-catalog.ts'

export const getSetting = endpoint({
  route: 'GET /api/configuration/settings/{id}',
  scope: 'configuration:setting:read',
  summary: 'Get a setting',
  returns: Setting,
  async run({ db }, { caller, params }) {
    return await findSetting(db, caller.tenant, orNotFound(findSettingById(SETTING_CATALOG, caller.tenant, params.id)))
  },
})
