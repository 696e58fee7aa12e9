import * as Type from 'typebox'
import { resource } from '../lib/http/resource.ts'
import { SETTLEMENT_SCOPES } from './charge.ts'
import { oneOf } from './types.ts'

export const SettlementScope = resource('SettlementScope', '/api/billing/settlement-scopes/{scope}', {
  scope: oneOf(SETTLEMENT_SCOPES),
  label: Type.String(),
  description: Type.String(),
})
