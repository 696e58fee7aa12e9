import { showName } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { NAMES_PL } from './names.ts'

const REQUESTED = '„{{ title }}”{% if partnerName %} od {{ partnerName }}{% endif %}'
const BECAUSE = '{% if reason %}: {{ reason }}{% endif %}.'
const DOCUMENT = `Dokument „${showName('documentType', NAMES_PL.documentType)}{% if documentNumber %} {{ documentNumber }}{% endif %}”`

export const DOCUMENTS_PL: WordsOf<'document'> = {
  'document.documentrequest.submitted': {
    title: 'Przesłano dokument',
    message: `Dokument ${REQUESTED} przesłano do weryfikacji{% if dueDate %}; termin: {{ dueDate | date }}{% endif %}.`,
  },
  'document.documentrequest.review_started': {
    title: 'Dokument w trakcie weryfikacji',
    message: `Rozpoczęto weryfikację dokumentu ${REQUESTED}.`,
  },
  'document.documentrequest.validated': {
    title: 'Dokument przyjęty',
    message: `Dokument ${REQUESTED} został przyjęty.`,
  },
  'document.documentrequest.rejected': {
    title: 'Dokument odrzucony',
    message: `Dokument ${REQUESTED} został odrzucony${BECAUSE}`,
  },
  'document.documentrequest.cancelled': {
    title: 'Prośba o dokument anulowana',
    message: `Prośba o dokument ${REQUESTED} została anulowana${BECAUSE}`,
  },
  'document.document.finalized': { title: 'Dokument gotowy', message: `${DOCUMENT} jest gotowy i można go pobrać.` },
  'document.document.voided': { title: 'Dokument unieważniony', message: `${DOCUMENT} został unieważniony${BECAUSE}` },
  'document.compliance.expiry_scan': {
    title: 'Wygasające dokumenty',
    message:
      'Dokumenty po terminie ważności: {{ expiredCount }}. Liczba dni w okresie sprawdzenia: {{ withinDays }}; dokumenty wygasające w tym czasie: {{ expiringCount }}{% if nextExpiryDate %}, najbliższy {{ nextExpiryDate | date }}{% endif %}.',
  },
}
