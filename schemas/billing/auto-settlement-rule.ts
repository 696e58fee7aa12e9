import type { Static } from 'typebox'
import * as Type from 'typebox'
import { REVISED, resource } from '../resource.ts'
import { currency, id, input, nullable, oneOf, timestamp, ulid } from '../types.ts'
import { settlementScope } from './charge.ts'
import { PERIOD_TYPES, SETTLEMENT_BASES } from './settlement.ts'

export const AutoSettlementRule = resource(
  'AutoSettlementRule',
  '/api/billing/auto-settlement-rules/{id}',
  {
    id: ulid(),
    tenantId: ulid(),
    partnerId: ulid(),
    scope: settlementScope(),
    basis: oneOf(SETTLEMENT_BASES),
    currency: currency(),
    periodType: nullable(oneOf(PERIOD_TYPES)),
    createdAt: timestamp(),
  },
  REVISED,
)
export type AutoSettlementRule = Static<typeof AutoSettlementRule.fields>

export const CreateAutoSettlementRuleInput = input(
  {
    partnerId: id(),
    scope: settlementScope(),
    basis: oneOf(SETTLEMENT_BASES, {
      description:
        '`period`: each period is settled when it ends. `on_demand`: charges are settled on request. `ad_hoc`: a settlement of the unsettled charges is proposed once a day. `per_job`: what tariffs charged for a fulfilment order is settled when it is over.',
    }),
    currency: currency(),
    periodType: Type.Optional(
      nullable(oneOf(PERIOD_TYPES, { description: 'Of the basis `period`; `monthly` unless it is given' })),
    ),
  },
  {
    examples: [
      {
        partnerId: '01JNBV8ZK4T6Q9WD3E5RXH7M2C',
        scope: 'storage',
        basis: 'period',
        currency: 'EUR',
        periodType: 'monthly',
      },
    ],
  },
)
export type CreateAutoSettlementRuleInput = Static<typeof CreateAutoSettlementRuleInput>
