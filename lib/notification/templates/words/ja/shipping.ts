import type { WordsOf } from '../words.ts'

const SHIPMENT = '{% if orderNumber %}注文{{ orderNumber }}の{% endif %}荷物'
const TRACKING =
  '{% if trackingNumber %}追跡番号：{% if carrier %}{{ carrier }} {% endif %}{{ trackingNumber }}。{% endif %}'
const EXPECTED = '{% if estimatedDeliveryDate %}配達予定日：{{ estimatedDeliveryDate | date }}。{% endif %}'
const FROM = '{% if custodianName %}（{{ custodianName }}）{% endif %}'

const buildReason = (variable: string) => `{% if ${variable} %}：{{ ${variable} }}{% endif %}。`

export const SHIPPING_JA: WordsOf<'shipping' | 'routing'> = {
  'shipping.shipment.created': {
    title: '新しい出荷',
    message: `${SHIPMENT}${FROM}の出荷が作成されました。${TRACKING}`,
  },
  'shipping.shipment.scheduled': {
    title: '出荷の予定',
    message: `${SHIPMENT}${FROM}の出荷が予定されました{% if pickupAt %}（集荷：{{ pickupAt | datetime }}）{% endif %}。${TRACKING}`,
  },
  'shipping.shipment.in_transit': {
    title: '荷物は輸送中です',
    message: `${SHIPMENT}は輸送中です。${EXPECTED}${TRACKING}`,
  },
  'shipping.shipment.out_for_delivery': {
    title: '荷物は配達中です',
    message: `${SHIPMENT}は配達中です。${EXPECTED}${TRACKING}`,
  },
  'shipping.shipment.delivered': {
    title: '荷物が配達されました',
    message: `${SHIPMENT}は{{ deliveredAt | datetime }}に配達されました。${TRACKING}`,
  },
  'shipping.shipment.cancelled': {
    title: '出荷がキャンセルされました',
    message: `${SHIPMENT}の出荷がキャンセルされました${buildReason('reason')}${TRACKING}`,
  },
  'shipping.shipment.delayed': {
    title: '荷物が遅延しています',
    message: `${SHIPMENT}が遅延しています${buildReason('reason')}${EXPECTED}${TRACKING}`,
  },
  'shipping.shipment.lost': {
    title: '荷物が紛失しました',
    message: `${SHIPMENT}が紛失しました。{% if lastSeenAt %}最終確認：{{ lastSeenAt | datetime }}。{% endif %}${TRACKING}`,
  },
  'shipping.shipment.damaged': {
    title: '荷物が破損しました',
    message: `${SHIPMENT}が破損しました${buildReason('description')}${TRACKING}`,
  },
  'shipping.shipment.refused': {
    title: '荷物が受取拒否されました',
    message: `${SHIPMENT}が受取拒否されました${buildReason('reason')}${TRACKING}`,
  },
  'routing.incident.raised': {
    title: '割り当てに判断が必要です',
    message:
      '{% if orderNumber %}注文{{ orderNumber }}を{% if custodianName %}{{ custodianName }}に{% endif %}割り当てられません{% else %}{% if custodianName %}{{ custodianName }}への{% endif %}注文の割り当てが停止しました{% endif %}：{{ description }}。',
  },
}
