import { showName } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { NAMES_JA } from './names.ts'

const REQUESTED = '{% if partnerName %}{{ partnerName }}の{% endif %}「{{ title }}」'
const BECAUSE = '{% if reason %}：{{ reason }}{% endif %}。'
const DOCUMENT = `${showName('documentType', NAMES_JA.documentType)}{% if documentNumber %} {{ documentNumber }}{% endif %}`

export const DOCUMENTS_JA: WordsOf<'document'> = {
  'document.documentrequest.submitted': {
    title: '書類が提出されました',
    message: `${REQUESTED}が審査のために提出されました{% if dueDate %}（期限：{{ dueDate | date }}）{% endif %}。`,
  },
  'document.documentrequest.review_started': {
    title: '書類を審査中です',
    message: `${REQUESTED}の審査が始まりました。`,
  },
  'document.documentrequest.validated': { title: '書類が承認されました', message: `${REQUESTED}が承認されました。` },
  'document.documentrequest.rejected': {
    title: '書類が却下されました',
    message: `${REQUESTED}が却下されました${BECAUSE}`,
  },
  'document.documentrequest.cancelled': {
    title: '書類の依頼が取り消されました',
    message: `${REQUESTED}の依頼が取り消されました${BECAUSE}`,
  },
  'document.document.finalized': {
    title: '書類が確定しました',
    message: `${DOCUMENT}が確定し、ダウンロードできます。`,
  },
  'document.document.voided': { title: '書類が無効になりました', message: `${DOCUMENT}が無効になりました${BECAUSE}` },
  'document.compliance.expiry_scan': {
    title: '有効期限が近い書類',
    message:
      '{{ expiredCount }}件の書類の有効期限が切れ、{{ expiringCount }}件が{{ withinDays }}日以内に期限を迎えます{% if nextExpiryDate %}（最も近い期限：{{ nextExpiryDate | date }}）{% endif %}。',
  },
}
