import type { ValueNames } from '../words.ts'

export const NAMES_NL: ValueNames = {
  role: { owner: 'eigenaar', admin: 'beheerder', finance: 'financiën', operations: 'operatie', viewer: 'lezer' },
  documentType: {
    invoice: 'factuur',
    credit_note: 'creditnota',
    self_billing_invoice: 'factuur uitgereikt door afnemer',
    self_billing_credit_note: 'creditfactuur uitgereikt door afnemer',
    settlement: 'afrekening',
    statement: 'rekeningoverzicht',
    open_items: 'overzicht van openstaande posten',
    delivery_note: 'pakbon',
    return_slip: 'retourbon',
    pick_list: 'picklijst',
    shipping_label: 'verzendlabel',
  },
  fulfilment: {
    open: 'open',
    on_hold: 'in de wacht',
    in_progress: 'in behandeling',
    closed: 'afgesloten',
    cancelled: 'geannuleerd',
  },
  payment: {
    unpaid: 'onbetaald',
    authorized: 'geautoriseerd',
    partly_paid: 'deels betaald',
    paid: 'betaald',
    partly_refunded: 'deels terugbetaald',
    refunded: 'terugbetaald',
    voided: 'zonder geldige betaling',
    unknown: 'van onbekende betaalstatus',
  },
  partner: { active: 'actief', inactive: 'inactief', blocked: 'geblokkeerd' },
  serialUnit: {
    in_stock: 'op voorraad',
    reserved: 'gereserveerd',
    shipped: 'verzonden',
    returned: 'geretourneerd',
    quarantined: 'in quarantaine',
    written_off: 'afgeschreven',
  },
  resolution: {
    refunded: 'terugbetaald',
    replaced: 'vervangen',
    closed_without_refund: 'afgesloten zonder terugbetaling',
  },
}
