import { listFailingCustodians } from '../../custodians/custodian-health.ts'
import type { App } from '../../platform/app/app.ts'
import { type AttentionSource, buildEntries, buildEntry } from '../../platform/attention/attention.ts'
import type { Id } from '../../platform/id.ts'
import { countByFacets } from '../../platform/store/lists/list-where.ts'
import { custodianUri } from '../../warehousing/custodian.ts'
import { findCustodians } from '../../warehousing/require-custodian.ts'
import { NO_ANSWER } from '../incidents/incident.ts'
import { incidents } from '../incidents/incident-store.ts'
import { custodianWebhooks } from '../news/custodian-webhook-store.ts'
import { countOpenOrders } from '../orders/fulfilment-order-store.ts'

/** Returns the custodians that are worked with, by id; nobody has to look after the others. */
const findActive = async ({ db }: Pick<App, 'db'>, tenant: Id, ids: readonly Id[]) => {
  const found = ids.length ? await findCustodians(db, tenant, [...new Set(ids)]) : []
  return new Map(found.flatMap((each) => (each?.status === 'active' ? [[each.id, each]] : [])))
}

const openIncidents: AttentionSource = {
  scope: 'fulfilment:incident:read',
  async find({ db }, tenant) {
    const groups = await countByFacets(db, incidents, tenant, {}, ({ status }) => status === 'open')
    return groups.flatMap(({ facets: { reason = '' }, count, oldestAt }) =>
      buildEntries(reason === NO_ANSWER ? 'unanswered_orders' : 'incidents', {
        ...{ count, oldestAt, reason },
        ref: `/api/fulfilment/incidents?status=open&reason=${reason}`,
      }),
    )
  },
}

const failingCustodians: AttentionSource = {
  scope: 'warehousing:custodian:read',
  async find(app, tenant) {
    const failing = await listFailingCustodians(app.db, tenant)
    const active = await findActive(
      app,
      tenant,
      failing.map(({ custodianId }) => custodianId),
    )
    const found = await Promise.all(
      failing.map(async ({ custodianId: id, failingSince, lastFailure }) => {
        const custodian = active.get(id)
        if (!custodian) return []
        const entry = buildEntry('failing_custodians', {
          count: await countOpenOrders(app.db, tenant, id),
          oldestAt: failingSince ?? null,
          ref: `/api/fulfilment/orders?status=open&custodianId=${id}`,
          ...{ subject: custodianUri(id), name: custodian.name, reason: lastFailure?.message ?? null },
        })
        return [entry]
      }),
    )
    return found.flat()
  },
}

const failedWebhooks: AttentionSource = {
  scope: 'warehousing:custodian:read',
  async find(app, tenant) {
    const groups = await countByFacets(app.db, custodianWebhooks, tenant, { isFailed: true })
    const active = await findActive(
      app,
      tenant,
      groups.map(({ facets }) => facets.custodianId ?? ''),
    )
    return groups.flatMap(({ facets: { custodianId: id = '', status = '' }, count, oldestAt }) => {
      const custodian = active.get(id)
      if (!custodian) return []
      return buildEntries('custodian_webhooks', {
        ...{ count, oldestAt, reason: status, subject: custodianUri(id), name: custodian.name },
        ref: `/api/warehousing/custodians/${id}/webhook-deliveries?status=${status}`,
      })
    })
  },
}

/** Finds what somebody has to look after in fulfilment. */
export const FULFILMENT_ATTENTION: readonly AttentionSource[] = [openIncidents, failingCustodians, failedWebhooks]
