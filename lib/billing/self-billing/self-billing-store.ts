import type { Id } from '../../platform/id.ts'
import { foldDocumentNumber } from '../../platform/identifiers/document-number.ts'
import { entity } from '../../platform/store/entities/entity.ts'
import { find, list, type Page } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { findIdsByNumber } from '../numbering/find-ids-by-number.ts'
import type { StoredSelfBillingInvoice } from './self-billing-invoice.ts'

// Self-billing invoices and credit notes:  T#<tenant>#self-billing-invoice / <id>   listed newest first by any of partner
//                                                                                   and type; one for each number

export const selfBillingInvoices = entity<StoredSelfBillingInvoice>({
  name: 'self-billing-invoice',
  shape: 1,
  audit: {},
  lists: [{ facets: ['type'] }, { by: ['partnerId'], facets: ['type'] }],
  unique: ({ number }) => ({ number: foldDocumentNumber(number) }),
  packs: ['lines'],
})

export const findSelfBilling = (db: Table, tenant: Id, id: string) => find(db, selfBillingInvoices, tenant, id)

export const findSelfBillingIdsByNumber = (db: Table, tenant: Id, numbers: readonly string[]) =>
  findIdsByNumber(db, selfBillingInvoices, tenant, numbers)

interface Filters {
  partnerId?: Id | undefined
  type?: StoredSelfBillingInvoice['type'] | undefined
}

export const readPageOfSelfBilling = (db: Table, tenant: Id, page: Page, { partnerId, type }: Filters) =>
  list(db, selfBillingInvoices, tenant, { ...page, facets: { type }, ...(partnerId && { by: { partnerId } }) })
