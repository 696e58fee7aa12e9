import type { WebhookDeliveryState } from '../../../schemas/webhook-delivery.ts'
import type { Id } from '../../platform/id.ts'
import { notFound } from '../../platform/problem.ts'
import type { Members, Page } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { readCustodian } from '../../warehousing/require-custodian.ts'
import type { StoredCustodianWebhook } from './custodian-webhook.ts'
import { findCustodianWebhook, listCustodianWebhooks } from './custodian-webhook-store.ts'

/** Lists the webhooks of a custodian. Throws NOT_FOUND if there is no such custodian. */
export const readCustodianWebhooks = async (
  db: Table,
  tenant: Id,
  custodianId: Id,
  page: Page,
  filters: { status?: WebhookDeliveryState | undefined },
): Promise<Members<StoredCustodianWebhook>> => {
  if (!(await readCustodian(db, tenant, custodianId))) throw notFound()
  return await listCustodianWebhooks(db, tenant, custodianId, page, filters)
}

export const readCustodianWebhook = async (
  db: Table,
  tenant: Id,
  custodianId: Id,
  id: Id,
): Promise<StoredCustodianWebhook> => {
  const delivery = await findCustodianWebhook(db, tenant, id)
  if (delivery?.custodianId !== custodianId) throw notFound()
  return delivery
}
