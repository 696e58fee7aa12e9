import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource, valueResource } from '../resource.ts'
import { amount, currency, date, timestamp } from '../types.ts'
import { Charge } from './charge.ts'

const { settlementId: _none, ...fields } = Charge.fields.properties

export const UnsettledCharge = resource('UnsettledCharge', '/api/billing/charges/{id}', {
  ...fields,
  occurredOn: date({ description: 'The day of `occurredAt` in your time zone' }),
  ageDays: Type.Integer({ description: 'Days since then; below 0 if it is still to come', examples: [12] }),
})
export type UnsettledCharge = Static<typeof UnsettledCharge.fields>

const Sums = Type.Object({
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
})

export const UnsettledSums = valueResource('UnsettledSums', {
  currencies: Type.Array(Sums, { description: 'One for each currency with unsettled charges' }),
  generatedAt: timestamp(),
})
export type UnsettledSums = Static<typeof UnsettledSums.fields>
