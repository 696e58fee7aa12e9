import { showName } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { NAMES_AR } from './names.ts'

const REQUESTED = '«{{ title }}»{% if partnerName %} من {{ partnerName }}{% endif %}'
const BECAUSE = '{% if reason %}: {{ reason }}{% endif %}.'
const DOCUMENT = `المستند «${showName('documentType', NAMES_AR.documentType)}{% if documentNumber %} {{ documentNumber }}{% endif %}»`

export const DOCUMENTS_AR: WordsOf<'document'> = {
  'document.documentrequest.submitted': {
    title: 'قُدم مستند',
    message: `قُدم المستند ${REQUESTED} للمراجعة{% if dueDate %}، والموعد النهائي: {{ dueDate | date }}{% endif %}.`,
  },
  'document.documentrequest.review_started': {
    title: 'مستند قيد المراجعة',
    message: `بدأت مراجعة المستند ${REQUESTED}.`,
  },
  'document.documentrequest.validated': { title: 'قُبل المستند', message: `قُبل المستند ${REQUESTED}.` },
  'document.documentrequest.rejected': { title: 'رُفض المستند', message: `رُفض المستند ${REQUESTED}${BECAUSE}` },
  'document.documentrequest.cancelled': {
    title: 'أُلغي طلب المستند',
    message: `أُلغي طلب المستند ${REQUESTED}${BECAUSE}`,
  },
  'document.document.finalized': { title: 'المستند نهائي', message: `أصبح ${DOCUMENT} نهائيًا ويمكن تنزيله.` },
  'document.document.voided': { title: 'أُبطل المستند', message: `أُبطل ${DOCUMENT}${BECAUSE}` },
  'document.compliance.expiry_scan': {
    title: 'مستندات تنتهي صلاحيتها',
    message:
      'مستندات منتهية الصلاحية: {{ expiredCount }}. مستندات ستنتهي صلاحيتها قريبًا: {{ expiringCount }} (المدة بالأيام: {{ withinDays }}){% if nextExpiryDate %}، وأقرب موعد: {{ nextExpiryDate | date }}{% endif %}.',
  },
}
