import type { App } from '../platform/app/app.ts'
import type { Id } from '../platform/id.ts'
import type { StoredCustodian } from '../warehousing/custodian.ts'
import type { InboundAnnouncement } from './custodian-connector.ts'
import { openCustodian } from './open-custodian.ts'

/**
 * Announces goods to a custodian that has `push_inventory` enabled and a system; the same reference twice announces them
 * once. Returns the custodian's id of the announcement, or null if there is nobody to tell. Throws `CustodianError`.
 */
export const announceReceipt = async (
  app: App,
  tenant: Id,
  custodian: StoredCustodian,
  announcement: InboundAnnouncement,
): Promise<string | null> => {
  if (!custodian.enabledCapabilities.includes('push_inventory')) return null
  const { connector, system } = await openCustodian(app, tenant, custodian)
  return (await connector.inbound?.announce(system, announcement)) ?? null
}
