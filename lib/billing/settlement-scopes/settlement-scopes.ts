import { SETTLEMENT_SCOPES } from '../../../schemas/billing/charge.ts'

const WORDS: Record<(typeof SETTLEMENT_SCOPES)[number], [label: string, description: string]> = {
  sales: ['Sales', 'What was sold for the partner through a sales channel, and the commission on it.'],
  fulfilment: ['Fulfilment', 'Picking, packing and handling of orders.'],
  shipping: ['Shipping', 'Carriage of shipments and what carriers charge beside it.'],
  storage: ['Storage', 'Room that goods take, by time.'],
  returns: ['Returns', 'Taking goods back, checking them and putting them in stock again.'],
  manual: ['Manual', 'What somebody notes down by hand.'],
}

const PLATFORM_SCOPES: readonly string[] = SETTLEMENT_SCOPES

export const isPlatformScope = (scope: string): boolean => PLATFORM_SCOPES.includes(scope)

/** The platform's own definitions, and behind them those of the tenant in the order in which they came. */
export const scopeDefinitions = (ownScopes: readonly string[]) => [
  ...SETTLEMENT_SCOPES.map((scope) => {
    const [label, description] = WORDS[scope]
    return { scope, label, description }
  }),
  ...ownScopes.map((scope) => ({ scope, label: scope, description: 'A scope of your own.' })),
]

/** In one order, and none where they are all there are, so that the same ones are the same. */
export const canonicalScopes = (given: readonly string[], ownScopes: readonly string[]): string[] => {
  const scopes = [...new Set(given)].sort()
  return [...PLATFORM_SCOPES, ...ownScopes].every((scope) => scopes.includes(scope)) ? [] : scopes
}
