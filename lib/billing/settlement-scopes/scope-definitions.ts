import { SETTLEMENT_SCOPES } from '../../../schemas/billing/charge.ts'

const WORDS: Record<(typeof SETTLEMENT_SCOPES)[number], [label: string, description: string]> = {
  sales: ['Sales', 'Sales for the partner through a sales channel, and the commission on them.'],
  fulfilment: ['Fulfilment', 'Picking, packing and handling of orders.'],
  shipping: ['Shipping', 'Carriage of shipments and surcharges of carriers.'],
  storage: ['Storage', 'Storage space that goods occupy over time.'],
  returns: ['Returns', 'Receiving, checking and restocking returned goods.'],
  manual: ['Manual', 'Charges entered by hand.'],
}

const PLATFORM_SCOPES: readonly string[] = SETTLEMENT_SCOPES

export const isPlatformScope = (scope: string): boolean => PLATFORM_SCOPES.includes(scope)

/** Lists the platform's scopes, then the tenant's own in the order of their creation. */
export const listScopeDefinitions = (ownScopes: readonly string[]) => [
  ...SETTLEMENT_SCOPES.map((scope) => {
    const [label, description] = WORDS[scope]
    return { scope, label, description }
  }),
  ...ownScopes.map((scope) => ({ scope, label: scope, description: 'A scope of your own.' })),
]

/** Sorts the scopes, or returns none if they are all scopes, so that equal sets compare equal. */
export const canonicalizeScopes = (given: readonly string[], ownScopes: readonly string[]): string[] => {
  const scopes = [...new Set(given)].sort()
  return [...PLATFORM_SCOPES, ...ownScopes].every((scope) => scopes.includes(scope)) ? [] : scopes
}
