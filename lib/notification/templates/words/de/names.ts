import type { ValueNames } from '../words.ts'

export const NAMES_DE: ValueNames = {
  role: { owner: 'Inhaber', admin: 'Administrator', finance: 'Finanzen', operations: 'Betrieb', viewer: 'Leser' },
  documentType: {
    invoice: 'Rechnung',
    credit_note: 'Gutschrift',
    self_billing_invoice: 'Gutschrift im Abrechnungsverfahren',
    self_billing_credit_note: 'Korrektur einer Gutschrift',
    settlement: 'Abrechnung',
    statement: 'Kontoauszug',
    open_items: 'Offene-Posten-Liste',
    delivery_note: 'Lieferschein',
    return_slip: 'Retourenschein',
    pick_list: 'Pickliste',
    shipping_label: 'Versandetikett',
  },
  fulfilment: {
    open: 'offen',
    on_hold: 'angehalten',
    in_progress: 'in Bearbeitung',
    closed: 'abgeschlossen',
    cancelled: 'storniert',
  },
  partner: { active: 'aktiv', inactive: 'inaktiv', blocked: 'gesperrt' },
  serialUnit: {
    in_stock: 'auf Lager',
    reserved: 'reserviert',
    shipped: 'versandt',
    returned: 'zurückgesandt',
    quarantined: 'in Quarantäne',
    written_off: 'ausgebucht',
  },
  resolution: { refunded: 'Erstattung', replaced: 'Ersatz', closed_without_refund: 'ohne Erstattung abgeschlossen' },
}
