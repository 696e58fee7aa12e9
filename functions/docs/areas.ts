import type { Area } from '../../lib/platform/docs/openapi/description.ts'

/** The modules in the order in which the reference shows them. A new module is added here and nowhere else. */
export const AREAS: readonly Area[] = [
  {
    name: 'iam',
    title: 'Identity',
    description: 'Registering, signing in, tenants and their members, sessions, and deleting the account.',
    load: () => import('../iam/api.ts'),
  },
  {
    name: 'partner',
    title: 'Partners',
    description: 'The companies and people a tenant does business with; other areas name them by their id.',
    load: () => import('../partner/api.ts'),
  },
  {
    name: 'warehousing',
    title: 'Warehousing',
    description:
      'Custodians: partners that keep goods and fulfil orders, what they can do, and the credentials to reach them.',
    load: () => import('../warehousing/api.ts'),
  },
  {
    name: 'catalog',
    title: 'Catalog',
    description: 'Products, the variants of them that are sold, and assortments: sets of variants.',
    load: () => import('../catalog/api.ts'),
  },
  {
    name: 'inventory',
    title: 'Inventory',
    description: 'How many pieces of a variant each custodian has, and how many of them are promised.',
    load: () => import('../inventory/api.ts'),
  },
  {
    name: 'sales',
    title: 'Sales',
    description:
      'Sales channels and the stores behind them, merchants, orders and the rules by which they are accepted.',
    load: () => import('../sales/api.ts'),
  },
  {
    name: 'billing',
    title: 'Billing',
    description:
      'Invoices and credit notes: what partners owe, with numbers that have no gaps. Amounts are minor units.',
    load: () => import('../billing/api.ts'),
  },
  {
    name: 'data-exchange',
    title: 'Data exchange',
    description: 'Where content that is kept here and elsewhere went apart.',
    load: () => import('../data-exchange/api.ts'),
  },
  {
    name: 'document',
    title: 'Documents',
    description: 'What was printed: invoices and the like as PDF and HTML, and the links under which others see them.',
    load: () => import('../document/api.ts'),
  },
  {
    name: 'notification',
    title: 'Notifications',
    description:
      'What was told to whoever is signed in, what the tenant and its members want to be told, and in which words. [The topics](/api/docs/topics) and their variables.',
    load: () => import('../notification/api.ts'),
  },
  {
    name: 'configuration',
    title: 'Configuration',
    description: "A tenant's settings: what each means, its value and its default.",
    load: () => import('../configuration/api.ts'),
  },
  {
    name: 'docs',
    title: 'Documentation',
    description: 'This reference, its machine-readable form, and the pages that types and contexts point to.',
    load: () => import('./endpoints.ts'),
  },
]
