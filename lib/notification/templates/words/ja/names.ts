import type { ValueNames } from '../words.ts'

export const NAMES_JA: ValueNames = {
  role: { owner: 'オーナー', admin: '管理者', finance: '経理', operations: '運用', viewer: '閲覧者' },
  documentType: {
    invoice: '請求書',
    credit_note: '返金通知書',
    self_billing_invoice: '仕入明細書',
    self_billing_credit_note: '仕入明細書の訂正',
    settlement: '精算書',
    statement: '取引明細書',
    open_items: '未払い請求書一覧',
    delivery_note: '納品書',
    return_slip: '返品票',
    pick_list: 'ピッキングリスト',
    shipping_label: '送り状',
  },
  fulfilment: { open: '未着手', on_hold: '保留中', in_progress: '処理中', closed: '完了', cancelled: 'キャンセル済み' },
  payment: {
    unpaid: '未払い',
    authorized: '承認済み',
    partly_paid: '一部支払い済み',
    paid: '支払い済み',
    partly_refunded: '一部返金済み',
    refunded: '返金済み',
    voided: '支払い無効',
    unknown: '支払い状況不明',
  },
  partner: { active: '有効', inactive: '無効', blocked: 'ブロック中' },
  serialUnit: {
    in_stock: '在庫あり',
    reserved: '引当済み',
    shipped: '出荷済み',
    returned: '返品済み',
    quarantined: '隔離中',
    written_off: '除却済み',
  },
  resolution: { refunded: '返金', replaced: '交換', closed_without_refund: '返金なしで終了' },
}
