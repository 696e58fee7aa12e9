import { parseObject, readText } from '../../connectors/reading.ts'
import type { CustodianSystem } from '../custodian-connector.ts'
import { memoizePerSystem } from '../vendor/memoize-per-system.ts'
import { listObjects } from '../vendor/remote.ts'
import type { Warehouses } from '../vendor/warehouse.ts'
import { askShipHero, requireAccountId } from './ask-shiphero.ts'
import { ACCOUNT } from './documents.ts'
import { NAME } from './session.ts'

const readAccount = memoizePerSystem(async (system) => {
  const { account } = await askShipHero(system, { document: ACCOUNT, variables: {} })
  return parseObject(parseObject(account).data)
})

/** Returns the customer for whom the token acts; undefined if the token belongs to the account itself. */
export const readCustomer = async (system: CustodianSystem): Promise<string | undefined> => {
  const wanted = requireAccountId(system)
  const { id, legacy_id } = await readAccount(system)
  return wanted === readText(id) || wanted === readText(legacy_id) ? undefined : wanted
}

export const withCustomer = async (system: CustodianSystem): Promise<{ customer_account_id?: string }> => {
  const customer = await readCustomer(system)
  return customer ? { customer_account_id: customer } : {}
}

/** The warehouses of the account, each with the number that ShipHero shows to people. */
export const WAREHOUSES: Warehouses = {
  name: NAME,
  async list(system) {
    const { warehouses } = await readAccount(system)
    return listObjects(warehouses).flatMap(({ id, legacy_id }) => {
      const known = readText(id)
      return known ? [{ id: known, otherId: readText(legacy_id) }] : []
    })
  },
}
