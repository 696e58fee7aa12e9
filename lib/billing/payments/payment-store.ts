import { PAYMENT_STATES } from '../../../schemas/billing/payments/payment.ts'
import type { Id } from '../../platform/id.ts'
import { entity } from '../../platform/store/entities/entity.ts'
import { find, findOwner, list, type Members, type Page } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { StoredPayment } from './payment.ts'

// Payments:  T#<tenant>#payment / <id>   with their allocations, reversals and refunds; listed newest first, or latest
//                                        received first in a range of days, by any of partner and status; one for each
//                                        source key

const merged = { facet: 'status', values: PAYMENT_STATES } as const

export const payments = entity<StoredPayment>({
  name: 'payment',
  shape: 1,
  audit: {},
  lists: [
    { facets: ['status'] },
    { by: ['partnerId'], facets: ['status'], merged },
    { facets: ['status'], byDate: 'receivedOn', merged },
    { by: ['partnerId'], facets: ['status'], byDate: 'receivedOn', merged },
  ],
  unique: ({ sourceKey }) => ({ source: sourceKey }),
})

export const findPayment = (db: Table, tenant: Id, id: string) => find(db, payments, tenant, id)

export const findPaymentBySource = (db: Table, tenant: Id, sourceKey: string) =>
  findOwner(db, payments, tenant, 'source', sourceKey)

interface PaymentFilters {
  partnerId?: Id | undefined
  status?: string | undefined
  receivedFrom?: string | undefined
  receivedTo?: string | undefined
}

export const readPageOfPayments = (
  db: Table,
  tenant: Id,
  page: Page,
  { partnerId, status, receivedFrom: from, receivedTo: to }: PaymentFilters,
): Promise<Members<StoredPayment>> =>
  list(db, payments, tenant, {
    ...page,
    facets: { status },
    ...(partnerId && { by: { partnerId } }),
    ...((from || to) && { byDate: { field: 'receivedOn', from, to } }),
  })
