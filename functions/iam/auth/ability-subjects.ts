import type { AbilityEntry } from '../../../lib/iam/abilities/decide-abilities.ts'

/** Every kind of resource whose state decides what may be done to it; the module's own file says how. */
export const ABILITY_SUBJECTS: readonly AbilityEntry[] = [
  {
    path: 'warehousing/custodians',
    resource: 'warehousing:custodian',
    load: async () => (await import('../../../lib/warehousing/custodian-abilities.ts')).custodianAbilities,
  },
  {
    path: 'partner/partners',
    resource: 'partner:partner',
    load: async () => (await import('../../../lib/partner/partner-abilities.ts')).partnerAbilities,
  },
  {
    path: 'billing/invoices',
    resource: 'billing:invoice',
    load: async () => (await import('../../../lib/billing/invoices/invoice-abilities.ts')).invoiceAbilities,
  },
  {
    path: 'billing/recurring-invoice-profiles',
    resource: 'billing:recurring_profile',
    load: async () =>
      (await import('../../../lib/billing/recurring-invoice-profiles/recurring-profile-abilities.ts'))
        .recurringProfileAbilities,
  },
  {
    path: 'billing/credit-notes',
    resource: 'billing:credit_note',
    load: async () => (await import('../../../lib/billing/credit-notes/credit-note-abilities.ts')).creditNoteAbilities,
  },
  {
    path: 'sales/channels',
    resource: 'sales:channel',
    load: async () => (await import('../../../lib/sales/channels/channel-abilities.ts')).channelAbilities,
  },
  {
    path: 'sales/orders',
    resource: 'sales:order',
    load: async () => (await import('../../../lib/sales/orders/order-abilities.ts')).orderAbilities,
  },
  {
    path: 'fulfilment/orders',
    resource: 'fulfilment:order',
    load: async () =>
      (await import('../../../lib/fulfilment/orders/fulfilment-order-abilities.ts')).fulfilmentOrderAbilities,
  },
  {
    path: 'shipping/shipments',
    resource: 'shipping:shipment',
    load: async () => (await import('../../../lib/shipping/shipments/shipment-abilities.ts')).shipmentAbilities,
  },
  {
    path: 'billing/settlements',
    resource: 'billing:settlement',
    load: async () => (await import('../../../lib/billing/settlements/settlement-abilities.ts')).settlementAbilities,
  },
  {
    path: 'billing/bills',
    resource: 'billing:bill',
    load: async () => (await import('../../../lib/billing/bills/bill-abilities.ts')).billAbilities,
  },
  {
    path: 'fulfilment/returns',
    resource: 'fulfilment:return',
    load: async () => (await import('../../../lib/fulfilment/returns/return-abilities.ts')).returnAbilities,
  },
  {
    path: 'iam/members',
    resource: 'iam:member',
    load: async () => (await import('../../../lib/iam/abilities/member-abilities.ts')).memberAbilities,
  },
]
