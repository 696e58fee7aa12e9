import { defineSettings, preset } from '../platform/settings/define-settings.ts'
import { anything } from '../platform/settings/kinds.ts'

/** Settings that the platform stores for the tenant and never reads. */
export const CUSTOM_SETTINGS = defineSettings('general', {
  metadata: preset(anything(), {}, 'Custom data', 'Any JSON for your own use. The platform does not read it.'),
})
