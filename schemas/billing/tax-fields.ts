import type { Static } from 'typebox'
import * as Type from 'typebox'
import { country } from '../country.ts'
import { amount, nullable, oneOf, text } from '../types.ts'
import { NO_SUPPLY_LINE_KINDS, SUPPLY_TYPES, TAX_DOUBTS, TAX_KIND_NAMES } from './tax.ts'

const taxCountry = (description: string) => nullable(country({ description, examples: ['AT'] }))
const oneStopShop = () => Type.Boolean({ description: 'True if the tax is declared by the one-stop shop' })
const taxKind = () =>
  oneOf(TAX_KIND_NAMES, { description: 'Fixed when the line is priced; see the setting `billing.taxCategories`' })

/** Fields of lines that have a tax rate. */
export const taxFields = {
  taxCategoryId: nullable(Type.String()),
  taxAmount: amount(),
  taxRatePercent: Type.Number(),
  taxKind: taxKind(),
  taxReason: nullable(Type.String({ description: 'Why there is no tax; null: as the kind says' })),
  taxReasonCode: nullable(Type.String({ examples: ['VATEX-EU-AE'] })),
  taxCountry: taxCountry('Country whose tax it is; null: yours'),
  oneStopShop: oneStopShop(),
  dispatchCountry: taxCountry(
    'Country from which the goods leave, where it is not yours or the one-stop shop asks for it',
  ),
  taxDoubt: nullable(
    oneOf(TAX_DOUBTS, {
      description:
        'Why the tax could not be decided by the setting `billing.taxRules`; the line then has your own rate. Such a document has no e-invoice.',
    }),
  ),
}

/** Sums of the lines that have the same tax. */
export const taxes = () =>
  Type.Array(
    Type.Object({
      kind: taxKind(),
      ratePercent: Type.Number(),
      country: taxCountry('Country whose tax it is; null: yours'),
      oneStopShop: oneStopShop(),
      base: amount({ description: 'Sum of the lines without tax' }),
      tax: amount(),
    }),
    { description: 'Tax by kind, rate and country. Empty in lists, as `lineItems` are.' },
  )

export const supplyType = () =>
  nullable(
    oneOf(SUPPLY_TYPES, {
      description:
        'What the line is, on which its tax may depend. Default: what the setting `billing.taxCategories` says',
    }),
  )

const orNull = () => nullable(Type.String())

/** What an order says of the supply that one of its lines bills. */
const LineSupply = Type.Object(
  {
    dispatchCountry: orNull(),
    destination: nullable(Type.Object({ countryCode: orNull(), region: orNull(), postalCode: orNull() })),
    chargedRatePercent: nullable(
      Type.Number({
        description:
          'Rate that the shop charged, which wins over your rates; 0 if it charged none, null if it does not tell it',
      }),
    ),
    lineKind: nullable(
      oneOf(NO_SUPPLY_LINE_KINDS, {
        description:
          'What the order sells there that is no goods and that the shop did not tax; null for anything else',
      }),
    ),
  },
  { description: 'Where the order of the line goes and what its shop charged; null: as the invoice says' },
)
export type LineSupply = Static<typeof LineSupply>

export const lineSupply = () => nullable(LineSupply)

const part = () => Type.Optional(nullable(text(255)))

const DeliverTo = Type.Object(
  {
    line1: part(),
    line2: part(),
    city: part(),
    postalCode: Type.Optional(nullable(text(20))),
    region: part(),
    countryCode: country(),
  },
  {
    additionalProperties: false,
    description: 'Where the goods go, if not to the address of the partner. It decides on the tax.',
    examples: [
      { line1: 'Rue de Rivoli 1', line2: null, postalCode: '75001', city: 'Paris', region: null, countryCode: 'FR' },
    ],
  },
)
export type DeliverTo = Static<typeof DeliverTo>

export const deliverTo = () => nullable(DeliverTo)

export const dispatchCountry = () =>
  nullable(
    country({ description: 'Country from which the goods leave. Default: the setting `billing.dispatchCountry`' }),
  )

const MISSING_DETAILS = [
  'SELLER_ADDRESS_MISSING',
  'SELLER_TAX_ID_MISSING',
  'SELLER_VAT_ID_MISSING',
  'BUYER_ADDRESS_MISSING',
  'BUYER_VAT_ID_MISSING',
  'TAX_RATE_MISSING',
  'TAX_REASON_MISSING',
  'BANK_ACCOUNT_MISSING',
  'BUYER_VAT_ID_INVALID',
  'NOT_INTRA_COMMUNITY',
  'NOT_AN_EXPORT',
] as const
export type MissingDetailCode = (typeof MISSING_DETAILS)[number]

/** Warnings of taxes, for which no invoice is refused. */
const TAX_WARNINGS = [
  'TAX_UNDECIDED',
  'TAX_CHANGED',
  'TAX_RATE_DIFFERS',
  'TAX_RATE_UNKNOWN',
  'TAX_REGISTRATION_NEEDED',
] as const
export type TaxWarningCode = (typeof TAX_WARNINGS)[number]

const WARNINGS = [...MISSING_DETAILS, ...TAX_WARNINGS, 'ORDER_CHANGED'] as const

export const warnings = (description: string) =>
  Type.Array(Type.Object({ code: oneOf(WARNINGS), message: Type.String() }), { description })
