import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../resource.ts'
import { amount, currency, date, id, input, nullable, oneOf, text, timestamp, ulid } from '../types.ts'

export const TARIFF_BASES = ['custody', 'goods'] as const
export type TariffBasis = (typeof TARIFF_BASES)[number]

export const TARIFF_DIRECTIONS = ['owed', 'charged'] as const
export type TariffDirection = (typeof TARIFF_DIRECTIONS)[number]

export const RATE_UNITS = ['order', 'line', 'piece', 'parcel', 'kilogram', 'storage_day', 'return'] as const
export type RateUnit = (typeof RATE_UNITS)[number]

export const MAX_PIECES = 1_000_000
const MAX_RATE = 1_000_000_000

const rate = () =>
  Type.Number({
    exclusiveMinimum: 0,
    maximum: MAX_RATE,
    description:
      'Minor units, with up to six decimals. Fractions of minor units are carried: a settlement rounds the charges of a tariff and unit together',
    examples: [12.5],
  })

const MAX_TIERS = 10

const Tier = Type.Object(
  {
    above: Type.Number({ exclusiveMinimum: 0, maximum: MAX_PIECES, examples: [1] }),
    amount: rate(),
  },
  { additionalProperties: false },
)

const MONTH_TIER_MODES = ['graduated', 'volume'] as const
const MAX_MONTH_QUANTITY = 1_000_000_000

const MonthTiers = Type.Object(
  {
    mode: oneOf(MONTH_TIER_MODES, {
      description:
        '`graduated`: the part of the month above a bound has its amount; `volume`: the whole month has the amount of the highest bound that it exceeds',
    }),
    tiers: Type.Array(
      Type.Object(
        {
          above: Type.Number({ exclusiveMinimum: 0, maximum: MAX_MONTH_QUANTITY, examples: [1000] }),
          amount: rate(),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: MAX_TIERS },
    ),
  },
  {
    additionalProperties: false,
    description:
      'Amounts by the quantity of a calendar month. Charges have `amount`, and the difference is charged when the month is over. Not beside `tiers` or another rate for the same unit',
  },
)

const Surcharge = Type.Object(
  {
    name: text(100, { examples: ['Fuel surcharge'] }),
    percent: Type.Number({ exclusiveMinimum: 0, maximum: 1000, description: 'With up to four decimals' }),
  },
  { additionalProperties: false },
)

const Rate = Type.Object(
  {
    per: oneOf(RATE_UNITS),
    amount: rate(),
    custodianId: Type.Optional(
      nullable(
        id({
          description:
            'The custodian for whose work the rate holds; without one, it holds for all that have no rate of their own',
        }),
      ),
    ),
    tiers: Type.Optional(
      nullable(
        Type.Array(Tier, {
          minItems: 1,
          maxItems: MAX_TIERS,
          description:
            'Amounts for the part of a quantity above a bound, within one hand-off, parcel or day, such as for each piece after the first',
        }),
      ),
    ),
    monthTiers: Type.Optional(nullable(MonthTiers)),
    surcharge: Type.Optional(nullable(Surcharge)),
  },
  { additionalProperties: false },
)
export type Rate = Static<typeof Rate>

const Minimum = Type.Object(
  {
    amount: amount({ minimum: 1, description: 'Minor units for a whole month', examples: [25000] }),
    units: Type.Optional(
      nullable(
        Type.Array(oneOf(RATE_UNITS), {
          minItems: 1,
          uniqueItems: true,
          description: 'The units whose charges count towards it, such as all but carriage; default: all',
        }),
      ),
    ),
  },
  {
    additionalProperties: false,
    description:
      'What the rates come to at least in each calendar month; what lacks is charged when the month is over. A month of which the tariff has only some days has that share of it',
  },
)
export type Minimum = Static<typeof Minimum>

export const COMMISSION_BASES = ['gross', 'net'] as const

const MAX_COMMISSIONS = 50
const percent = (options: object) => Type.Number({ minimum: 0, maximum: 100, ...options })

const commission = {
  channelId: nullable(
    ulid({ description: 'The channel whose orders it is for; null for all that have none of their own' }),
  ),
  percent: percent({ description: 'Share of what is owed for the sales, with up to six decimals', examples: [12.5] }),
  amount: amount({ minimum: 0, description: 'What is taken for each order besides, in minor units', examples: [30] }),
  of: oneOf(COMMISSION_BASES, {
    description:
      'Whether the percentage is of the sales with tax (`gross`) or without the tax that the shop told (`net`)',
  }),
  refundedPercent: percent({
    description: 'Share of the commission that the seller gets back with a refund: 100 for all of it, 0 for none',
  }),
}

const Commission = Type.Object(commission, {
  description: 'What the tenant keeps of the sales of a seller',
})
export type Commission = Static<typeof Commission>

const CommissionInput = Type.Object(
  {
    channelId: Type.Optional(nullable(id({ description: 'A channel of its own; default: all others' }))),
    percent: Type.Optional(percent({ default: 0, examples: [12.5] })),
    amount: Type.Optional(amount({ minimum: 0, default: 0, examples: [30] })),
    of: Type.Optional(oneOf(COMMISSION_BASES, { default: 'gross' })),
    refundedPercent: Type.Optional(percent({ default: 100 })),
  },
  { additionalProperties: false },
)
export type CommissionInput = Static<typeof CommissionInput>

export const tariffBasis = () =>
  oneOf(TARIFF_BASES, {
    description:
      '`custody`: for the work that the partner does as a custodian; `goods`: for orders that are sold on behalf of the partner',
  })

const direction = () =>
  oneOf(TARIFF_DIRECTIONS, { description: '`owed`: the charges are owed to the partner; `charged`: by the partner' })

const MAX_RATES = 100

const timezone = () =>
  Type.String({
    maxLength: 64,
    description: 'IANA time zone in which days of storage end, such as that of the warehouse; default: yours',
    examples: ['Europe/Berlin'],
  })

export const Tariff = resource('Tariff', '/api/billing/tariffs/{id}', {
  id: ulid(),
  partnerId: ulid(),
  name: Type.String({ examples: ['Fulfilment 2026'] }),
  basis: tariffBasis(),
  direction: direction(),
  currency: currency(),
  rates: Type.Array(Rate),
  commissions: Type.Array(Commission, {
    description:
      'Commissions on sales, at most one for each channel and one for the others; only of the basis `goods`. Orders keep the one of the day on which they were accepted',
  }),
  minimum: nullable(Minimum),
  timezone: nullable(timezone()),
  validFrom: date(),
  validUntil: nullable(date({ description: 'Last day, included; null without an end' })),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})
export type Tariff = Static<typeof Tariff.fields>

export const CreateTariffInput = input(
  {
    partnerId: id(),
    name: text(255, { examples: ['Fulfilment 2026'] }),
    basis: tariffBasis(),
    direction: Type.Optional(nullable(direction())),
    currency: currency(),
    rates: Type.Array(Rate, {
      maxItems: MAX_RATES,
      description: 'At most one for each unit and custodian; may be empty if there is a commission',
    }),
    commissions: Type.Optional(
      nullable(
        Type.Array(CommissionInput, {
          maxItems: MAX_COMMISSIONS,
          description: 'Commissions on sales, by channel; only of the basis `goods`',
        }),
      ),
    ),
    minimum: Type.Optional(nullable(Minimum)),
    timezone: Type.Optional(nullable(timezone())),
    validFrom: date(),
    validUntil: Type.Optional(nullable(date())),
  },
  {
    examples: [
      {
        partnerId: '01JNBV8ZK4T6Q9WD3E5RXH7M2C',
        name: 'Fulfilment 2026',
        basis: 'custody',
        currency: 'EUR',
        rates: [
          { per: 'order', amount: 150 },
          { per: 'piece', amount: 25 },
          { per: 'parcel', amount: 420 },
          { per: 'storage_day', amount: 0.35 },
        ],
        validFrom: '2026-01-01',
      },
    ],
  },
)
export type CreateTariffInput = Static<typeof CreateTariffInput>

export const EndTariffInput = input({ validUntil: date({ description: 'Last day, included' }) })
