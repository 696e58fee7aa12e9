import type { Static } from 'typebox'
import * as Type from 'typebox'
import { valueResource } from '../../resource.ts'
import { amount, currency, date, id, input, nullable, oneOf, text, ulid } from '../../types.ts'
import { SETTLEMENT_SCOPES } from '../charge.ts'
import { MAX_PIECES, RATE_UNITS, tariffBasis } from '../tariff.ts'

const MAX_QUOTED_LINES = 200

export const TariffPeriodInput = input(
  { from: date(), to: date({ description: 'Last day, included; the period has at most 366 days' }) },
  { examples: [{ from: '2026-03-01', to: '2026-03-31' }] },
)
export type TariffPeriodInput = Static<typeof TariffPeriodInput>

export const TariffPeriod = valueResource('TariffPeriod', {
  tariffId: ulid(),
  from: date(),
  to: date(),
  currency: currency(),
  totalAmount: amount({ description: 'What the period would cost by the tariff. Above 0: owed to the partner' }),
  chargedAmount: amount({ description: 'What was charged for the same by the tariffs of its days' }),
  minimumAmount: amount({
    description: 'What the minimum adds, of the months of which all days are in the period; part of `totalAmount`',
  }),
  units: Type.Array(
    Type.Object({
      per: oneOf(RATE_UNITS),
      quantity: Type.Number(),
      amount: amount({ description: '0 if the tariff has no rate for the unit' }),
      exactAmount: Type.String({ description: '`amount` before it is rounded', examples: ['37.5'] }),
      chargedAmount: amount(),
    }),
  ),
  unknownUnits: Type.Array(oneOf(RATE_UNITS), {
    description: 'Units that the tariff charges and the tariffs of the period did not, so that nobody counted them',
  }),
})

export const TariffDryRunInput = input(
  {
    partnerId: id(),
    basis: tariffBasis(),
    on: Type.Optional(nullable(date({ description: 'Day of the hand-off; default: today' }))),
    lines: Type.Array(
      Type.Object(
        {
          sku: text(255, { examples: ['TEA-GREEN-100'] }),
          quantity: Type.Integer({ minimum: 1, maximum: MAX_PIECES, examples: [2] }),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: MAX_QUOTED_LINES },
    ),
    custodianId: Type.Optional(nullable(id({ description: 'The custodian that hands over, if rates depend on it' }))),
    hasParcel: Type.Optional(Type.Boolean({ default: true, description: 'False if the goods leave without a parcel' })),
    isFirst: Type.Optional(
      Type.Boolean({ default: true, description: 'False for a later hand-off of the same fulfilment order' }),
    ),
  },
  {
    examples: [
      {
        partnerId: '01JNBV8ZK4T6Q9WD3E5RXH7M2C',
        basis: 'custody',
        lines: [{ sku: 'TEA-GREEN-100', quantity: 2 }],
      },
    ],
  },
)
export type TariffDryRunInput = Static<typeof TariffDryRunInput>

export const TariffDryRun = valueResource('TariffDryRun', {
  tariffId: ulid(),
  on: date(),
  currency: currency(),
  totalAmount: amount({
    description:
      'Minor units, as a settlement of this alone. Above 0: owed to the partner; below 0: owed by the partner',
  }),
  exactTotal: Type.String({
    description: 'The same before it is rounded, which counts beside other charges in a settlement',
    examples: ['637.5'],
  }),
  charges: Type.Array(
    Type.Object({
      per: oneOf(RATE_UNITS),
      scope: oneOf(SETTLEMENT_SCOPES),
      quantity: Type.Number(),
      rate: nullable(Type.Number({ description: 'Price of one; null if tiers give several' })),
      amount: amount(),
      exactAmount: nullable(
        Type.String({ description: '`amount` with its decimals; null if it is exact', examples: ['37.5'] }),
      ),
    }),
  ),
  skusWithoutWeight: Type.Array(Type.String(), {
    description: 'SKUs whose variant is unknown or has no weight, so that no kilograms are charged for them',
  }),
})
