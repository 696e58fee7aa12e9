import { showIf } from '../parts.ts'
import type { WordsOf } from '../words.ts'

const REPLAY = 'その間に配信されなかったイベントは、30日間再送できます。'

export const INTEGRATION_JA: WordsOf<'notification'> = {
  'notification.webhook_endpoint.failing': {
    title: 'Webhookエンドポイント{{ endpointName }}の失敗が続いています',
    message:
      '{{ failingSince | datetime }}以降、Webhookエンドポイント{{ endpointName }}へのリクエストがすべて失敗しています。この状態が続くと、{{ disabledFrom | datetime }}以降に無効化されます。',
    mail: { notes: ['配信ログで応答を確認できます。1回成功すれば、無効化の予定は取り消されます。'] },
  },
  'notification.webhook_endpoint.disabled': {
    title: 'Webhookエンドポイント{{ endpointName }}が無効化されました',
    message: `Webhookエンドポイント{{ endpointName }}は{{ disabledAt | datetime }}に無効化されました。理由：${showIf('reason == "gone"', '廃止済みとの応答（410）', '5日間すべてのリクエストが失敗したため')}。`,
    mail: { notes: [`動作するようになったら、再度有効にしてください。${REPLAY}`] },
  },
}
