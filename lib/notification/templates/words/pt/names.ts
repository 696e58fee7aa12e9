import type { ValueNames } from '../words.ts'

export const NAMES_PT: ValueNames = {
  role: {
    owner: 'proprietário',
    admin: 'administrador',
    finance: 'finanças',
    operations: 'operações',
    viewer: 'leitor',
  },
  documentType: {
    invoice: 'fatura',
    credit_note: 'nota de crédito',
    self_billing_invoice: 'fatura em autofaturação',
    self_billing_credit_note: 'nota de crédito em autofaturação',
    settlement: 'liquidação',
    statement: 'extrato de conta',
    open_items: 'lista de faturas em aberto',
    delivery_note: 'guia de remessa',
    return_slip: 'guia de devolução',
    pick_list: 'lista de recolha',
    shipping_label: 'etiqueta de envio',
  },
  fulfilment: {
    open: 'em aberto',
    on_hold: 'em espera',
    in_progress: 'em curso',
    closed: 'concluído',
    cancelled: 'cancelado',
  },
  partner: { active: 'ativo', inactive: 'inativo', blocked: 'bloqueado' },
  serialUnit: {
    in_stock: 'em stock',
    reserved: 'reservada',
    shipped: 'enviada',
    returned: 'devolvida',
    quarantined: 'em quarentena',
    written_off: 'abatida',
  },
  resolution: { refunded: 'reembolso', replaced: 'substituição', closed_without_refund: 'encerramento sem reembolso' },
}
