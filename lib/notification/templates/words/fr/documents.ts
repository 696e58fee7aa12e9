import { showIf, showName } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { NAMES_FR } from './names.ts'

const REQUESTED = '« {{ title }} »{% if partnerName %} de {{ partnerName }}{% endif %}'
const BECAUSE = '{% if reason %} : {{ reason }}{% endif %}.'
const DOCUMENT = `Le document « ${showName('documentType', NAMES_FR.documentType)}{% if documentNumber %} {{ documentNumber }}{% endif %} »`

export const DOCUMENTS_FR: WordsOf<'document'> = {
  'document.documentrequest.submitted': {
    title: 'Document soumis',
    message: `Le document ${REQUESTED} a été soumis pour vérification{% if dueDate %}, à traiter avant le {{ dueDate | date }}{% endif %}.`,
  },
  'document.documentrequest.review_started': {
    title: 'Document en cours de vérification',
    message: `La vérification du document ${REQUESTED} a commencé.`,
  },
  'document.documentrequest.validated': {
    title: 'Document accepté',
    message: `Le document ${REQUESTED} a été accepté.`,
  },
  'document.documentrequest.rejected': {
    title: 'Document refusé',
    message: `Le document ${REQUESTED} a été refusé${BECAUSE}`,
  },
  'document.documentrequest.cancelled': {
    title: 'Demande de document annulée',
    message: `La demande du document ${REQUESTED} a été annulée${BECAUSE}`,
  },
  'document.document.finalized': {
    title: 'Document définitif',
    message: `${DOCUMENT} est définitif et peut être téléchargé.`,
  },
  'document.document.voided': { title: 'Document invalidé', message: `${DOCUMENT} a été invalidé${BECAUSE}` },
  'document.compliance.expiry_scan': {
    title: 'Documents arrivant à expiration',
    message: `{{ expiredCount }} ${showIf('expiredCount > 1', 'documents ont', 'document a')} expiré et {{ expiringCount }} ${showIf('expiringCount > 1', 'expireront', 'expirera')} dans les {{ withinDays }} jours{% if nextExpiryDate %}, le prochain le {{ nextExpiryDate | date }}{% endif %}.`,
  },
}
