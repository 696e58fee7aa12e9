import { showName } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { NAMES_JA } from './names.ts'

const RETURN = '{% if orderNumber %}注文{{ orderNumber }}の{% endif %}返品{{ returnNumber }}'
const BECAUSE = '{% if reason %}：{{ reason }}{% endif %}。'
const ITEMS = '{{ lineCount }}品目'

export const FULFILMENT_JA: WordsOf<'fulfilment'> = {
  'fulfilment.order.created': {
    title: '新しい出荷指示',
    message: `{{ custodianName }}に注文{{ orderNumber }}（${ITEMS}）の出荷を依頼しました。`,
  },
  'fulfilment.order.progressed': {
    title: '出荷指示の状態が変わりました',
    message: `{{ custodianName }}での注文{{ orderNumber }}の新しい状態：${showName('status', NAMES_JA.fulfilment)}（変更前：${showName('before', NAMES_JA.fulfilment)}）。`,
  },
  'fulfilment.order.closed': {
    title: '出荷指示が完了しました',
    message: '{{ custodianName }}が注文{{ orderNumber }}の出荷を完了しました。',
  },
  'fulfilment.order.cancelled': {
    title: '出荷指示がキャンセルされました',
    message: `{{ custodianName }}での注文{{ orderNumber }}の出荷がキャンセルされました${BECAUSE}`,
  },
  'fulfilment.reservation.requires_attention': {
    title: '引当に確認が必要です',
    message:
      '{% if orderNumber %}注文{{ orderNumber }}用に{% endif %}{{ sku }}が{{ quantity }}個引き当てられていますが、利用可能な在庫は{{ available }}個です：{{ reason }}。',
  },
  'fulfilment.fulfilment.handed_off': {
    title: '運送会社に引き渡しました',
    message:
      '{{ custodianName }}が注文{{ orderNumber }}を{{ carrier | default: "運送会社" }}に引き渡しました。{% if trackingNumber %}追跡番号：{{ trackingNumber }}。{% endif %}',
  },
  'fulfilment.return.requested': {
    title: '返品の申請',
    message: `{% if orderNumber %}注文{{ orderNumber }}から{% endif %}${ITEMS}の返品{{ returnNumber }}が申請されました${BECAUSE}`,
  },
  'fulfilment.return.authorized': { title: '返品が承認されました', message: `${RETURN}が承認されました。` },
  'fulfilment.return.rejected': { title: '返品が却下されました', message: `${RETURN}が却下されました${BECAUSE}` },
  'fulfilment.return.received': {
    title: '返品が到着しました',
    message: `${RETURN}が{% if custodianName %}{{ custodianName }}に{% endif %}到着しました。`,
  },
  'fulfilment.return.resolved': {
    title: '返品が処理されました',
    message: `${RETURN}が処理されました：${showName('resolution', NAMES_JA.resolution)}{% if refundAmount and currency %}（{{ refundAmount | money: currency }}）{% endif %}。`,
  },
}
