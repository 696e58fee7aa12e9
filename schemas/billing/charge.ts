import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource, valueResource } from '../resource.ts'
import { resourceAddress } from '../resource-address.ts'
import {
  amount,
  currency,
  date,
  id,
  input,
  moment,
  nullable,
  oneOf,
  optional,
  text,
  timestamp,
  ulid,
} from '../types.ts'

/** Fields that follow from the tariff by which something was charged. */
export const tariffFields = () => ({
  tariffId: nullable(ulid({ description: 'The tariff that charged it; null if no tariff did' })),
  quantity: nullable(
    Type.Number({ description: 'What was charged at the rate; below 0 for what was taken back', examples: [3] }),
  ),
  rate: nullable(Type.Number({ description: 'Minor units for one of the quantity', examples: [12.5] })),
  exactAmount: nullable(
    Type.String({
      description:
        'Minor units with their decimals, at a rate that has decimals; null if `amount` is exact. A settlement rounds all exact amounts of a tariff and unit together, so that `amount` may be 0',
      examples: ['37.5'],
    }),
  ),
})

export const SETTLEMENT_SCOPES = ['sales', 'fulfilment', 'shipping', 'storage', 'returns', 'manual'] as const

/** A scope of charges, rules and settlements: one of the platform's or one of the tenant's own. */
export const settlementScope = (options: object = {}) =>
  Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: '^(?!\\.{1,2}$)[^\\s\\p{C}](?:[^\\p{C}]*[^\\s\\p{C}])?$',
    title: 'text of 1 to 100 characters on one line, without surrounding spaces, other than . and ..',
    examples: ['storage'],
    ...options,
  })

const fields = {
  scope: settlementScope({
    description: 'A scope from `GET /api/billing/settlement-scopes`, or a new one of your own',
  }),
  chargeType: text(100, { examples: ['storage_fee'] }),
  description: text(500, { examples: ['Storage, 12 pallets, March 2026'] }),
  amount: amount({ description: 'Minor units. Above 0: owed to the partner; below 0: owed by the partner; never 0.' }),
  currency: currency(),
  subject: nullable(
    resourceAddress({
      description: 'URI of the resource that the charge is for',
      examples: ['commerce:///shipping/shipments/01K9ZB4A7M2C5X8V1B6N3Q0W4E'],
    }),
  ),
  occurredAt: moment(),
}

export const Charge = resource('Charge', '/api/billing/charges/{id}', {
  id: ulid(),
  partnerId: ulid(),
  ...fields,
  ...tariffFields(),
  settlementId: nullable(ulid({ description: 'The settlement that includes the charge; null while it is unsettled' })),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})
export type Charge = Static<typeof Charge.fields>

const { subject, ...required } = fields

export const CreateChargeInput = input({ partnerId: id(), ...required, subject: Type.Optional(subject) })
export type CreateChargeInput = Static<typeof CreateChargeInput>

export const UpdateChargeInput = input(optional(fields), { minProperties: 1 })
export type UpdateChargeInput = Static<typeof UpdateChargeInput>

const { settlementId: _none, ...unsettled } = Charge.fields.properties

const WAITING_REASONS = ['late', 'period_open', 'ad_hoc', 'per_job', 'on_demand', 'before_rule', 'no_rule'] as const
export type WaitingReason = (typeof WAITING_REASONS)[number]

export const UnsettledCharge = resource('UnsettledCharge', '/api/billing/charges/{id}', {
  ...unsettled,
  occurredOn: date({ description: 'The day of `occurredAt` in your time zone' }),
  ageDays: Type.Integer({ description: 'Days since then; below 0 if it is still to come', examples: [12] }),
  reason: oneOf(WAITING_REASONS, {
    description:
      'Why no settlement has it, by the rules for its partner, scope and currency. `late`: its period was settled before, so that the next one takes it; `period_open`: its period is still to be settled; `ad_hoc`, `per_job`, `on_demand`: the basis of the rule; `before_rule`: it occurred before the first period of the rule; `no_rule`: people settle it',
  }),
})
export type UnsettledCharge = Static<typeof UnsettledCharge.fields>

const sums = {
  currency: currency(),
  amount: amount({ description: 'What is owed to partners less what they owe, in minor units' }),
  count: Type.Integer({ description: 'Number of charges', examples: [17] }),
  aging: Type.Object(
    {
      days0To30: amount({ description: 'Up to 30 days old, or still to come' }),
      days31To60: amount(),
      days61To90: amount(),
      days90Plus: amount({ description: 'More than 90 days' }),
    },
    { description: 'The amount by days since the charges occurred' },
  ),
}

export const UnsettledChargeSums = valueResource('UnsettledChargeSums', {
  currencies: Type.Array(Type.Object(sums), { description: 'One for each currency with unsettled charges' }),
  generatedAt: timestamp(),
})
export type UnsettledChargeSums = Static<typeof UnsettledChargeSums.fields>

export const UnsettledOfPartner = valueResource('UnsettledOfPartner', {
  partnerId: ulid(),
  partnerName: nullable(Type.String({ description: 'Null if the partner is deleted' })),
  oldestOn: date({ description: 'Day of the charge that has waited for longest' }),
  ...sums,
})
export type UnsettledOfPartner = Static<typeof UnsettledOfPartner.fields>
