/** Kinds of tax categories with their codes in EN 16931 (code list UNCL5305). */
export const TAX_KINDS = {
  standard: 'S',
  reduced: 'S',
  zero: 'Z',
  exempt: 'E',
  reverse_charge: 'AE',
  intra_community: 'K',
  export: 'G',
  outside_scope: 'O',
  // No supplies. The code O would have to stand alone in an invoice (BR-O-11), which is why they are exempt there.
  voucher: 'E',
  tip: 'E',
  disbursement: 'E',
} as const

export type TaxKind = keyof typeof TAX_KINDS

export const TAX_KIND_NAMES = Object.keys(TAX_KINDS) as TaxKind[]

/** Kinds with a rate above 0. */
export const TAXED_KINDS: readonly TaxKind[] = ['standard', 'reduced']

/** Kinds of what is billed and is no supply. */
export const NO_SUPPLY_KINDS = ['voucher', 'tip', 'disbursement'] as const

const EXPLAINED = [
  'exempt',
  'reverse_charge',
  'intra_community',
  'export',
  'outside_scope',
  ...NO_SUPPLY_KINDS,
] as const

export type ExplainedKind = (typeof EXPLAINED)[number]

/** Kinds for which an invoice says why there is no tax. */
export const REASONED_KINDS: readonly TaxKind[] = EXPLAINED

/** Kinds of lines of orders that may be no supply. They are taxed if the shop taxed them, or if a setting says so. */
export const NO_SUPPLY_LINE_KINDS = ['gift_card', 'tip', 'duty'] as const

export type NoSupplyLineKind = (typeof NO_SUPPLY_LINE_KINDS)[number]

/** Ways to tax gift cards, of which the setting `billing.giftCards` chooses one. */
export const GIFT_CARD_TAXES = ['multi_purpose', 'single_purpose'] as const

export type GiftCardTax = (typeof GIFT_CARD_TAXES)[number]

/** Ways to tax tips, of which the setting `billing.tips` chooses one. */
export const TIP_TAXES = ['as_charged', 'taxed'] as const

export type TipTax = (typeof TIP_TAXES)[number]

/** Rules by which a tenant has taxes decided; the setting `billing.taxRules` turns each on. */
export const TAX_RULES = ['intra_community', 'reverse_charge', 'export', 'one_stop_shop'] as const

export type TaxRule = (typeof TAX_RULES)[number]

export const SUPPLY_TYPES = ['goods', 'services'] as const

export type SupplyType = (typeof SUPPLY_TYPES)[number]

/** What kept the tax of a line from being decided. */
export const TAX_DOUBTS = [
  'SELLER_COUNTRY_UNKNOWN',
  'DESTINATION_UNKNOWN',
  'SUPPLY_TYPE_UNKNOWN',
  'BUYER_OUTSIDE_UNION',
  'RATE_UNKNOWN',
  'RATE_UNEXPLAINED',
] as const

export type TaxDoubt = (typeof TAX_DOUBTS)[number]
