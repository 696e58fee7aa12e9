import { resetSetting as reset } from '../../../lib/configuration/change-settings.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Setting } from '../../../schemas/configuration/configuration.ts'
import { SETTING_CATALOG } from '../../settings/setting-catalog.ts'

export const resetSetting = endpoint({
  route: 'POST /api/configuration/settings/{id}/reset',
  scope: 'configuration:setting:write',
  summary: 'Reset a setting to its default',
  description: 'A setting without a default cannot be reset.',
  returns: Setting,
  problems: ['PERSON_REQUIRED', 'OPERATION_NOT_ALLOWED', 'STEP_UP_REQUIRED'],
  run: (app, { caller, params, unit }) => reset(app, unit, caller, SETTING_CATALOG, params.id),
})
