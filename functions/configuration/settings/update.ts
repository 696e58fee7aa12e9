import { updateSetting as update } from '../../../lib/configuration/change-settings.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Setting, UpdateSettingInput } from '../../../schemas/configuration/configuration.ts'
import { SETTING_CATALOG } from '../../settings/setting-catalog.ts'

export const updateSetting = endpoint({
  route: 'PUT /api/configuration/settings/{id}',
  scope: 'configuration:setting:write',
  summary: 'Update a setting',
  body: UpdateSettingInput,
  returns: Setting,
  problems: ['PERSON_REQUIRED', 'STEP_UP_REQUIRED'],
  run: (app, { caller, params, body, unit }) =>
    update(app, unit, caller, SETTING_CATALOG, { id: params.id, value: body.value }),
})
