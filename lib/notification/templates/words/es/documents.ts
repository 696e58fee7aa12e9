import { showIf, showName } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { NAMES_ES } from './names.ts'

const REQUESTED = '«{{ title }}»{% if partnerName %} de {{ partnerName }}{% endif %}'
const BECAUSE = '{% if reason %}: {{ reason }}{% endif %}.'
const DOCUMENT = `El documento «${showName('documentType', NAMES_ES.documentType)}{% if documentNumber %} {{ documentNumber }}{% endif %}»`

export const DOCUMENTS_ES: WordsOf<'document'> = {
  'document.documentrequest.submitted': {
    title: 'Documento presentado',
    message: `Se ha presentado para su revisión el documento ${REQUESTED}{% if dueDate %}, con plazo hasta el {{ dueDate | date }}{% endif %}.`,
  },
  'document.documentrequest.review_started': {
    title: 'Documento en revisión',
    message: `Ha comenzado la revisión del documento ${REQUESTED}.`,
  },
  'document.documentrequest.validated': {
    title: 'Documento aceptado',
    message: `Se ha aceptado el documento ${REQUESTED}.`,
  },
  'document.documentrequest.rejected': {
    title: 'Documento rechazado',
    message: `Se ha rechazado el documento ${REQUESTED}${BECAUSE}`,
  },
  'document.documentrequest.cancelled': {
    title: 'Solicitud de documento cancelada',
    message: `Se ha cancelado la solicitud del documento ${REQUESTED}${BECAUSE}`,
  },
  'document.document.finalized': {
    title: 'Documento definitivo',
    message: `${DOCUMENT} es definitivo y se puede descargar.`,
  },
  'document.document.voided': { title: 'Documento anulado', message: `${DOCUMENT} se ha anulado${BECAUSE}` },
  'document.compliance.expiry_scan': {
    title: 'Documentos que caducan',
    message: `{{ expiredCount }} ${showIf('expiredCount == 1', 'documento ha', 'documentos han')} caducado y {{ expiringCount }} ${showIf('expiringCount == 1', 'caducará', 'caducarán')} en los próximos {{ withinDays }} días{% if nextExpiryDate %}, el siguiente el {{ nextExpiryDate | date }}{% endif %}.`,
  },
}
