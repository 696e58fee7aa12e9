import { hasPartner } from '../../partner/require-partner.ts'
import { type Id, parseId } from '../../platform/id.ts'
import { invalid } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { findMerchant } from '../merchants/merchant-store.ts'

/** Finds possible owners of goods, by the collection in their resource URI. */
const OWNERS: Readonly<Record<string, (db: Table, tenant: Id, id: Id) => Promise<unknown>>> = {
  'partner/partners': hasPartner,
  'sales/merchants': findMerchant,
  'iam/tenants': async (_db, tenant, id) => id === tenant,
}

const RESOURCE = /^commerce:\/\/\/([^/]+\/[^/]+)\/([^/]+)$/

/** Throws if the URI is not of the tenant or one of its partners or merchants; the message never says which. */
export const requireGoodsOwner = async (db: Table, tenant: Id, uri: string, propertyPath: string): Promise<void> => {
  const [, collection = '', text = ''] = RESOURCE.exec(uri) ?? []
  const id = parseId(text)
  const find = Object.hasOwn(OWNERS, collection) ? OWNERS[collection] : undefined
  if (!(find && id && (await find(db, tenant, id))))
    throw invalid({ propertyPath, message: 'must be the URI of one of your partners or merchants, or of your tenant' })
}
