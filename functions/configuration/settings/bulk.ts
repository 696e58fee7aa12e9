import { upsertSettings } from '../../../lib/configuration/change-settings.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { BulkUpsertSettingsInput } from '../../../schemas/configuration/configuration.ts'
import { SETTING_CATALOG } from '../../settings/setting-catalog.ts'

export const bulkUpsertSettings = endpoint({
  route: 'PUT /api/configuration/settings/bulk',
  scope: 'configuration:setting:write',
  summary: 'Update several settings',
  description:
    'Updates all of them or none. Sensitive ones (security, bank account, four eyes, webhook URL, secrets) need a recent second factor if the tenant demands it. Security, bank account and four eyes need a person.',
  body: BulkUpsertSettingsInput,
  problems: ['PERSON_REQUIRED', 'STEP_UP_REQUIRED'],
  run: (app, { caller, body, unit }) =>
    upsertSettings(app, unit, caller, { catalog: SETTING_CATALOG, settings: body.settings }),
})
