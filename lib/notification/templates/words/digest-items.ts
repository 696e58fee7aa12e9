import type { TopicName } from '../../../../schemas/notification/topic.ts'
import { showName } from './parts.ts'
import type { Language } from './words.ts'

/** Names one event of a digest, in Liquid; its variables are members of `item`. */
type WriteItem = (language: Pick<Language, 'digestItems' | 'names'>) => string

const ORDER: WriteItem = () => '{{ item.orderNumber }}'
const SHOP_ORDER: WriteItem = () => '{{ item.orderNumber }} ({{ item.channelName }})'
const PARTNER: WriteItem = () => '{{ item.partnerName }}'
const INVOICE: WriteItem = () => '{{ item.invoiceNumber }}, {{ item.partnerName }}'
const SETTLEMENT: WriteItem = () => '{{ item.settlementNumber }}, {{ item.partnerName }}'
const PAYMENT: WriteItem = () =>
  '{{ item.amount | money: item.currency }}{% if item.partnerName %}, {{ item.partnerName }}{% endif %}'
const RETURN: WriteItem = ({ digestItems }) => digestItems.returnOfOrder
const SHIPMENT: WriteItem = ({ digestItems }) =>
  `{{ item.orderNumber | default: item.trackingNumber | default: "${digestItems.withoutNumber}" }}`
const DOCUMENT: WriteItem = ({ names }) =>
  `{% if item.documentNumber %}{{ item.documentNumber }}{% else %}${showName('item.documentType', names.documentType)}{% endif %}`
const REQUEST: WriteItem = () => '{{ item.title }}{% if item.partnerName %}, {{ item.partnerName }}{% endif %}'
const GOODS: WriteItem = () => '{{ item.sku }}'
const AS_ROLE: WriteItem = ({ digestItems }) => digestItems.asRole

/** Items of the digests of all topics that can wait for one. */
export const DIGEST_ITEMS = {
  'shipping.shipment.created': SHIPMENT,
  'shipping.shipment.scheduled': SHIPMENT,
  'shipping.shipment.in_transit': SHIPMENT,
  'shipping.shipment.out_for_delivery': SHIPMENT,
  'shipping.shipment.delivered': SHIPMENT,
  'shipping.shipment.cancelled': SHIPMENT,
  'shipping.shipment.delayed': SHIPMENT,
  'shipping.shipment.lost': SHIPMENT,
  'shipping.shipment.damaged': SHIPMENT,
  'shipping.shipment.refused': SHIPMENT,

  'fulfilment.order.created': ORDER,
  'fulfilment.order.progressed': ({ names }) => `{{ item.orderNumber }}: ${showName('item.status', names.fulfilment)}`,
  'fulfilment.order.closed': ORDER,
  'fulfilment.order.cancelled': ORDER,
  'fulfilment.reservation.requires_attention': GOODS,
  'fulfilment.fulfilment.handed_off': ORDER,
  'fulfilment.return.requested': RETURN,
  'fulfilment.return.authorized': RETURN,
  'fulfilment.return.rejected': RETURN,
  'fulfilment.return.received': RETURN,
  'fulfilment.return.resolved': RETURN,

  'sales.order.ready': SHOP_ORDER,
  'sales.order.fulfilled': SHOP_ORDER,
  'sales.order.cancelled': SHOP_ORDER,
  'sales.order.fulfillment_blocked': SHOP_ORDER,
  'sales.order.changed': SHOP_ORDER,
  'sales.order.payment_changed': SHOP_ORDER,
  'sales.order.payment_at_risk': SHOP_ORDER,
  'sales.channel.sync_failed': () => '{{ item.channelName }}: {{ item.errorCode }}',
  'sales.channel.orders_missing': () => '{{ item.channelName }}: {{ item.count }}',

  'finance.payment.completed': PAYMENT,
  'finance.invoice.issued': INVOICE,
  'finance.invoice.not_issued': PARTNER,
  'finance.invoice.paid': INVOICE,
  'finance.invoice.overdue': INVOICE,
  'finance.creditnote.issued': () => '{{ item.creditNoteNumber }}, {{ item.partnerName }}',
  'finance.bill.received': () => '{{ item.billNumber }}, {{ item.partnerName }}',
  'finance.settlement.created': SETTLEMENT,
  'finance.settlement.posted': SETTLEMENT,
  'finance.settlement.paid': SETTLEMENT,
  'finance.outgoing_payment.submitted': PAYMENT,
  'finance.outgoing_payment.completed': PAYMENT,
  'platform.billing.invoice.reminder': INVOICE,

  'document.documentrequest.submitted': REQUEST,
  'document.documentrequest.review_started': REQUEST,
  'document.documentrequest.validated': REQUEST,
  'document.documentrequest.rejected': REQUEST,
  'document.documentrequest.cancelled': REQUEST,
  'document.document.finalized': DOCUMENT,
  'document.document.voided': DOCUMENT,
  'document.compliance.expiry_scan': ({ digestItems }) => digestItems.expiry,

  'partner.partner.created': PARTNER,
  'partner.partner.status_changed': ({ names }) => `{{ item.partnerName }}: ${showName('item.status', names.partner)}`,
  'inventory.lot.expired': () => '{{ item.lotNumber }}, {{ item.sku }}',
  'inventory.serial_unit.status_changed': ({ names }) =>
    `{{ item.serialNumber }}: ${showName('item.status', names.serialUnit)}`,
  'inventory.item.discontinued': GOODS,

  'iam.membership.created': AS_ROLE,
  'iam.membership.member_joined': AS_ROLE,

  'admin.platform.announcement': () => '{{ item.title }}',
} satisfies { readonly [T in TopicName]?: WriteItem }

/** A topic whose messages can be gathered. */
export type DigestTopic = keyof typeof DIGEST_ITEMS
