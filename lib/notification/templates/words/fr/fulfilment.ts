import { showIf, showName } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { NAMES_FR } from './names.ts'

const RETURN = 'Le retour {{ returnNumber }}{% if orderNumber %} de la commande {{ orderNumber }}{% endif %}'
const BECAUSE = '{% if reason %} : {{ reason }}{% endif %}.'
const ITEMS = `{{ lineCount }} ${showIf('lineCount > 1', 'articles', 'article')}`

export const FULFILMENT_FR: WordsOf<'fulfilment'> = {
  'fulfilment.order.created': {
    title: 'Nouvel ordre de préparation',
    message: `{{ custodianName }} a été chargé de la commande {{ orderNumber }} (${ITEMS}).`,
  },
  'fulfilment.order.progressed': {
    title: 'Préparation avancée',
    message: `Nouveau statut de la commande {{ orderNumber }} chez {{ custodianName }} : ${showName('status', NAMES_FR.fulfilment)} (auparavant ${showName('before', NAMES_FR.fulfilment)}).`,
  },
  'fulfilment.order.closed': {
    title: 'Ordre de préparation terminé',
    message: '{{ custodianName }} a terminé la préparation de la commande {{ orderNumber }}.',
  },
  'fulfilment.order.cancelled': {
    title: 'Ordre de préparation annulé',
    message: `La préparation de la commande {{ orderNumber }} chez {{ custodianName }} a été annulée${BECAUSE}`,
  },
  'fulfilment.reservation.requires_attention': {
    title: 'Réservation à vérifier',
    message:
      'Quantité réservée de {{ sku }} : {{ quantity }}{% if orderNumber %} pour la commande {{ orderNumber }}{% endif %} ; quantité disponible : {{ available }}. Motif : {{ reason }}.',
  },
  'fulfilment.fulfilment.handed_off': {
    title: 'Remise au transporteur',
    message:
      '{{ custodianName }} a remis la commande {{ orderNumber }} à {{ carrier | default: "la société de transport" }}.{% if trackingNumber %} Numéro de suivi : {{ trackingNumber }}.{% endif %}',
  },
  'fulfilment.return.requested': {
    title: 'Retour demandé',
    message: `Le retour {{ returnNumber }} de ${ITEMS}{% if orderNumber %} de la commande {{ orderNumber }}{% endif %} a été demandé${BECAUSE}`,
  },
  'fulfilment.return.authorized': { title: 'Retour autorisé', message: `${RETURN} a été autorisé.` },
  'fulfilment.return.rejected': { title: 'Retour refusé', message: `${RETURN} a été refusé${BECAUSE}` },
  'fulfilment.return.received': {
    title: 'Retour arrivé',
    message: `${RETURN} est arrivé{% if custodianName %} chez {{ custodianName }}{% endif %}.`,
  },
  'fulfilment.return.resolved': {
    title: 'Retour réglé',
    message: `${RETURN} a été réglé : ${showName('resolution', NAMES_FR.resolution)}{% if refundAmount and currency %} ({{ refundAmount | money: currency }}){% endif %}.`,
  },
}
