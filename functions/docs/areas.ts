import type { Area } from '../../lib/platform/docs/openapi/description.ts'

/** The modules in the order in which the reference shows them. A new module is added here and nowhere else. */
export const AREAS: readonly Area[] = [
  {
    name: 'iam',
    title: 'Identity',
    description: 'Registration, signing in, tenants and their members, sessions, and deleting an account.',
    load: () => import('../iam/api.ts'),
  },
  {
    name: 'partner',
    title: 'Partners',
    description: 'Companies and people that a tenant does business with. Other areas refer to them by id.',
    load: () => import('../partner/api.ts'),
  },
  {
    name: 'warehousing',
    title: 'Warehousing',
    description:
      'Custodians: partners that keep goods and fulfil orders, their capabilities, and the credentials to reach them.',
    load: () => import('../warehousing/api.ts'),
  },
  {
    name: 'catalog',
    title: 'Catalog',
    description:
      'Products, their variants, which are the things sold, their categories, and assortments, which are sets of variants.',
    load: () => import('../catalog/api.ts'),
  },
  {
    name: 'inventory',
    title: 'Inventory',
    description:
      'Quantities of each variant at each custodian, their movements, goods receipts and transfers, lots and serial units.',
    load: () => import('../inventory/api.ts'),
  },
  {
    name: 'shipping',
    title: 'Shipping',
    description:
      'Shipments, which are parcels on their way, with their labels, delivery notes and the page that buyers see, and the carriers that take them.',
    load: () => import('../shipping/api.ts'),
  },
  {
    name: 'sales',
    title: 'Sales',
    description: 'Sales channels and the shops that they connect, merchants, orders, and the rules that accept orders.',
    load: () => import('../sales/api.ts'),
  },
  {
    name: 'fulfilment',
    title: 'Fulfilment',
    description:
      'Fulfilment orders, which ask one custodian each for lines of a sales order, the policies that choose the custodians, what keeps orders from being fulfilled, returns, and analytics.',
    load: () => import('../fulfilment/api.ts'),
  },
  {
    name: 'billing',
    title: 'Billing',
    description:
      'Invoices, credit notes, bills, bank statements, charges, settlements and partner statements. Amounts are in minor units.',
    load: () => import('../billing/api.ts'),
  },
  {
    name: 'data-exchange',
    title: 'Data exchange',
    description:
      'Exports of lists as files, imports of rows from files, and conflicts: fields that changed both in a shop and here since the last exchange.',
    load: () => import('../data-exchange/api.ts'),
  },
  {
    name: 'document',
    title: 'Documents',
    description: 'Invoices and other documents as PDF and HTML, and the links that share them.',
    load: () => import('../document/api.ts'),
  },
  {
    name: 'storage',
    title: 'Storage',
    description:
      'Files that a tenant uploads in parts to signed URLs. Their content is checked before they can be used as attachments, proofs of delivery or logo.',
    load: () => import('../storage/api.ts'),
  },
  {
    name: 'notification',
    title: 'Notifications',
    description:
      'Notifications of the signed-in user, preferences of members and tenants, and templates. See [the topics](/api/docs/topics) and their variables.',
    load: () => import('../notification/api.ts'),
  },
  {
    name: 'configuration',
    title: 'Configuration',
    description: "A tenant's settings, with their meaning, value and default.",
    load: () => import('../configuration/api.ts'),
  },
  {
    name: 'audit',
    title: 'Audit trail',
    description: 'Who did what to which resource, when and from where, and what changed.',
    load: () => import('../audit/api.ts'),
  },
  {
    name: 'workspace',
    title: 'Workspace',
    description: 'What somebody has to look after, over all areas.',
    load: () => import('../workspace/api.ts'),
  },
  {
    name: 'pages',
    title: 'Pages',
    description:
      'Pages that links in mails open: to verify an address, to choose a password, to accept an invitation, and to see what a mail is about after signing in.',
    load: () => import('../pages/api.ts'),
  },
  {
    name: 'docs',
    title: 'Documentation',
    description:
      'This reference, its OpenAPI description, the pages to which problem types and contexts link, and the health of the API.',
    load: () => import('./endpoints.ts'),
  },
]
