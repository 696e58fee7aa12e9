import { findSetting } from '../../../lib/configuration/find-setting.ts'
import { isSettingKey } from '../../../lib/configuration/setting-definitions.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { notFound } from '../../../lib/platform/problem.ts'
import { Setting } from '../../../schemas/configuration/configuration.ts'

export const getSettingByKey = endpoint({
  route: 'GET /api/configuration/settings/key/{key}',
  scope: 'configuration:setting:read',
  summary: 'Get a setting by its key',
  returns: Setting,
  async run({ db }, { caller, params }) {
    if (!isSettingKey(params.key)) throw notFound()
    return await findSetting(db, caller.tenant, params.key)
  },
})
