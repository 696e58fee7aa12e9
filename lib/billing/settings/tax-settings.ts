import {
  GIFT_CARD_TAXES,
  REASONED_KINDS,
  SUPPLY_TYPES,
  TAX_KIND_NAMES,
  TAX_RULES,
  TIP_TAXES,
} from '../../../schemas/billing/tax.ts'
import type { Violation } from '../../platform/problem.ts'
import { defineSettings, optional, preset } from '../../platform/settings/define-settings.ts'
import * as form from '../../platform/settings/forms.ts'
import { choice, type Kind, listOf, mapOf, members, percent, refined, text } from '../../platform/settings/kinds.ts'

const taxCategory = refined(
  members({
    kind: choice(TAX_KIND_NAMES),
    reason: text(200),
    reasonCode: text(35, { form: form.reasonCode }),
    supplyType: choice(SUPPLY_TYPES),
  }),
  ({ kind, reason, reasonCode }) =>
    kind && !REASONED_KINDS.includes(kind) && (reason ?? reasonCode)
      ? [{ propertyPath: reason ? '.reason' : '.reasonCode', message: `must not be given for the kind ${kind}` }]
      : [],
)

const day = text(10, { form: form.date })

interface DatedRate {
  ratePercent: number
  validFrom: string
  validUntil?: string
}

const datedRate = refined(
  members({ ratePercent: percent(), validFrom: day, validUntil: day }),
  ({ ratePercent, validFrom, validUntil }): Violation[] => [
    ...(ratePercent === undefined ? [{ propertyPath: '.ratePercent', message: 'is required' }] : []),
    ...(validFrom === undefined ? [{ propertyPath: '.validFrom', message: 'is required' }] : []),
    ...(validFrom && validUntil && validUntil < validFrom
      ? [{ propertyPath: '.validUntil', message: 'must not be before validFrom' }]
      : []),
  ],
) as Kind<DatedRate>

const isOverlap = (one: DatedRate, other: DatedRate): boolean =>
  (one.validUntil === undefined || other.validFrom <= one.validUntil) &&
  (other.validUntil === undefined || one.validFrom <= other.validUntil)

const datedRates = refined(listOf(datedRate, 20), (rates) =>
  rates.flatMap((rate, i) => {
    const other = rates.slice(0, i).findIndex((each) => isOverlap(each, rate))
    return other < 0
      ? []
      : [{ propertyPath: `[${i}]`, message: `must not be valid on a day on which entry ${other + 1} is` }]
  }),
)

/** Room for the rates of all members of the European Union, in four categories each and with their last changes. */
const MAX_RATES_BYTES = 16_384

/** Room for all rules and spaces between them. */
const MAX_RULES_BYTES = 200

/** Settings of the taxes of invoices and credit notes. */
export const TAX_SETTINGS = defineSettings('billing', {
  taxRates: preset(
    mapOf(form.name, percent(), 100),
    {},
    'Tax rates',
    'Percent by tax category, such as {"standard": 19, "reduced": 7}. Other categories have 0.',
  ),
  taxRatesByCountry: preset(
    mapOf(form.country, mapOf(form.name, datedRates, 100), 60, MAX_RATES_BYTES),
    {},
    'Tax rates by country',
    'Percent by country, tax category and validity: {"FR": {"standard": [{"ratePercent": 20, "validFrom": "2014-01-01"}]}}. Other countries have the tax rates.',
  ),
  taxCategories: preset(
    mapOf(form.name, taxCategory, 100),
    {},
    'Tax categories',
    'Kind, reason, reason code and supply type (goods or services) by tax category. A category that is not described has the kind of its name, or of its rate.',
  ),
  defaultTaxCategory: preset(
    text(50, { form: form.name }),
    'standard',
    'Default tax category',
    'Tax category of lines without one.',
  ),
  taxRules: preset(
    listOf(choice(TAX_RULES), TAX_RULES.length, MAX_RULES_BYTES),
    [],
    'Tax rules',
    'Rules of the European Union that decide on taxes: intra_community, reverse_charge, export and one_stop_shop. None is on by default.',
  ),
  giftCards: preset(
    choice(GIFT_CARD_TAXES),
    'multi_purpose',
    'Gift cards',
    'Gift cards that shops sell untaxed: multi_purpose is taxed when it is redeemed, single_purpose like goods when it is sold.',
  ),
  tips: preset(
    choice(TIP_TAXES),
    'as_charged',
    'Tips',
    'Tips that shops do not tax: as_charged leaves them untaxed, as what staff gets, taxed like goods is what you keep.',
  ),
  dispatchCountry: optional(
    text(2, { form: form.country }),
    'Country of dispatch',
    'ISO 3166 code of the country from which goods leave, unless the invoice or the custodian of an order has another. Defaults to general.country.',
  ),
})
