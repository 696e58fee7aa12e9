import { defineSettings, preset } from '../../platform/settings/define-settings.ts'
import { whole } from '../../platform/settings/kinds.ts'

export const HAND_OVER_SETTINGS = defineSettings('warehousing', {
  handOverHours: preset(
    whole(1, 720),
    48,
    'Hand-over',
    'Number of hours within which an accepted order should leave its custodian. Analytics count later ones as late.',
  ),
})
