import type { Partner } from '../../schemas/partner/partner.ts'
import type { Id } from '../platform/id.ts'
import { entity, type Stored } from '../platform/store/entities/entity.ts'
import { find, list, type Page } from '../platform/store/lists/list.ts'
import type { Table } from '../platform/store/table/table.ts'
import type { BankAccount } from './bank-account.ts'

// Partners:  T#<tenant>#partner / <id>   listed newest first; searched by prefixes of the words of the name

export type StoredPartner = Omit<Partner, keyof Stored | 'bankAccount'> &
  Stored & {
    /** The account to which the partner is paid. */
    bankAccount: BankAccount | null
  }

export const partners = entity<StoredPartner>({
  name: 'partner',
  shape: 1,
  audit: { hidden: ['bankAccount'] },
  lists: [{ facets: [] }],
  search: ({ name }) => name,
})

export const findPartner = (db: Table, tenant: Id, id: string) => find(db, partners, tenant, id)

export const readPageOfPartners = (db: Table, tenant: Id, page: Page, search?: string) =>
  list(db, partners, tenant, { ...page, search })

export const partnerUri = (id: Id) => `commerce:///partner/partners/${id}`
