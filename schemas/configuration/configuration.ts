import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../../lib/platform/http/response/resource.ts'
import { input, nullable, oneOf, timestamp, uuid } from '../types.ts'

export const SETTING_CATEGORIES = [
  'general',
  'warehousing',
  'notifications',
  'billing',
  'integrations',
  'security',
] as const
export type SettingCategory = (typeof SETTING_CATEGORIES)[number]

export const SETTING_TYPES = ['string', 'integer', 'boolean', 'JSON'] as const
export type SettingType = (typeof SETTING_TYPES)[number]

const KEY = 'general.timezone'

export const Setting = resource('Setting', '/api/configuration/settings/{id}', {
  id: uuid(),
  key: Type.String({ examples: [KEY] }),
  value: Type.Unknown({
    description: 'The value in effect, of the type that `type` names; a mask where an encrypted one is set',
    examples: ['Europe/Berlin'],
  }),
  type: oneOf(SETTING_TYPES),
  category: oneOf(SETTING_CATEGORIES),
  label: Type.String({ examples: ['Time zone'] }),
  description: Type.String({ examples: ['Zone in which days begin and end.'] }),
  defaultValue: nullable(
    Type.String({ description: 'As text, JSON for a JSON setting; null without a default', examples: ['UTC'] }),
  ),
  isDefault: Type.Boolean({ description: 'Whether the value in effect is the default' }),
  isEncrypted: Type.Boolean({ description: 'Whether the value is a secret: stored encrypted, never shown' }),
  createdAt: nullable(timestamp({ description: 'When it was first set; null before' })),
  updatedAt: nullable(timestamp({ description: 'When it was last set or reset; null before' })),
})
export type Setting = Static<typeof Setting.fields>

const value = () =>
  Type.Unknown({
    description: 'Of the type of the setting; null clears a setting that has no default',
    examples: ['Europe/Berlin'],
  })

export const UpdateSettingInput = input({ value: value() })

export const BulkUpsertSettingsInput = input({
  settings: Type.Array(
    input({
      key: Type.String({ minLength: 1, maxLength: 100, description: 'A key of the catalog', examples: [KEY] }),
      value: value(),
    }),
    { minItems: 1, maxItems: 200 },
  ),
})
