import { updateSetting as update } from '../../../lib/configuration/change-settings.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Setting, UpdateSettingInput } from '../../../schemas/configuration/configuration.ts'

export const updateSetting = endpoint({
  route: 'PUT /api/configuration/settings/{id}',
  scope: 'configuration:setting:write',
  summary: 'Update a setting',
  body: UpdateSettingInput,
  returns: Setting,
  run: (app, { params, body, unit }) => update(app, unit, params.id, body.value),
})
