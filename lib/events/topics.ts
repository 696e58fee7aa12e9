import type { Bucket, Priority } from '../../schemas/notification.ts'
import type { Id } from '../id.ts'
import type { Role, Scope } from '../identity/scopes.ts'

/** What each topic that is emitted says. Values that open something are sealed by the vault, never in clear. */
export interface TopicData {
  'partner.partner.created': { partnerId: Id; partnerName: string }
  'iam.identity.email_verification': {
    identityId: Id
    email: string
    firstName: string
    /** Null where the address was registered already and the mail only says so. */
    sealedToken: string | null
  }
  'iam.identity.password_reset': { identityId: Id; email: string; firstName: string; sealedToken: string }
  'iam.identity.new_device_login': {
    identityId: Id
    email: string
    firstName: string
    /** Such as `Firefox on Windows`. */
    device: string
    at: string
    sealedToken: null
  }
  'iam.tenant.invitation_sent': {
    memberId: Id
    email: string
    tenantName: string
    role: Role
    /** First name of who invited. */
    invitedBy: string | null
    sealedToken: string
  }
  'iam.tenant.welcome_sent': {
    identityId: Id
    email: string
    firstName: string
    tenantName: string
    role: Role
    sealedToken: null
  }
  // What is told of members names nobody, so that nothing of them is left in the lists of others when they are gone.
  'iam.membership.created': { memberId: Id; role: Role }
  'iam.membership.member_joined': { memberId: Id; role: Role }
  'iam.membership.suspended': { memberId: Id; role: Role }
  'iam.membership.reinstated': { memberId: Id; role: Role }
  'iam.membership.role_assigned': { memberId: Id; role: Role; before: Role }
  'iam.membership.role_revoked': { memberId: Id; role: Role }
}

/** Topics that can be emitted. */
export type Topic = keyof TopicData

type Module = Scope extends `${infer Name}:${string}` ? Name : never

/** The identity or address that the event names, all members of the tenant, or those whose role reads the module. */
export type Audience = 'named' | 'everyone' | Module

export interface TopicKind {
  bucket: Bucket
  priority: Priority
  audience: Audience
}

const told = (audience: Audience, bucket: Bucket, priority: Priority = 'normal'): TopicKind => ({
  bucket,
  priority,
  audience,
})

/** Every topic of the platform. */
export const TOPICS = {
  'shipping.shipment.created': told('warehousing', 'operational', 'low'),
  'shipping.shipment.scheduled': told('warehousing', 'operational', 'low'),
  'shipping.shipment.in_transit': told('warehousing', 'operational', 'low'),
  'shipping.shipment.out_for_delivery': told('warehousing', 'operational', 'low'),
  'shipping.shipment.delivered': told('warehousing', 'operational', 'low'),
  'shipping.shipment.cancelled': told('warehousing', 'operational'),
  'shipping.shipment.delayed': told('warehousing', 'incident', 'high'),
  'shipping.shipment.lost': told('warehousing', 'incident', 'high'),
  'shipping.shipment.damaged': told('warehousing', 'incident', 'high'),
  'shipping.shipment.refused': told('warehousing', 'incident', 'high'),
  'routing.incident.raised': told('warehousing', 'incident', 'urgent'),

  'fulfilment.order.created': told('warehousing', 'operational', 'low'),
  'fulfilment.order.progressed': told('warehousing', 'operational', 'low'),
  'fulfilment.order.closed': told('warehousing', 'operational', 'low'),
  'fulfilment.order.cancelled': told('warehousing', 'operational'),
  'fulfilment.reservation.requires_attention': told('warehousing', 'incident', 'high'),
  'fulfilment.fulfilment.handed_off': told('warehousing', 'operational', 'low'),
  'fulfilment.return.requested': told('warehousing', 'operational'),
  'fulfilment.return.authorized': told('warehousing', 'operational'),
  'fulfilment.return.rejected': told('warehousing', 'operational'),
  'fulfilment.return.received': told('warehousing', 'operational'),
  'fulfilment.return.resolved': told('warehousing', 'operational'),

  'sales.order.ready': told('sales', 'operational'),
  'sales.order.fulfilled': told('sales', 'operational', 'low'),
  'sales.order.cancelled': told('sales', 'operational'),
  'sales.order.fulfillment_blocked': told('sales', 'incident', 'high'),
  'sales.channel.sync_failed': told('sales', 'incident', 'high'),

  'finance.payment.completed': told('billing', 'financial'),
  'finance.payment.failed': told('billing', 'financial', 'high'),
  'finance.invoice.issued': told('billing', 'financial'),
  'finance.invoice.paid': told('billing', 'financial'),
  'finance.invoice.overdue': told('billing', 'financial', 'high'),
  'finance.creditnote.issued': told('billing', 'financial'),
  'finance.bill.received': told('billing', 'financial'),
  'finance.settlement.created': told('billing', 'financial'),
  'finance.settlement.posted': told('billing', 'financial'),
  'finance.settlement.paid': told('billing', 'financial'),
  'finance.outgoing_payment.submitted': told('billing', 'financial'),
  'finance.outgoing_payment.completed': told('billing', 'financial'),
  'platform.billing.invoice.reminder': told('billing', 'financial'),

  'document.documentrequest.submitted': told('document', 'operational'),
  'document.documentrequest.review_started': told('document', 'operational', 'low'),
  'document.documentrequest.validated': told('document', 'operational'),
  'document.documentrequest.rejected': told('document', 'operational', 'high'),
  'document.documentrequest.cancelled': told('document', 'operational', 'low'),
  'document.document.finalized': told('document', 'operational'),
  'document.document.voided': told('document', 'operational'),
  'document.compliance.expiry_scan': told('document', 'maintenance'),

  'partner.partner.created': told('partner', 'operational'),
  'partner.partner.status_changed': told('partner', 'operational'),

  'inventory.lot.recalled': told('inventory', 'incident', 'urgent'),
  'inventory.lot.expired': told('inventory', 'incident', 'high'),
  'inventory.serial_unit.status_changed': told('inventory', 'operational', 'low'),
  'inventory.item.discontinued': told('inventory', 'operational'),

  'iam.identity.email_verification': told('named', 'account', 'high'),
  'iam.identity.password_reset': told('named', 'account', 'high'),
  'iam.identity.mfa_challenge_issued': told('named', 'account', 'urgent'),
  'iam.identity.new_device_login': told('named', 'account', 'high'),
  'iam.tenant.invitation_sent': told('named', 'account'),
  'iam.tenant.welcome_sent': told('named', 'account'),
  'iam.membership.created': told('iam', 'account'),
  'iam.membership.member_joined': told('iam', 'account'),
  'iam.membership.suspended': told('iam', 'account', 'high'),
  'iam.membership.reinstated': told('iam', 'account'),
  'iam.membership.role_assigned': told('iam', 'account'),
  'iam.membership.role_revoked': told('iam', 'account'),

  'messaging.message.new': told('named', 'operational'),
  'messaging.message.mention': told('named', 'operational'),
  'admin.platform.announcement': told('everyone', 'announcement'),
} as const satisfies Record<string, TopicKind>
