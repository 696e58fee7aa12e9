import { AMOUNT, showIf, TOTAL } from '../parts.ts'
import type { WordsOf } from '../words.ts'

const DUE = '{% if dueDate %}支払期限：{{ dueDate | date }}。{% endif %}'
const FOR_INVOICE = '{% if invoiceNumber %}請求書{{ invoiceNumber }}の{% endif %}'
const FROM_PARTNER = '{% if partnerName %}{{ partnerName }}からの{% endif %}'
const PERIOD =
  '{% if periodStartDate and periodEndDate %}、{{ periodStartDate | date }}～{{ periodEndDate | date }}{% endif %}'
const REFERENCE = '{% if paymentReference %}参照番号：{{ paymentReference }}。{% endif %}'

export const FINANCE_JA: WordsOf<'finance' | 'platform'> = {
  'finance.payment.completed': {
    title: '入金がありました',
    message: `${FROM_PARTNER}${FOR_INVOICE}支払い${AMOUNT}を受領しました。${REFERENCE}`,
  },
  'finance.payment.failed': {
    title: '支払いに失敗しました',
    message: `${FROM_PARTNER}${FOR_INVOICE}支払い${AMOUNT}が失敗しました{% if reason %}：{{ reason }}{% endif %}。`,
  },
  'finance.invoice.issued': {
    title: '請求書が発行されました',
    message: `{{ partnerName }}宛ての請求書{{ invoiceNumber }}（${TOTAL}）が発行されました。${DUE}`,
  },
  'finance.invoice.not_issued': {
    title: '請求書が発行されませんでした',
    message: `{{ partnerName }}宛ての請求書（${TOTAL}）は下書きのままです。{{ reason }}`,
  },
  'finance.invoice.paid': {
    title: '請求書が支払われました',
    message: `{{ partnerName }}が請求書{{ invoiceNumber }}（${TOTAL}）を支払いました。${REFERENCE}`,
  },
  'finance.invoice.overdue': {
    title: '請求書の支払期限を過ぎています',
    message: `{{ partnerName }}宛ての請求書{{ invoiceNumber }}（${TOTAL}）は支払期限を{{ daysOverdue }}日過ぎています。{% if dueDate %}支払期限：{{ dueDate | date }}。{% endif %}`,
  },
  'finance.creditnote.issued': {
    title: '返金通知書が発行されました',
    message: `請求書{{ invoiceNumber }}に対し、{{ partnerName }}宛ての返金通知書{{ creditNoteNumber }}（${TOTAL}）が発行されました：{{ reason }}。`,
  },
  'finance.bill.received': {
    title: '仕入請求書が登録されました',
    message: `{{ partnerName }}からの${showIf('selfBilled', '自己発行の仕入請求書', '仕入請求書')}{{ billNumber }}（${TOTAL}）が登録されました。${DUE}`,
  },
  'finance.settlement.created': {
    title: '新しい精算',
    message: `{{ partnerName }}との精算{{ settlementNumber }}（${TOTAL}${PERIOD}）が作成されました。`,
  },
  'finance.settlement.posted': {
    title: '精算が計上されました',
    message: `{{ partnerName }}との精算{{ settlementNumber }}（${TOTAL}${PERIOD}）が承認され、計上されました。`,
  },
  'finance.settlement.paid': {
    title: '精算が支払われました',
    message: `{{ partnerName }}との精算{{ settlementNumber }}（${TOTAL}${PERIOD}）が支払われました。${REFERENCE}`,
  },
  'finance.outgoing_payment.submitted': {
    title: '支払いが依頼されました',
    message: `{{ partnerName }}への支払い${AMOUNT}が依頼されました。${REFERENCE}`,
  },
  'finance.outgoing_payment.completed': {
    title: '支払いが完了しました',
    message: `{{ partnerName }}への支払い${AMOUNT}が完了しました。${REFERENCE}`,
  },
  'platform.billing.invoice.reminder': {
    title: '請求書{{ invoiceNumber }}のお知らせ',
    message: `{{ partnerName }}宛ての請求書{{ invoiceNumber }}（${TOTAL}）はまだ支払われていません。{% if dueDate %}支払期限は{{ dueDate | date }}{% if isOverdue %}でした{% else %}です{% endif %}。{% endif %}`,
  },
}
