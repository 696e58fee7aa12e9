import type { App } from '../platform/app/app.ts'
import type { Id } from '../platform/id.ts'
import { openConnection } from '../warehousing/connection.ts'
import type { StoredCustodian } from '../warehousing/custodian.ts'
import type { CustodianConnector, CustodianSystem } from './custodian-connector.ts'
import { getCustodianConnector } from './registry.ts'

/** Opens a custodian's system; a custodian without one has a connector without parts. */
export const openCustodian = async (
  app: Pick<App, 'db' | 'vault' | 'outbound' | 'clock'>,
  tenant: Id,
  custodian: StoredCustodian,
): Promise<{ connector: CustodianConnector; system: CustodianSystem }> => ({
  connector: getCustodianConnector(custodian.type),
  system: {
    tenant,
    custodianId: custodian.id,
    credentials: await openConnection(app, tenant, custodian),
    outbound: app.outbound,
    db: app.db,
    now: app.clock(),
  },
})
