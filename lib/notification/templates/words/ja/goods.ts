import { PRODUCT, showName } from '../parts.ts'
import type { WordsOf } from '../words.ts'
import { NAMES_JA } from './names.ts'

const QUANTITY = '{% if quantity %}在庫数：{{ quantity }}。{% endif %}'

export const GOODS_JA: WordsOf<'partner' | 'inventory'> = {
  'partner.partner.created': { title: '新しい取引先', message: '{{ partnerName }}が取引先として追加されました。' },
  'partner.partner.status_changed': {
    title: '取引先の状態が変わりました',
    message: `{{ partnerName }}の新しい状態：${showName('status', NAMES_JA.partner)}（変更前：${showName('before', NAMES_JA.partner)}）。`,
  },
  'inventory.lot.recalled': {
    title: 'ロット{{ lotNumber }}が回収対象になりました',
    message: `${PRODUCT}のロット{{ lotNumber }}が回収対象になりました。今後は販売できません{% if reason %}：{{ reason }}{% endif %}。${QUANTITY}`,
  },
  'inventory.lot.expired': {
    title: 'ロット{{ lotNumber }}の期限が切れました',
    message: `${PRODUCT}のロット{{ lotNumber }}の期限が{{ expiredOn | date }}に切れました。${QUANTITY}`,
  },
  'inventory.serial_unit.status_changed': {
    title: '{{ serialNumber }}の状態が変わりました',
    message: `${PRODUCT}のシリアル番号{{ serialNumber }}の新しい状態：${showName('status', NAMES_JA.serialUnit)}（変更前：${showName('before', NAMES_JA.serialUnit)}）。`,
  },
  'inventory.item.discontinued': { title: '商品が販売終了になりました', message: `${PRODUCT}が販売終了になりました。` },
}
