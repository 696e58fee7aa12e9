import type { App } from '../platform/app/app.ts'
import type { Id } from '../platform/id.ts'
import { openConnection } from '../warehousing/connection.ts'
import type { StoredCustodian } from '../warehousing/custodian.ts'
import type { CustodianConnector, CustodianSystem } from './custodian-connector.ts'

export interface OpenedCustodian {
  /** Has no parts if the custodian has no system, so that people work its orders. */
  connector: CustodianConnector
  system: CustodianSystem
}

/** Opens a custodian's system with its credentials. */
export const openCustodian = async (app: App, tenant: Id, custodian: StoredCustodian): Promise<OpenedCustodian> => {
  const { outbound, db, clock } = app
  const credentials = await openConnection(app, tenant, custodian)
  return {
    connector: { type: custodian.type, capabilities: [] },
    system: { tenant, custodianId: custodian.id, credentials, outbound, db, now: clock() },
  }
}
