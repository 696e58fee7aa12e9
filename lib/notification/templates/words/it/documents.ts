import { showIf, showName } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { NAMES_IT } from './names.ts'

const REQUESTED = '«{{ title }}»{% if partnerName %} di {{ partnerName }}{% endif %}'
const BECAUSE = '{% if reason %}: {{ reason }}{% endif %}.'
const DOCUMENT = `Il documento «${showName('documentType', NAMES_IT.documentType)}{% if documentNumber %} {{ documentNumber }}{% endif %}»`

export const DOCUMENTS_IT: WordsOf<'document'> = {
  'document.documentrequest.submitted': {
    title: 'Documento presentato',
    message: `Il documento ${REQUESTED} è stato presentato per la verifica{% if dueDate %}, con scadenza il {{ dueDate | date }}{% endif %}.`,
  },
  'document.documentrequest.review_started': {
    title: 'Documento in verifica',
    message: `La verifica del documento ${REQUESTED} è iniziata.`,
  },
  'document.documentrequest.validated': {
    title: 'Documento accettato',
    message: `Il documento ${REQUESTED} è stato accettato.`,
  },
  'document.documentrequest.rejected': {
    title: 'Documento rifiutato',
    message: `Il documento ${REQUESTED} è stato rifiutato${BECAUSE}`,
  },
  'document.documentrequest.cancelled': {
    title: 'Richiesta di un documento annullata',
    message: `La richiesta del documento ${REQUESTED} è stata annullata${BECAUSE}`,
  },
  'document.document.finalized': {
    title: 'Documento definitivo',
    message: `${DOCUMENT} è definitivo e può essere scaricato.`,
  },
  'document.document.voided': { title: 'Documento invalidato', message: `${DOCUMENT} è stato invalidato${BECAUSE}` },
  'document.compliance.expiry_scan': {
    title: 'Documenti in scadenza',
    message: `{{ expiredCount }} ${showIf('expiredCount == 1', 'documento è scaduto', 'documenti sono scaduti')} e {{ expiringCount }} ${showIf('expiringCount == 1', 'scadrà', 'scadranno')} entro {{ withinDays }} giorni{% if nextExpiryDate %}, il prossimo il {{ nextExpiryDate | date }}{% endif %}.`,
  },
}
