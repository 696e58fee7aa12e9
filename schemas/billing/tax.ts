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
