import { upsertSettings } from '../../../lib/configuration/change-settings.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { BulkUpsertSettingsInput } from '../../../schemas/configuration/configuration.ts'

export const bulkUpsertSettings = endpoint({
  route: 'PUT /api/configuration/settings/bulk',
  scope: 'configuration:setting:write',
  summary: 'Update several settings',
  description: 'Updates all of them or none.',
  body: BulkUpsertSettingsInput,
  run: (app, { body, unit }) => upsertSettings(app, unit, body.settings),
})
