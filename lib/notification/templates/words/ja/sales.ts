import { showIf, TOTAL } from '../parts.ts'
import type { WordsOf } from '../words.ts'

const ORDER = `{{ channelName }}の注文{{ orderNumber }}（${TOTAL}）`

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
  'sales.channel.sync_failed': {
    title: '{{ channelName }}の同期に失敗しました',
    message:
      '{{ channelName }}の同期が{{ failedAt | datetime }}に{{ errorCode }}で失敗しました{% if errorMessage %}：{{ errorMessage }}{% endif %}。',
    mail: {
      notes: ['原因が解消されると、同期は自動的に再開されます。新しい認証情報を入力すると、すぐに再開されます。'],
    },
  },
}
