import { defineSettings, preset } from '../../platform/settings/define-settings.ts'
import { whole } from '../../platform/settings/kinds.ts'

export const PORTAL_SETTINGS = defineSettings('billing', {
  portalLinkDays: preset(
    whole(1, 365),
    30,
    'Portal links',
    'Number of days for which a public document link is valid.',
  ),
})
