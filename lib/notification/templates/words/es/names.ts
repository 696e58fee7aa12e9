import type { ValueNames } from '../words.ts'

export const NAMES_ES: ValueNames = {
  role: {
    owner: 'propietario',
    admin: 'administrador',
    finance: 'finanzas',
    operations: 'operaciones',
    viewer: 'lector',
  },
  documentType: {
    invoice: 'factura',
    credit_note: 'factura rectificativa',
    self_billing_invoice: 'factura expedida por el destinatario',
    self_billing_credit_note: 'factura rectificativa expedida por el destinatario',
    settlement: 'liquidación',
    statement: 'extracto de cuenta',
    open_items: 'relación de facturas pendientes',
    delivery_note: 'albarán',
    return_slip: 'hoja de devolución',
    pick_list: 'lista de preparación',
    shipping_label: 'etiqueta de envío',
  },
  fulfilment: {
    open: 'abierto',
    on_hold: 'en espera',
    in_progress: 'en curso',
    closed: 'cerrado',
    cancelled: 'cancelado',
  },
  partner: { active: 'activo', inactive: 'inactivo', blocked: 'bloqueado' },
  serialUnit: {
    in_stock: 'en existencias',
    reserved: 'reservada',
    shipped: 'enviada',
    returned: 'devuelta',
    quarantined: 'en cuarentena',
    written_off: 'dada de baja',
  },
  resolution: { refunded: 'reembolso', replaced: 'reposición', closed_without_refund: 'cierre sin reembolso' },
}
