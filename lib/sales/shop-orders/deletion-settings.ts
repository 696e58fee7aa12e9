import { defineSettings, preset } from '../../platform/settings/define-settings.ts'
import { whole } from '../../platform/settings/kinds.ts'

export const DELETION_SETTINGS = defineSettings('integrations', {
  deletionsPerDay: preset(
    whole(0, 1000),
    10,
    'Deletions per day',
    'Open orders of a channel that are cancelled within a day because its shop has deleted them. If more are, somebody has to confirm it.',
  ),
})
