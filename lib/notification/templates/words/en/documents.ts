import { showName } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { NAMES_EN } from './names.ts'

const REQUESTED = '“{{ title }}”{% if partnerName %} from {{ partnerName }}{% endif %}'
const BECAUSE = '{% if reason %}: {{ reason }}{% endif %}.'
const DOCUMENT = `The ${showName('documentType', NAMES_EN.documentType)}{% if documentNumber %} {{ documentNumber }}{% endif %}`

export const DOCUMENTS_EN: WordsOf<'document'> = {
  'document.documentrequest.submitted': {
    title: 'Document submitted',
    message: `${REQUESTED} was submitted for review{% if dueDate %}, due on {{ dueDate | date }}{% endif %}.`,
  },
  'document.documentrequest.review_started': {
    title: 'Document in review',
    message: `The review of ${REQUESTED} has started.`,
  },
  'document.documentrequest.validated': { title: 'Document accepted', message: `${REQUESTED} was accepted.` },
  'document.documentrequest.rejected': { title: 'Document rejected', message: `${REQUESTED} was rejected${BECAUSE}` },
  'document.documentrequest.cancelled': {
    title: 'Document request cancelled',
    message: `The request for ${REQUESTED} was cancelled${BECAUSE}`,
  },
  'document.document.finalized': {
    title: 'Document finalized',
    message: `${DOCUMENT} is final and can be downloaded.`,
  },
  'document.document.voided': { title: 'Document voided', message: `${DOCUMENT} was voided${BECAUSE}` },
  'document.compliance.expiry_scan': {
    title: 'Expiring documents',
    message:
      '{{ expiredCount }} {% if expiredCount == 1 %}document has{% else %}documents have{% endif %} expired and {{ expiringCount }} will expire within {{ withinDays }} days{% if nextExpiryDate %}, the next one on {{ nextExpiryDate | date }}{% endif %}.',
  },
}
