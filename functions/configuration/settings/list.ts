import { listSettings as list } from '../../../lib/configuration/find-setting.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { SETTING_CATEGORIES, Setting } from '../../../schemas/configuration/configuration.ts'
import { oneOf } from '../../../schemas/types.ts'
import { SETTING_CATALOG } from '../../settings/setting-catalog.ts'

export const listSettings = listEndpoint({
  route: 'GET /api/configuration/settings',
  scope: 'configuration:setting:read',
  summary: 'List settings',
  query: { category: oneOf(SETTING_CATEGORIES) },
  of: Setting,
  itemsPerPage: 50,
  run: ({ db }, { caller, query, page }) => list(db, caller.tenant, SETTING_CATALOG, page, query.category),
})
