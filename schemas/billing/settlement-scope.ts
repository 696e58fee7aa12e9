import * as Type from 'typebox'
import { resource } from '../resource.ts'
import { settlementScope } from './charge.ts'

export const SettlementScope = resource('SettlementScope', '/api/billing/settlement-scopes/{scope}', {
  scope: settlementScope(),
  label: Type.String(),
  description: Type.String(),
})
