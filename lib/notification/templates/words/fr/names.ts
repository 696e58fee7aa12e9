import type { ValueNames } from '../words.ts'

export const NAMES_FR: ValueNames = {
  role: {
    owner: 'propriétaire',
    admin: 'administrateur',
    finance: 'finances',
    operations: 'exploitation',
    viewer: 'lecteur',
  },
  documentType: {
    invoice: 'facture',
    credit_note: 'avoir',
    self_billing_invoice: 'facture en autofacturation',
    self_billing_credit_note: 'avoir en autofacturation',
    settlement: 'décompte',
    statement: 'relevé de compte',
    open_items: 'liste des factures ouvertes',
    delivery_note: 'bon de livraison',
    return_slip: 'bordereau de retour',
    pick_list: 'bon de préparation',
    shipping_label: 'étiquette d’expédition',
  },
  fulfilment: {
    open: 'ouvert',
    on_hold: 'en attente',
    in_progress: 'en cours',
    closed: 'terminé',
    cancelled: 'annulé',
  },
  partner: { active: 'actif', inactive: 'inactif', blocked: 'bloqué' },
  serialUnit: {
    in_stock: 'en stock',
    reserved: 'réservé',
    shipped: 'expédié',
    returned: 'retourné',
    quarantined: 'en quarantaine',
    written_off: 'sorti du stock',
  },
  resolution: {
    refunded: 'remboursement',
    replaced: 'remplacement',
    closed_without_refund: 'clôture sans remboursement',
  },
}
