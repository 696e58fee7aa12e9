import { SETTLEMENT_SCOPES, type SettlementScopeName } from '../../schemas/charge.ts'

const WORDS: Record<SettlementScopeName, [label: string, description: string]> = {
  sales: ['Sales', 'What was sold for the partner through a sales channel, and the commission on it.'],
  fulfilment: ['Fulfilment', 'Picking, packing and handling of orders.'],
  shipping: ['Shipping', 'Carriage of shipments and what carriers charge beside it.'],
  storage: ['Storage', 'Room that goods take, by time.'],
  returns: ['Returns', 'Taking goods back, checking them and putting them in stock again.'],
  manual: ['Manual', 'What somebody notes down by hand.'],
}

export const SCOPES_OF_SETTLEMENTS = SETTLEMENT_SCOPES.map((scope) => {
  const [label, description] = WORDS[scope]
  return { scope, label, description }
})
