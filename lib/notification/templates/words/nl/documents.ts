import { showIf, showName } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { NAMES_NL } from './names.ts'

const REQUESTED = '‘{{ title }}’{% if partnerName %} van {{ partnerName }}{% endif %}'
const BECAUSE = '{% if reason %}: {{ reason }}{% endif %}.'
const DOCUMENT = `Het document ‘${showName('documentType', NAMES_NL.documentType)}{% if documentNumber %} {{ documentNumber }}{% endif %}’`

export const DOCUMENTS_NL: WordsOf<'document'> = {
  'document.documentrequest.submitted': {
    title: 'Document ingediend',
    message: `${REQUESTED} is ter beoordeling ingediend{% if dueDate %}, uiterlijk {{ dueDate | date }}{% endif %}.`,
  },
  'document.documentrequest.review_started': {
    title: 'Document in beoordeling',
    message: `De beoordeling van ${REQUESTED} is begonnen.`,
  },
  'document.documentrequest.validated': { title: 'Document geaccepteerd', message: `${REQUESTED} is geaccepteerd.` },
  'document.documentrequest.rejected': { title: 'Document afgewezen', message: `${REQUESTED} is afgewezen${BECAUSE}` },
  'document.documentrequest.cancelled': {
    title: 'Documentaanvraag geannuleerd',
    message: `De aanvraag van ${REQUESTED} is geannuleerd${BECAUSE}`,
  },
  'document.document.finalized': {
    title: 'Document definitief',
    message: `${DOCUMENT} is definitief en kan worden gedownload.`,
  },
  'document.document.voided': { title: 'Document ongeldig', message: `${DOCUMENT} is ongeldig verklaard${BECAUSE}` },
  'document.compliance.expiry_scan': {
    title: 'Documenten die verlopen',
    message: `{{ expiredCount }} ${showIf('expiredCount == 1', 'document is', 'documenten zijn')} verlopen en {{ expiringCount }} ${showIf('expiringCount == 1', 'verloopt', 'verlopen')} binnen {{ withinDays }} dagen{% if nextExpiryDate %}, het eerstvolgende op {{ nextExpiryDate | date }}{% endif %}.`,
  },
}
