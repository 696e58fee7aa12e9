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
} as const

export type TaxKind = keyof typeof TAX_KINDS

export const TAX_KIND_NAMES = Object.keys(TAX_KINDS) as TaxKind[]

/** Kinds with a rate above 0. */
export const TAXED_KINDS: readonly TaxKind[] = ['standard', 'reduced']

const EXPLAINED = ['exempt', 'reverse_charge', 'intra_community', 'export', 'outside_scope'] as const

export type ExplainedKind = (typeof EXPLAINED)[number]

/** Kinds for which an invoice says why there is no tax. */
export const REASONED_KINDS: readonly TaxKind[] = EXPLAINED
