import { PRODUCT, showName } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { NAMES_FR } from './names.ts'

const QUANTITY = '{% if quantity %} Quantité en stock : {{ quantity }}.{% endif %}'

export const GOODS_FR: WordsOf<'partner' | 'inventory'> = {
  'partner.partner.created': {
    title: 'Nouveau partenaire',
    message: '{{ partnerName }} a été ajouté comme partenaire.',
  },
  'partner.partner.status_changed': {
    title: 'Statut d’un partenaire modifié',
    message: `Nouveau statut de {{ partnerName }} : ${showName('status', NAMES_FR.partner)} (auparavant ${showName('before', NAMES_FR.partner)}).`,
  },
  'inventory.lot.recalled': {
    title: 'Lot {{ lotNumber }} rappelé',
    message: `Le lot {{ lotNumber }} de ${PRODUCT} a été rappelé et ne doit plus être vendu{% if reason %} : {{ reason }}{% endif %}.${QUANTITY}`,
  },
  'inventory.lot.expired': {
    title: 'Lot {{ lotNumber }} périmé',
    message: `Le lot {{ lotNumber }} de ${PRODUCT} est périmé depuis le {{ expiredOn | date }}.${QUANTITY}`,
  },
  'inventory.serial_unit.status_changed': {
    title: 'Statut de l’unité {{ serialNumber }} modifié',
    message: `Nouveau statut de l’unité {{ serialNumber }} de ${PRODUCT} : ${showName('status', NAMES_FR.serialUnit)} (auparavant ${showName('before', NAMES_FR.serialUnit)}).`,
  },
  'inventory.item.discontinued': { title: 'Article arrêté', message: `L’article ${PRODUCT} a été arrêté.` },
}
