import type { ValueNames } from '../words.ts'

export const NAMES_EN: ValueNames = {
  role: { owner: 'owner', admin: 'admin', finance: 'finance', operations: 'operations', viewer: 'viewer' },
  documentType: {
    invoice: 'invoice',
    credit_note: 'credit note',
    self_billing_invoice: 'self-billing invoice',
    self_billing_credit_note: 'self-billing credit note',
    settlement: 'settlement',
    statement: 'statement',
    open_items: 'list of open items',
    delivery_note: 'delivery note',
    return_slip: 'return slip',
    pick_list: 'pick list',
    shipping_label: 'shipping label',
  },
  fulfilment: {
    open: 'open',
    on_hold: 'on hold',
    in_progress: 'in progress',
    closed: 'closed',
    cancelled: 'cancelled',
  },
  partner: { active: 'active', inactive: 'inactive', blocked: 'blocked' },
  serialUnit: {
    in_stock: 'in stock',
    reserved: 'reserved',
    shipped: 'shipped',
    returned: 'returned',
    quarantined: 'quarantined',
    written_off: 'written off',
  },
  resolution: { refunded: 'refunded', replaced: 'replaced', closed_without_refund: 'closed without a refund' },
}
