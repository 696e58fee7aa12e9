import { showIf, showName } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { NAMES_DE } from './names.ts'

const REQUESTED = '„{{ title }}“{% if partnerName %} von {{ partnerName }}{% endif %}'
const BECAUSE = '{% if reason %}: {{ reason }}{% endif %}.'
const DOCUMENT = `Das Dokument „${showName('documentType', NAMES_DE.documentType)}{% if documentNumber %} {{ documentNumber }}{% endif %}“`

export const DOCUMENTS_DE: WordsOf<'document'> = {
  'document.documentrequest.submitted': {
    title: 'Dokument eingereicht',
    message: `${REQUESTED} wurde zur Prüfung eingereicht{% if dueDate %}, fällig am {{ dueDate | date }}{% endif %}.`,
  },
  'document.documentrequest.review_started': {
    title: 'Dokument in Prüfung',
    message: `Die Prüfung von ${REQUESTED} hat begonnen.`,
  },
  'document.documentrequest.validated': { title: 'Dokument angenommen', message: `${REQUESTED} wurde angenommen.` },
  'document.documentrequest.rejected': {
    title: 'Dokument abgelehnt',
    message: `${REQUESTED} wurde abgelehnt${BECAUSE}`,
  },
  'document.documentrequest.cancelled': {
    title: 'Anforderung eines Dokuments zurückgezogen',
    message: `Die Anforderung von ${REQUESTED} wurde zurückgezogen${BECAUSE}`,
  },
  'document.document.finalized': {
    title: 'Dokument fertig',
    message: `${DOCUMENT} ist fertig und kann heruntergeladen werden.`,
  },
  'document.document.voided': {
    title: 'Dokument ungültig',
    message: `${DOCUMENT} wurde für ungültig erklärt${BECAUSE}`,
  },
  'document.compliance.expiry_scan': {
    title: 'Ablaufende Dokumente',
    message: `{{ expiredCount }} ${showIf('expiredCount == 1', 'Dokument ist', 'Dokumente sind')} abgelaufen, und {{ expiringCount }} ${showIf('expiringCount == 1', 'läuft', 'laufen')} innerhalb von {{ withinDays }} Tagen ab{% if nextExpiryDate %}, das nächste am {{ nextExpiryDate | date }}{% endif %}.`,
  },
}
