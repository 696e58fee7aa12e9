import type { WordsOf } from './words.ts'

const REQUESTED = '“{{ title }}”{% if partnerName %} of {{ partnerName }}{% endif %}'
const BECAUSE = '{% if reason %}: {{ reason }}{% endif %}.'
const DOCUMENT = 'The {{ documentType }}{% if documentNumber %} {{ documentNumber }}{% endif %}'

export const DOCUMENTS: WordsOf<'document'> = {
  'document.documentrequest.submitted': {
    title: 'Document handed in',
    message: `${REQUESTED} was handed in and waits for review{% if dueDate %} until {{ dueDate | date }}{% endif %}.`,
  },
  'document.documentrequest.review_started': {
    title: 'Document in review',
    message: `The review of ${REQUESTED} has begun.`,
  },
  'document.documentrequest.validated': { title: 'Document accepted', message: `${REQUESTED} was accepted.` },
  'document.documentrequest.rejected': { title: 'Document rejected', message: `${REQUESTED} was rejected${BECAUSE}` },
  'document.documentrequest.cancelled': {
    title: 'Request for a document cancelled',
    message: `The request for ${REQUESTED} was cancelled${BECAUSE}`,
  },
  'document.document.finalized': {
    title: 'Document final',
    message: `${DOCUMENT} is final and can be downloaded.`,
  },
  'document.document.voided': { title: 'Document void', message: `${DOCUMENT} was made void${BECAUSE}` },
  'document.compliance.expiry_scan': {
    title: 'Documents that expire',
    message:
      '{{ expiredCount }} {% if expiredCount == 1 %}document has{% else %}documents have{% endif %} expired, {{ expiringCount }} will within {{ withinDays }} days{% if nextExpiryDate %}, the next on {{ nextExpiryDate | date }}{% endif %}.',
  },
}
