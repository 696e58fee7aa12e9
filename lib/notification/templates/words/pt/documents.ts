import { showIf, showName } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { NAMES_PT } from './names.ts'

const REQUESTED = '«{{ title }}»{% if partnerName %} de {{ partnerName }}{% endif %}'
const BECAUSE = '{% if reason %}: {{ reason }}{% endif %}.'
const DOCUMENT = `O documento «${showName('documentType', NAMES_PT.documentType)}{% if documentNumber %} {{ documentNumber }}{% endif %}»`

export const DOCUMENTS_PT: WordsOf<'document'> = {
  'document.documentrequest.submitted': {
    title: 'Documento apresentado',
    message: `O documento ${REQUESTED} foi apresentado para análise{% if dueDate %}, com prazo até {{ dueDate | date }}{% endif %}.`,
  },
  'document.documentrequest.review_started': {
    title: 'Documento em análise',
    message: `A análise do documento ${REQUESTED} começou.`,
  },
  'document.documentrequest.validated': { title: 'Documento aceite', message: `O documento ${REQUESTED} foi aceite.` },
  'document.documentrequest.rejected': {
    title: 'Documento recusado',
    message: `O documento ${REQUESTED} foi recusado${BECAUSE}`,
  },
  'document.documentrequest.cancelled': {
    title: 'Pedido de documento cancelado',
    message: `O pedido do documento ${REQUESTED} foi cancelado${BECAUSE}`,
  },
  'document.document.finalized': {
    title: 'Documento definitivo',
    message: `${DOCUMENT} é definitivo e pode ser descarregado.`,
  },
  'document.document.voided': { title: 'Documento anulado', message: `${DOCUMENT} foi anulado${BECAUSE}` },
  'document.compliance.expiry_scan': {
    title: 'Documentos a caducar',
    message: `{{ expiredCount }} ${showIf('expiredCount == 1', 'documento caducou', 'documentos caducaram')} e {{ expiringCount }} ${showIf('expiringCount == 1', 'caducará', 'caducarão')} dentro de {{ withinDays }} dias{% if nextExpiryDate %}, o próximo em {{ nextExpiryDate | date }}{% endif %}.`,
  },
}
