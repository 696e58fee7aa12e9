import { CAPABILITIES, CUSTODIAN_TYPES } from '../../schemas/warehousing/custodian.ts'
import { defineSettings, preset } from '../platform/settings/define-settings.ts'
import * as form from '../platform/settings/forms.ts'
import { choice, listOf, mapOf } from '../platform/settings/kinds.ts'

export const CUSTODIAN_SETTINGS = defineSettings('warehousing', {
  defaultCapabilities: preset(
    mapOf(
      form.oneOf('a custodian type', CUSTODIAN_TYPES),
      listOf(choice(CAPABILITIES), CAPABILITIES.length),
      CUSTODIAN_TYPES.length,
    ),
    {},
    'Default capabilities',
    'Capabilities of a new custodian, by custodian type, if the request has none. Those that the type does not support are left out.',
  ),
})
