import { showIf, showName, TOTAL } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { NAMES_FR } from './names.ts'

const ORDER = `La commande {{ orderNumber }} de {{ channelName }} d’un montant de ${TOTAL}`
const PAYMENT = showName('paymentStatus', NAMES_FR.payment)

export const SALES_FR: WordsOf<'sales'> = {
  'sales.order.ready': { title: 'Commande prête', message: `${ORDER} est prête à être traitée.` },
  'sales.order.fulfilled': { title: 'Commande traitée', message: `${ORDER} a été traitée.` },
  'sales.order.cancelled': {
    title: 'Commande annulée',
    message: `${ORDER} a été annulée${showIf('reason', ' : {{ reason }}')}.`,
  },
  'sales.order.fulfillment_blocked': {
    title: 'Commande impossible à traiter',
    message: `${ORDER} ne peut pas être traitée : {{ reason }}.`,
  },
  'sales.order.changed': { title: 'Commande modifiée', message: `${ORDER} a été modifiée.` },
  'sales.order.payment_changed': {
    title: 'Paiement d’une commande modifié',
    message: `${ORDER} est maintenant ${PAYMENT}.`,
  },
  'sales.order.payment_at_risk': {
    title: 'Paiement d’une commande menacé',
    message:
      'Le paiement de la commande {{ orderNumber }} de {{ channelName }} est menacé : {{ reason }}{% if until %} ({{ until | datetime }}){% endif %}.',
  },
  'sales.channel.sync_failed': {
    title: 'Échec de la synchronisation de {{ channelName }}',
    message:
      'La synchronisation de {{ channelName }} a échoué le {{ failedAt | datetime }} avec {{ errorCode }}{% if errorMessage %} : {{ errorMessage }}{% endif %}.',
    mail: {
      notes: [
        'Les synchronisations reprennent automatiquement dès que la cause est éliminée. Si vous saisissez de nouveaux identifiants, elles reprennent immédiatement.',
      ],
    },
  },
  'sales.channel.orders_missing': {
    title: '{{ count }} commandes manquent dans {{ channelName }}',
    message:
      '{{ count }} commandes ouvertes manquent dans {{ channelName }}. Aucune n’est annulée et toutes suivent leur cours, jusqu’à ce que vous décidiez si la boutique les a supprimées.',
  },
}
