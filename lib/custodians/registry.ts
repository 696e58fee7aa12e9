import { CUSTODIAN_TYPES, type CustodianType } from '../../schemas/warehousing/custodian.ts'
import { CAPABILITY_CATALOG } from '../warehousing/custodian.ts'
import type { CustodianConnector } from './custodian-connector.ts'

const CONNECTORS = new Map<CustodianType, CustodianConnector>(
  CUSTODIAN_TYPES.map((type) => [type, { type, capabilities: CAPABILITY_CATALOG[type] }]),
)

export const getCustodianConnector = (type: CustodianType): CustodianConnector => {
  const connector = CONNECTORS.get(type)
  if (!connector) throw new Error(`no connector for ${type}`)
  return connector
}
