import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../resource.ts'
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
    description: 'Effective value, of the type in `type`; masked if it is encrypted and set',
    examples: ['Europe/Berlin'],
  }),
  type: oneOf(SETTING_TYPES),
  category: oneOf(SETTING_CATEGORIES),
  label: Type.String({ examples: ['Time zone'] }),
  description: Type.String({ examples: ['Time zone in which days start and end.'] }),
  defaultValue: nullable(
    Type.String({
      description: 'Default as text, or as JSON for JSON settings; null if there is none',
      examples: ['UTC'],
    }),
  ),
  isDefault: Type.Boolean({ description: 'True if the effective value is the default' }),
  isEncrypted: Type.Boolean({ description: 'True for secrets, which are stored encrypted and never shown' }),
  createdAt: nullable(timestamp({ description: 'Time of the first change; null before' })),
  updatedAt: nullable(timestamp({ description: 'Time of the last change or reset; null before' })),
})
export type Setting = Static<typeof Setting.fields>

const value = () =>
  Type.Unknown({
    description: 'Value of the type of the setting; null clears a setting without a default',
    examples: ['Europe/Berlin'],
  })

export const UpdateSettingInput = input({ value: value() })

export const BulkUpsertSettingsInput = input({
  settings: Type.Array(
    input({
      key: Type.String({ minLength: 1, maxLength: 100, description: 'Key of a setting', examples: [KEY] }),
      value: value(),
    }),
    { minItems: 1, maxItems: 200 },
  ),
})
