import type { StoredPartner } from '../../partner/partner-store.ts'
import { findExistingPartner } from '../../partner/require-partner.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { BillingSettings } from '../billing-settings.ts'
import { needsPartner } from './find-missing-details.ts'

/** Reads the partner of a document if the tenant's checks need it. */
export const findCheckedPartner = async (
  { db }: Pick<App, 'db'>,
  tenant: Id,
  settings: BillingSettings,
  partnerId: Id,
): Promise<StoredPartner | undefined> =>
  needsPartner(settings) ? await findExistingPartner(db, tenant, partnerId) : undefined
