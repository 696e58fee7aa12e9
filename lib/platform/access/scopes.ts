import type { Role } from '../../../schemas/roles.ts'

/** Scopes of all operations within a tenant, as `<module>:<resource>:<action>`. */
export const SCOPES = [
  'iam:tenant:read',
  'iam:tenant:write',
  'iam:member:read',
  'iam:member:write',
  // Adding, changing and removing owners: the only scope that administrators lack.
  'iam:owner:write',
  'iam:service_account:read',
  'iam:service_account:write',
  'partner:partner:read',
  'partner:partner:write',
  'warehousing:custodian:read',
  'warehousing:custodian:write',
  'notification:own:read',
  'notification:own:write',
  'notification:policy:read',
  'notification:policy:write',
  'notification:template:read',
  'notification:template:write',
  'notification:webhook_endpoint:read',
  'notification:webhook_endpoint:write',
  'notification:event:write',
  'configuration:setting:read',
  'configuration:setting:write',
  'billing:invoice:read',
  'billing:invoice:write',
  'billing:credit_note:read',
  'billing:credit_note:write',
  'billing:recurring_profile:read',
  'billing:recurring_profile:write',
  'billing:settlement:read',
  'billing:settlement:write',
  'billing:settlement:approve',
  'billing:statement:read',
  'billing:bill:read',
  'billing:bill:write',
  'billing:bill:approve',
  'billing:payment_run:read',
  'billing:payment_run:write',
  'billing:payment_run:submit',
  // Files for the bank have the whole accounts of partners, which other answers mask.
  'billing:payment_file:read',
  'billing:charge:read',
  'billing:charge:write',
  'billing:tariff:read',
  'billing:tariff:write',
  'document:document:read',
  'document:document:write',
  'sales:channel:read',
  'sales:channel:write',
  'sales:sync:read',
  'sales:sync:write',
  'sales:order:read',
  'sales:order:write',
  'sales:merchant:read',
  'sales:merchant:write',
  'sales:acceptance_rule:read',
  'sales:acceptance_rule:write',
  'sales:analytics:read',
  'catalog:product:read',
  'catalog:product:write',
  'catalog:variant:read',
  'catalog:variant:write',
  'catalog:assortment:read',
  'catalog:assortment:write',
  'inventory:stock_item:read',
  'inventory:stock_item:write',
  'inventory:movement:read',
  'inventory:receipt:read',
  'inventory:receipt:write',
  'inventory:transfer:read',
  'inventory:transfer:write',
  'inventory:lot:read',
  'inventory:lot:write',
  'inventory:serial_unit:read',
  'fulfilment:policy:read',
  'fulfilment:policy:write',
  'fulfilment:order:read',
  'fulfilment:order:write',
  'fulfilment:incident:read',
  'fulfilment:incident:write',
  'fulfilment:return:read',
  'fulfilment:return:write',
  'fulfilment:analytics:read',
  'shipping:shipment:read',
  'shipping:shipment:write',
  'shipping:carrier:read',
  'shipping:carrier:write',
  'data_exchange:conflict:read',
  'storage:file:read',
  'storage:file:write',
  // Reading who did what is for owners and administrators only.
  'audit:entry:read',
] as const

export type Scope = (typeof SCOPES)[number]

/** Scopes of what needs a person. A service account never has them, whatever the role of its sponsor. */
export const PERSON_SCOPES: readonly Scope[] = [
  'iam:tenant:write',
  'iam:member:read',
  'iam:member:write',
  'iam:owner:write',
  'iam:service_account:read',
  'iam:service_account:write',
  'notification:own:read',
  'notification:own:write',
]

const OWN: readonly Scope[] = ['notification:own:read', 'notification:own:write']
const listScopesOfModules = (...modules: string[]) =>
  SCOPES.filter((scope) => modules.includes(scope.split(':')[0] ?? ''))

const GRANTED: Record<Role, readonly Scope[]> = {
  owner: SCOPES,
  admin: SCOPES.filter((scope) => scope !== 'iam:owner:write'),
  finance: [...listScopesOfModules('billing', 'partner', 'document', 'storage'), ...OWN],
  // Custodians, merchants and channels refer to partners.
  operations: [
    ...listScopesOfModules(
      'warehousing',
      'sales',
      'catalog',
      'inventory',
      'fulfilment',
      'shipping',
      'data_exchange',
      'storage',
    ),
    'partner:partner:read',
    ...OWN,
  ],
  viewer: [
    ...SCOPES.filter(
      (scope) => scope.endsWith(':read') && !scope.startsWith('audit:') && scope !== 'billing:payment_file:read',
    ),
    'notification:own:write',
  ],
}

/** Lists the scopes of a role in the order of `SCOPES`. */
export const listScopesOfRole = (role: Role): Scope[] => SCOPES.filter((scope) => GRANTED[role].includes(scope))
