import type { ValueNames } from '../words.ts'

export const NAMES_IT: ValueNames = {
  role: {
    owner: 'titolare',
    admin: 'amministratore',
    finance: 'contabilità',
    operations: 'operazioni',
    viewer: 'lettore',
  },
  documentType: {
    invoice: 'fattura',
    credit_note: 'nota di credito',
    self_billing_invoice: 'fattura in autofatturazione',
    self_billing_credit_note: 'nota di credito in autofatturazione',
    settlement: 'rendiconto',
    statement: 'estratto conto',
    open_items: 'elenco delle partite aperte',
    delivery_note: 'documento di trasporto',
    return_slip: 'modulo di reso',
    pick_list: 'lista di prelievo',
    shipping_label: 'etichetta di spedizione',
  },
  fulfilment: {
    open: 'aperto',
    on_hold: 'in attesa',
    in_progress: 'in lavorazione',
    closed: 'chiuso',
    cancelled: 'annullato',
  },
  partner: { active: 'attivo', inactive: 'inattivo', blocked: 'bloccato' },
  serialUnit: {
    in_stock: 'in magazzino',
    reserved: 'riservata',
    shipped: 'spedita',
    returned: 'resa',
    quarantined: 'in quarantena',
    written_off: 'stornata',
  },
  resolution: { refunded: 'rimborso', replaced: 'sostituzione', closed_without_refund: 'chiusura senza rimborso' },
}
