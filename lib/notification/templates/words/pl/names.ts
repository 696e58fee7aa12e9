import type { ValueNames } from '../words.ts'

export const NAMES_PL: ValueNames = {
  role: { owner: 'właściciel', admin: 'administrator', finance: 'finanse', operations: 'operacje', viewer: 'odczyt' },
  documentType: {
    invoice: 'faktura',
    credit_note: 'faktura korygująca',
    self_billing_invoice: 'faktura wystawiona w samofakturowaniu',
    self_billing_credit_note: 'faktura korygująca wystawiona w samofakturowaniu',
    settlement: 'rozliczenie',
    statement: 'wyciąg',
    open_items: 'zestawienie należności',
    delivery_note: 'dowód dostawy',
    return_slip: 'formularz zwrotu',
    pick_list: 'lista kompletacyjna',
    shipping_label: 'etykieta wysyłkowa',
  },
  fulfilment: {
    open: 'otwarte',
    on_hold: 'wstrzymane',
    in_progress: 'w toku',
    closed: 'zakończone',
    cancelled: 'anulowane',
  },
  payment: {
    unpaid: 'nieopłacone',
    authorized: 'autoryzowane',
    partly_paid: 'opłacone częściowo',
    paid: 'opłacone',
    partly_refunded: 'zwrócone częściowo',
    refunded: 'zwrócone',
    voided: 'bez ważnej płatności',
    unknown: 'nieznany',
  },
  partner: { active: 'aktywny', inactive: 'nieaktywny', blocked: 'zablokowany' },
  serialUnit: {
    in_stock: 'na stanie',
    reserved: 'zarezerwowana',
    shipped: 'wysłana',
    returned: 'zwrócona',
    quarantined: 'w kwarantannie',
    written_off: 'spisana ze stanu',
  },
  resolution: {
    refunded: 'zwrot pieniędzy',
    replaced: 'wymiana',
    closed_without_refund: 'zamknięcie bez zwrotu pieniędzy',
  },
}
