import { readFileSync } from 'node:fs'
import type { OrderMeaning } from '../../lib/connectors/order-states/order-states.ts'

/** Titles of the sections of docs/order-states.md, by type of channel. */
export const STATE_PLATFORMS = {
  woocommerce: 'WooCommerce',
  shopify: 'Shopify',
  sylius: 'Sylius',
  vendure: 'Vendure',
  simulator: 'Simulated shop',
} as const

/** How docs/order-states.md says what happens. */
export const SHOWN_AS: Record<OrderMeaning, string> = {
  ship: 'accepted',
  part_sent: 'accepted, without what was sent',
  sent: 'accepted, nothing to send',
  unpaid: 'waits for payment',
  wait: 'waits',
  failed: 'waits, named or not',
  ended: 'cancelled',
  none: 'left out',
}

export interface StateRow {
  aspect: string
  word: string
  happens: string
}

/** Reads the rows of one platform from docs/order-states.md. */
export const readStateRows = (type: keyof typeof STATE_PLATFORMS): StateRow[] => {
  const [, after = ''] = readFileSync('docs/order-states.md', 'utf8').split(`\n## ${STATE_PLATFORMS[type]}\n`)
  const rows = [...(after.split('\n## ')[0] ?? '').matchAll(/^\| `([^`]+)` \| `([^`]+)` \| [^|]+ \| ([^|]+) \|$/gm)]
  return rows.map(([, aspect = '', word = '', happens = '']) => ({ aspect, word, happens }))
}
