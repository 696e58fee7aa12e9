import type { TopicName } from '../../../../schemas/notification/topic.ts'

/** Texts of a topic's digest. */
export interface DigestWords {
  /** Follows the number of events, which is at least 2. */
  title: string
  /** Names one event, in Liquid; its variables are members of `item`. */
  item: string
}

const words = (title: string, item: string): DigestWords => ({ title, item })

const ORDER = '{{ item.orderNumber }}'
const SHOP_ORDER = '{{ item.orderNumber }} ({{ item.channelName }})'
const PARTNER = '{{ item.partnerName }}'
const INVOICE = '{{ item.invoiceNumber }}, {{ item.partnerName }}'
const SETTLEMENT = '{{ item.settlementNumber }}, {{ item.partnerName }}'
const AMOUNT = '{{ item.amount | money: item.currency }}'
const PAYMENT = `${AMOUNT}{% if item.partnerName %}, {{ item.partnerName }}{% endif %}`
const RETURN = '{{ item.returnNumber }}{% if item.orderNumber %}, order {{ item.orderNumber }}{% endif %}'
const SHIPMENT = '{{ item.orderNumber | default: item.trackingNumber | default: "without a number" }}'
const DOCUMENT = '{{ item.documentNumber | default: item.documentType }}'
const REQUEST = '{{ item.title }}{% if item.partnerName %}, {{ item.partnerName }}{% endif %}'
const GOODS = '{{ item.sku }}'

/** Texts of the digests of all topics that can wait for one. */
export const DIGESTS: { readonly [T in TopicName]?: DigestWords } = {
  'shipping.shipment.created': words('shipments were created', SHIPMENT),
  'shipping.shipment.scheduled': words('pickups were scheduled', SHIPMENT),
  'shipping.shipment.in_transit': words('shipments are on their way', SHIPMENT),
  'shipping.shipment.out_for_delivery': words('shipments are out for delivery', SHIPMENT),
  'shipping.shipment.delivered': words('shipments were delivered', SHIPMENT),
  'shipping.shipment.cancelled': words('shipments were cancelled', SHIPMENT),
  'shipping.shipment.delayed': words('shipments are delayed', SHIPMENT),
  'shipping.shipment.lost': words('shipments are lost', SHIPMENT),
  'shipping.shipment.damaged': words('shipments are damaged', SHIPMENT),
  'shipping.shipment.refused': words('shipments were refused', SHIPMENT),

  'fulfilment.order.created': words('new fulfilment orders', ORDER),
  'fulfilment.order.progressed': words('fulfilments progressed', `${ORDER}: {{ item.status }}`),
  'fulfilment.order.closed': words('fulfilment orders were closed', ORDER),
  'fulfilment.order.cancelled': words('fulfilment orders were cancelled', ORDER),
  'fulfilment.reservation.requires_attention': words('reservations need attention', GOODS),
  'fulfilment.fulfilment.handed_off': words('orders were handed to the carrier', ORDER),
  'fulfilment.return.requested': words('returns were requested', RETURN),
  'fulfilment.return.authorized': words('returns were authorized', RETURN),
  'fulfilment.return.rejected': words('returns were rejected', RETURN),
  'fulfilment.return.received': words('returns have arrived', RETURN),
  'fulfilment.return.resolved': words('returns were resolved', RETURN),

  'sales.order.ready': words('orders are ready', SHOP_ORDER),
  'sales.order.fulfilled': words('orders were fulfilled', SHOP_ORDER),
  'sales.order.cancelled': words('orders were cancelled', SHOP_ORDER),
  'sales.order.fulfillment_blocked': words('orders are blocked', SHOP_ORDER),
  'sales.channel.sync_failed': words('syncs failed', '{{ item.channelName }}: {{ item.errorCode }}'),

  'finance.payment.completed': words('payments were completed', PAYMENT),
  'finance.invoice.issued': words('invoices were issued', INVOICE),
  'finance.invoice.not_issued': words('invoices were not issued', PARTNER),
  'finance.invoice.paid': words('invoices were paid', INVOICE),
  'finance.invoice.overdue': words('invoices are overdue', INVOICE),
  'finance.creditnote.issued': words('credit notes were issued', '{{ item.creditNoteNumber }}, {{ item.partnerName }}'),
  'finance.bill.received': words('bills were received', '{{ item.billNumber }}, {{ item.partnerName }}'),
  'finance.settlement.created': words('settlements were created', SETTLEMENT),
  'finance.settlement.posted': words('settlements were posted', SETTLEMENT),
  'finance.settlement.paid': words('settlements were paid', SETTLEMENT),
  'finance.outgoing_payment.submitted': words('payments were submitted', PAYMENT),
  'finance.outgoing_payment.completed': words('payments were made', PAYMENT),
  'platform.billing.invoice.reminder': words('reminders of invoices', INVOICE),

  'document.documentrequest.submitted': words('documents were requested', REQUEST),
  'document.documentrequest.review_started': words('reviews of documents have started', REQUEST),
  'document.documentrequest.validated': words('documents were accepted', REQUEST),
  'document.documentrequest.rejected': words('documents were rejected', REQUEST),
  'document.documentrequest.cancelled': words('requests of documents were cancelled', REQUEST),
  'document.document.finalized': words('documents are final', DOCUMENT),
  'document.document.voided': words('documents were voided', DOCUMENT),
  'document.compliance.expiry_scan': words(
    'checks of expiry dates',
    '{{ item.expiredCount }} expired, {{ item.expiringCount }} soon to expire',
  ),

  'partner.partner.created': words('new partners', PARTNER),
  'partner.partner.status_changed': words('partners changed their status', `${PARTNER}: {{ item.status }}`),
  'inventory.lot.expired': words('lots have expired', '{{ item.lotNumber }}, {{ item.sku }}'),
  'inventory.serial_unit.status_changed': words(
    'serial units changed their status',
    '{{ item.serialNumber }}: {{ item.status }}',
  ),
  'inventory.item.discontinued': words('items were discontinued', GOODS),

  'iam.membership.created': words('new invitations', 'as {{ item.role }}'),
  'iam.membership.member_joined': words('new members', 'as {{ item.role }}'),

  'admin.platform.announcement': words('announcements', '{{ item.title }}'),
}
