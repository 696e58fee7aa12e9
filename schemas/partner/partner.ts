import type { Static } from 'typebox'
import * as Type from 'typebox'
import { country } from '../country.ts'
import { resource } from '../resource.ts'
import { currency, date, email, input, moment, nullable, oneOf, optional, text, timestamp, ulid } from '../types.ts'
import { VAT_ID_PATTERN, VAT_ID_TITLE } from '../vat-id.ts'
import { ElectronicAddress } from './electronic-address.ts'

export const PARTNER_ROLES = [
  'Partner.Custodian',
  'Partner.Customer',
  'Partner.Supplier',
  'Partner.Carrier',
  'Partner.Merchant',
] as const

const locale = () =>
  Type.String({
    pattern: '^[A-Za-z]{2,3}([_-][A-Za-z0-9]{2,8})*$',
    maxLength: 35,
    title: 'a locale such as de_DE',
    examples: ['de_DE'],
  })

const vatId = () =>
  Type.String({ pattern: VAT_ID_PATTERN, maxLength: 18, title: VAT_ID_TITLE, examples: ['DE123456789'] })

const Address = Type.Object(
  {
    line1: Type.Optional(nullable(text(255))),
    line2: Type.Optional(nullable(text(255))),
    city: Type.Optional(nullable(text(255))),
    postalCode: Type.Optional(nullable(text(20))),
    region: Type.Optional(nullable(text(255))),
    countryCode: Type.Optional(nullable(country())),
  },
  { additionalProperties: false },
)

const BillingContact = Type.Object(
  { name: Type.Optional(nullable(text(255))), email: email() },
  { additionalProperties: false },
)

export const iban = () =>
  Type.String({
    pattern: '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$',
    title: 'an IBAN without spaces',
    examples: ['DE89370400440532013000'],
  })
export const bic = () =>
  Type.String({ pattern: '^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$', title: 'a BIC', examples: ['COBADEFFXXX'] })

const SelfBilling = Type.Object(
  {
    agreedOn: date({ description: 'Day of the agreement, which must precede what is billed by it' }),
    endsOn: Type.Optional(nullable(date({ description: 'Last day, included; default: no end' }))),
    taxCategoryId: Type.Optional(
      nullable(
        text(50, {
          description:
            'Tax category of what the partner supplies in your country, such as one that is exempt for a small business. Default: `billing.defaultTaxCategory`',
        }),
      ),
    ),
  },
  { additionalProperties: false },
)

export const BankAccountInput = Type.Object(
  {
    accountHolder: Type.Optional(nullable(text(140, { description: 'Default: the name of the partner' }))),
    iban: iban(),
    bic: Type.Optional(nullable(bic())),
  },
  { additionalProperties: false },
)

/** An account as answers show it. */
export const MaskedAccount = Type.Object({
  accountHolder: nullable(Type.String()),
  iban: Type.String({
    description: 'Only its country, check digits and last four characters',
    examples: ['DE89…3000'],
  }),
  bic: nullable(Type.String()),
})

const vatCheck = {
  vatId: vatId(),
  checkedAt: moment({ description: 'When the service answered' }),
  isValid: Type.Boolean({ description: 'Whether the service knows the id as valid' }),
  service: text(100, { examples: ['VIES'] }),
  reference: nullable(
    text(100, {
      description: 'Number by which the service proves its answer, such as the consultation number of VIES',
    }),
  ),
  name: nullable(text(500, { description: 'Name that the service gave' })),
  address: nullable(text(1000, { description: 'Address that the service gave' })),
}

const { reference, name: givenName, address: givenAddress, ...answered } = vatCheck

/** An answer to the question whether a VAT id is valid, which was asked elsewhere. */
export const RecordVatCheckInput = input(
  { ...answered, ...optional({ reference, name: givenName, address: givenAddress }) },
  {
    examples: [
      {
        vatId: 'ATU12345675',
        checkedAt: '2026-03-02T09:30:00Z',
        isValid: true,
        service: 'VIES',
        reference: 'WAPIAAAAW1',
      },
    ],
  },
)
export type RecordVatCheckInput = Static<typeof RecordVatCheckInput>

const fields = {
  name: text(255, { examples: ['Nordlicht Logistik GmbH'] }),
  roles: Type.Array(oneOf(PARTNER_ROLES), { maxItems: 10 }),
  countryCode: nullable(country()),
  defaultCurrency: nullable(currency()),
  locale: nullable(locale()),
  taxId: nullable(text(50)),
  vatId: nullable(vatId()),
  address: nullable(Address),
  billingContact: nullable(BillingContact),
  electronicAddress: nullable(ElectronicAddress),
  selfBilling: nullable(SelfBilling),
  buyerReference: nullable(
    text(100, { description: 'Reference that e-invoices to the partner show, such as a Leitweg-ID' }),
  ),
}

export const Partner = resource('Partner', '/api/partner/partners/{id}', {
  id: ulid(),
  ...fields,
  bankAccount: nullable(MaskedAccount),
  vatCheck: nullable(
    Type.Object(vatCheck, {
      description: 'The last answer about the VAT id; null if none is recorded for the present one',
    }),
  ),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})
export type Partner = Static<typeof Partner.fields>

const { name, ...rest } = fields

const bankAccount = () => Type.Optional(nullable(BankAccountInput))

export const CreatePartnerInput = input({ name, ...optional(rest), bankAccount: bankAccount() })
export const UpdatePartnerInput = input({ ...optional(fields), bankAccount: bankAccount() }, { minProperties: 1 })
