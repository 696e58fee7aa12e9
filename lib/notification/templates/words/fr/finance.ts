import { AMOUNT, showIf, TOTAL } from '../parts.ts'
import type { WordsOf } from '../words.ts'

const DUE = '{% if dueDate %} L’échéance est le {{ dueDate | date }}.{% endif %}'
const FOR_INVOICE = '{% if invoiceNumber %} pour la facture {{ invoiceNumber }}{% endif %}'
const FROM_PARTNER = '{% if partnerName %} de {{ partnerName }}{% endif %}'
const PERIOD =
  '{% if periodStartDate and periodEndDate %} pour la période du {{ periodStartDate | date }} au {{ periodEndDate | date }}{% endif %}'
const REFERENCE = '{% if paymentReference %} Référence : {{ paymentReference }}.{% endif %}'

export const FINANCE_FR: WordsOf<'finance' | 'platform'> = {
  'finance.payment.completed': {
    title: 'Paiement reçu',
    message: `Un paiement de ${AMOUNT}${FROM_PARTNER}${FOR_INVOICE} a été reçu.${REFERENCE}`,
  },
  'finance.payment.failed': {
    title: 'Échec d’un paiement',
    message: `Un paiement de ${AMOUNT}${FROM_PARTNER}${FOR_INVOICE} a échoué{% if reason %} : {{ reason }}{% endif %}.`,
  },
  'finance.invoice.issued': {
    title: 'Facture émise',
    message: `La facture {{ invoiceNumber }} de ${TOTAL} adressée à {{ partnerName }} a été émise.${DUE}`,
  },
  'finance.invoice.not_issued': {
    title: 'Facture non émise',
    message: `La facture de ${TOTAL} adressée à {{ partnerName }} est restée un brouillon. {{ reason }}`,
  },
  'finance.invoice.paid': {
    title: 'Facture payée',
    message: `{{ partnerName }} a payé la facture {{ invoiceNumber }} de ${TOTAL}.${REFERENCE}`,
  },
  'finance.invoice.overdue': {
    title: 'Facture en retard',
    message: `La facture {{ invoiceNumber }} de ${TOTAL} adressée à {{ partnerName }} est en retard de {{ daysOverdue }} ${showIf('daysOverdue > 1', 'jours', 'jour')}.{% if dueDate %} L’échéance était le {{ dueDate | date }}.{% endif %}`,
  },
  'finance.creditnote.issued': {
    title: 'Avoir émis',
    message: `L’avoir {{ creditNoteNumber }} de ${TOTAL} adressé à {{ partnerName }} a été émis pour la facture {{ invoiceNumber }} : {{ reason }}.`,
  },
  'finance.bill.received': {
    title: 'Facture fournisseur enregistrée',
    message: `La facture fournisseur {{ billNumber }} de {{ partnerName }} d’un montant de ${TOTAL}{% if selfBilled %}, émise en autofacturation,{% endif %} a été enregistrée.${DUE}`,
  },
  'finance.settlement.created': {
    title: 'Nouveau décompte',
    message: `Le décompte {{ settlementNumber }} de ${TOTAL} avec {{ partnerName }}${PERIOD} a été créé.`,
  },
  'finance.settlement.posted': {
    title: 'Décompte comptabilisé',
    message: `Le décompte {{ settlementNumber }} de ${TOTAL} avec {{ partnerName }}${PERIOD} a été approuvé et comptabilisé.`,
  },
  'finance.settlement.paid': {
    title: 'Décompte payé',
    message: `Le décompte {{ settlementNumber }} de ${TOTAL} avec {{ partnerName }}${PERIOD} a été payé.${REFERENCE}`,
  },
  'finance.outgoing_payment.submitted': {
    title: 'Paiement transmis',
    message: `Un paiement de ${AMOUNT} à {{ partnerName }} a été transmis.${REFERENCE}`,
  },
  'finance.outgoing_payment.completed': {
    title: 'Paiement effectué',
    message: `Un paiement de ${AMOUNT} à {{ partnerName }} a été effectué.${REFERENCE}`,
  },
  'platform.billing.invoice.reminder': {
    title: 'Rappel de la facture {{ invoiceNumber }}',
    message: `La facture {{ invoiceNumber }} de ${TOTAL} adressée à {{ partnerName }} n’est pas encore payée.{% if dueDate %} L’échéance {% if isOverdue %}était{% else %}est{% endif %} le {{ dueDate | date }}.{% endif %}`,
  },
}
