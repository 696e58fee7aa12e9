import type { ValueNames } from '../words.ts'

export const NAMES_AR: ValueNames = {
  role: { owner: 'المالك', admin: 'المسؤول', finance: 'المالية', operations: 'العمليات', viewer: 'الاطلاع فقط' },
  documentType: {
    invoice: 'فاتورة',
    credit_note: 'إشعار دائن',
    self_billing_invoice: 'فاتورة صادرة عن المشتري',
    self_billing_credit_note: 'إشعار دائن صادر عن المشتري',
    settlement: 'تسوية',
    statement: 'كشف حساب',
    open_items: 'كشف الفواتير المستحقة',
    delivery_note: 'إشعار تسليم',
    return_slip: 'قسيمة إرجاع',
    pick_list: 'قائمة الانتقاء',
    shipping_label: 'ملصق الشحن',
  },
  fulfilment: { open: 'مفتوح', on_hold: 'معلّق', in_progress: 'قيد التنفيذ', closed: 'مكتمل', cancelled: 'ملغى' },
  payment: {
    unpaid: 'غير مدفوع',
    authorized: 'مصرح به',
    partly_paid: 'مدفوع جزئيًا',
    paid: 'مدفوع',
    partly_refunded: 'مسترد جزئيًا',
    refunded: 'مسترد',
    voided: 'ملغى',
    unknown: 'غير معروف',
  },
  partner: { active: 'نشط', inactive: 'غير نشط', blocked: 'محظور' },
  serialUnit: {
    in_stock: 'في المخزون',
    reserved: 'محجوزة',
    shipped: 'مشحونة',
    returned: 'مرتجعة',
    quarantined: 'في الحجر',
    written_off: 'مشطوبة',
  },
  resolution: { refunded: 'رد المبلغ', replaced: 'استبدال', closed_without_refund: 'إغلاق دون رد المبلغ' },
}
