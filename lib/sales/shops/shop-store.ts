import { hash } from 'node:crypto'
import type { Connector, Shop } from '../../connectors/connector.ts'
import type { Id } from '../../platform/id.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'

// Shops:  T#<tenant>#shop / <digest of platform and address>   the id of the shop that has the address

/** What tells a shop apart from all others. */
export interface ShopAddress {
  type: string
  /** In the form that the connector gives it. */
  address: string
}

/** Returns the address of the shop of these credentials, which is the same with and without encryption. */
export const getShopAddress = (
  { getAddress }: Connector,
  { credentials, config }: Pick<Shop, 'credentials' | 'config'>,
): string =>
  getAddress?.(credentials, config) ?? (credentials.store_url ?? '').replace(/^https?:\/\//, '').toLowerCase()

const shopKey = (tenant: Id, { type, address }: ShopAddress): Key => ({
  pk: partition(tenant, 'shop'),
  sk: hash('sha256', JSON.stringify([type, address]), 'hex'),
})

/** Returns the id of the shop at an address; undefined if no channel was connected to it. */
export const findShopId = async (db: Table, tenant: Id, at: ShopAddress): Promise<Id | undefined> =>
  (await db.get<{ shopId: Id }>(shopKey(tenant, at)))?.shopId

/** Stores that the shop has the address; the unit runs again if another channel did so meanwhile. */
export const nameShop = (unit: Unit, at: ShopAddress, shopId: Id): void =>
  unit.add({ put: { ...shopKey(unit.tenant, at), kind: 'shop', shopId }, when: 'attribute_not_exists(pk)' })
