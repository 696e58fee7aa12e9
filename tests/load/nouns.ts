import { callFor, type Sender } from './sender.ts'

/** A kind of thing that the load makes under names of their own. */
export interface Noun {
  path: string
  make: (name: string, tenant: Ground) => object
  /** The name in an answer. */
  nameOf: (answer: Answer) => string
  /** The body that gives it another name; absent if it keeps its name. */
  rename?: (name: string) => object
  isDeletable?: boolean
}

// biome-ignore lint/suspicious/noExplicitAny: any member of an answer
type Answer = any

/** Resources that a tenant has before the load begins. */
export interface Ground {
  partnerId: string
  stockItemId: string
}

const named = (path: string): Noun => ({
  path,
  make: (name) => ({ name }),
  nameOf: ({ name }) => name,
  rename: (name) => ({ name }),
})

export const NOUNS: readonly Noun[] = [
  named('/api/partner/partners'),
  named('/api/catalog/products'),
  named('/api/catalog/assortments'),
  named('/api/sales/merchants'),
  {
    path: '/api/billing/invoices',
    make: (name, { partnerId }) => ({
      partnerId,
      dueDate: '2099-03-31',
      currencyCode: 'EUR',
      notes: name,
      lineItems: [{ description: 'Storage', quantity: 1, unitPrice: 11_900 }],
    }),
    nameOf: ({ notes }) => notes,
    rename: (notes) => ({ notes }),
    isDeletable: true,
  },
]

/** Lists of all modules, which the load reads. */
export const READS: readonly string[] = [
  '/api/iam/me',
  '/api/iam/members',
  '/api/iam/sessions',
  '/api/partner/partners?search=load',
  '/api/warehousing/custodians',
  '/api/warehousing/custodians/capability-catalog',
  '/api/catalog/products',
  '/api/catalog/variants',
  '/api/catalog/assortments',
  '/api/inventory/stock-items',
  '/api/inventory/movements',
  '/api/inventory/transfers',
  '/api/shipping/shipments',
  '/api/shipping/carriers',
  '/api/fulfilment/policies',
  '/api/fulfilment/orders',
  '/api/fulfilment/returns',
  '/api/sales/merchants',
  '/api/sales/channels',
  '/api/sales/orders',
  '/api/billing/invoices?status=draft',
  '/api/billing/payments',
  '/api/billing/settlements',
  '/api/billing/charges',
  '/api/document/documents',
  '/api/storage/files',
  '/api/data-exchange/conflicts',
  '/api/configuration/settings',
  '/api/notification/notifications',
  '/api/notification/notifications/unread-count',
  '/api/audit/entries',
]

/** Pieces on hand before the load begins. */
export const PIECES = 1_000_000_000

/** Makes the ground on which the load of a tenant stands. */
export const layGround = async (sender: Sender): Promise<Ground> => {
  const call = callFor(sender)
  const { id: partnerId } = await call('POST', '/api/partner/partners', { name: 'Ground' })
  const custodian = { partnerId, type: 'custom', name: 'Ground' }
  const { id: custodianId } = await call('POST', '/api/warehousing/custodians', custodian)
  const { id: productId } = await call('POST', '/api/catalog/products', { name: 'Ground' })
  const variant = { productId, sku: 'GROUND', name: 'Ground', prices: [{ currency: 'EUR', amount: 11_900 }] }
  const { id: variantId } = await call('POST', '/api/catalog/variants', variant)
  const item = { variantId, custodianId, onHand: PIECES }
  const { id: stockItemId } = await call('POST', '/api/inventory/stock-items', item)
  return { partnerId, stockItemId }
}
