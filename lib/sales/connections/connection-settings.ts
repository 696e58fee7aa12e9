import { defineSettings, preset } from '../../platform/settings/define-settings.ts'
import { flag, whole } from '../../platform/settings/kinds.ts'

/** Settings that a new channel gets unless the request says otherwise. */
export const CONNECTION_SETTINGS = defineSettings('integrations', {
  autoImportEnabled: preset(
    flag(),
    true,
    'Import orders',
    'Lets new channels import orders automatically, unless the request says otherwise.',
  ),
  syncIntervalMinutes: preset(
    whole(5, 1440),
    15,
    'Sync interval',
    'Minutes between syncs of a new channel, unless the request says otherwise.',
  ),
  daysToLookBack: preset(
    whole(1, 90),
    7,
    'Days to look back',
    'Number of days that the first sync of a new channel looks back, unless the request says otherwise.',
  ),
})
