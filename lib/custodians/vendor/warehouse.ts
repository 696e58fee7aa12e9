import type { Capability } from '../../../schemas/warehousing/custodian.ts'
import { CustodianError, type CustodianSystem } from '../custodian-connector.ts'

/** A warehouse of the vendor; some vendors have a second id of it, which people know. */
interface Warehouse {
  id: string
  otherId?: string | null
}

export interface Warehouses {
  /** Name of the vendor in messages, such as ShipBob. */
  name: string
  list: (system: CustodianSystem) => Promise<readonly Warehouse[]>
}

/** Returns the warehouse that `integrationId` names; undefined if it names none. */
export const findNamedWarehouse = async (
  system: CustodianSystem,
  { name, list }: Warehouses,
): Promise<string | undefined> => {
  const named = system.credentials.integrationId?.trim()
  if (!named) return undefined
  const found = (await list(system)).find(({ id, otherId }) => id === named || otherId === named)
  if (!found) throw new CustodianError('INVALID_CONFIG', `${name} has no warehouse with the id in integrationId.`)
  return found.id
}

const requireOnlyWarehouse = async (system: CustodianSystem, { name, list }: Warehouses): Promise<string> => {
  const [first, ...others] = await list(system)
  if (!first) throw new CustodianError('INVALID_CONFIG', `The account at ${name} has no warehouse.`)
  if (others.length)
    throw new CustodianError(
      'INVALID_CONFIG',
      `The account at ${name} has several warehouses. Enter the id of one in integrationId.`,
    )
  return first.id
}

/** Returns the warehouse that the tenant picks for orders and stock; undefined if the provider picks for each order. */
export const findPickedWarehouse = async (
  system: CustodianSystem,
  warehouses: Warehouses,
): Promise<string | undefined> => {
  const can = (capability: Capability) => system.enabledCapabilities.includes(capability)
  if (!can('tenant_picks_warehouse')) return undefined
  const named = await findNamedWarehouse(system, warehouses)
  return named ?? (can('provider_picks_warehouse') ? undefined : await requireOnlyWarehouse(system, warehouses))
}

/** Returns the warehouse that receives goods. Whoever picks for orders, goods are sent to one address. */
export const requireReceivingWarehouse = async (system: CustodianSystem, warehouses: Warehouses): Promise<string> =>
  (await findNamedWarehouse(system, warehouses)) ?? (await requireOnlyWarehouse(system, warehouses))
