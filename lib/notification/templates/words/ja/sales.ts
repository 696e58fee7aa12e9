import { showIf, showName, TOTAL } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { NAMES_JA } from './names.ts'

const ORDER = `{{ channelName }}の注文{{ orderNumber }}（${TOTAL}）`
const PAYMENT = showName('paymentStatus', NAMES_JA.payment)

export const SALES_JA: WordsOf<'sales'> = {
  'sales.order.ready': { title: '注文が出荷可能です', message: `${ORDER}は出荷可能です。` },
  'sales.order.fulfilled': { title: '注文の出荷が完了しました', message: `${ORDER}の出荷が完了しました。` },
  'sales.order.cancelled': {
    title: '注文がキャンセルされました',
    message: `${ORDER}がキャンセルされました${showIf('reason', '：{{ reason }}')}。`,
  },
  'sales.order.fulfillment_blocked': {
    title: '注文を出荷できません',
    message: `${ORDER}を出荷できません：{{ reason }}。`,
  },
  'sales.order.changed': { title: '注文が変更されました', message: `${ORDER}が変更されました。` },
  'sales.order.payment_changed': {
    title: '注文の支払い状況が変わりました',
    message: `${ORDER}は現在「${PAYMENT}」です。`,
  },
  'sales.order.payment_at_risk': {
    title: '注文の支払いに問題があります',
    message:
      '{{ channelName }}の注文{{ orderNumber }}の支払いに問題があります：{{ reason }}{% if until %}（{{ until | datetime }}）{% endif %}。',
  },
  'sales.channel.sync_failed': {
    title: '{{ channelName }}の同期に失敗しました',
    message:
      '{{ channelName }}の同期が{{ failedAt | datetime }}に{{ errorCode }}で失敗しました{% if errorMessage %}：{{ errorMessage }}{% endif %}。',
    mail: {
      notes: ['原因が解消されると、同期は自動的に再開されます。新しい認証情報を入力すると、すぐに再開されます。'],
    },
  },
  'sales.channel.orders_missing': {
    title: '{{ channelName }}で{{ count }}件の注文が見つかりません',
    message:
      '{{ channelName }}で未完了の注文が{{ count }}件見つかりません。ショップが削除したかどうかをお客様が判断されるまで、どの注文もキャンセルされず、これまでどおり処理されます。',
  },
}
