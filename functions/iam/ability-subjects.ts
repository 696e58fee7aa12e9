import type { AbilitySubject } from '../../lib/iam/abilities/ability.ts'

interface Entry {
  /** Of its URIs, between `commerce:///` and the id. */
  path: string
  /** What the scopes about it begin with. */
  resource: string
  load: () => Promise<AbilitySubject>
}

/** Whatever has states that decide what may be done. A module's own file says how; here it is only found. */
export const SUBJECTS: readonly Entry[] = [
  {
    path: 'warehousing/custodians',
    resource: 'warehousing:custodian',
    load: async () => (await import('../../lib/warehousing/ability.ts')).custodianAbilities,
  },
  {
    path: 'partner/partners',
    resource: 'partner:partner',
    load: async () => (await import('../../lib/partner/ability.ts')).partnerAbilities,
  },
  {
    path: 'billing/invoices',
    resource: 'billing:invoice',
    load: async () => (await import('../../lib/billing/credit-notes/ability.ts')).invoiceAbilities,
  },
  {
    path: 'billing/recurring-invoice-profiles',
    resource: 'billing:recurring_profile',
    load: async () =>
      (await import('../../lib/billing/recurring-invoice-profiles/recurring-profile-ability.ts'))
        .recurringProfileAbilities,
  },
  {
    path: 'billing/credit-notes',
    resource: 'billing:credit_note',
    load: async () => (await import('../../lib/billing/credit-notes/ability.ts')).creditNoteAbilities,
  },
  {
    path: 'sales/channels',
    resource: 'sales:channel',
    load: async () => (await import('../../lib/sales/channels/ability.ts')).channelAbilities,
  },
  {
    path: 'sales/orders',
    resource: 'sales:order',
    load: async () => (await import('../../lib/sales/orders/order-ability.ts')).orderAbilities,
  },
  {
    path: 'billing/settlements',
    resource: 'billing:settlement',
    load: async () => (await import('../../lib/billing/settlements/settlement-ability.ts')).settlementAbilities,
  },
  {
    path: 'iam/members',
    resource: 'iam:member',
    load: async () => (await import('../../lib/iam/abilities/member-ability.ts')).memberAbilities,
  },
]
