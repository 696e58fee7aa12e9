import type { DisabledReason } from '../../../../schemas/notification/webhook-endpoint.ts'
import type { App } from '../../../platform/app/app.ts'
import type { Id } from '../../../platform/id.ts'
import type { Key } from '../../../platform/store/table/table.ts'
import { runInUnit } from '../../../platform/store/unit.ts'
import { findDisablingTime } from './decide-health.ts'
import { changeEndpoint, findEndpoint, type StoredEndpoint } from './endpoint-store.ts'
import { markWarned } from './lane-store.ts'

const formatSubject = ({ id }: StoredEndpoint) => `commerce:///notification/webhook-endpoints/${id}`

const toEventData = ({ id, name }: StoredEndpoint) => ({ endpointId: id, endpointName: name })

/** Warns those who may change endpoints that the endpoint will be disabled; once for each time of failures. */
export const warnOfDisabling = (
  { db }: Pick<App, 'db'>,
  tenant: Id,
  endpoint: StoredEndpoint,
  lane: Key & { failingSince: string },
  now: Date,
): Promise<void> =>
  runInUnit(db, { tenant, actor: null, now }, async (unit) => {
    // Another worker has warned meanwhile.
    if (unit.isRerun) return
    unit.add(markWarned(lane, now))
    unit.emit('notification.webhook_endpoint.failing', {
      subject: formatSubject(endpoint),
      data: {
        ...toEventData(endpoint),
        failingSince: lane.failingSince,
        disabledFrom: findDisablingTime(lane.failingSince, now).toISOString(),
      },
    })
  })

/** Disables an endpoint for a reason of the platform, unless somebody changed it since it was read. */
export const disableEndpoint = (
  { db }: Pick<App, 'db'>,
  tenant: Id,
  { id, rev, url }: StoredEndpoint,
  reason: Exclude<DisabledReason, 'manual'>,
  now: Date,
): Promise<void> =>
  runInUnit(db, { tenant, actor: null, now }, async (unit) => {
    const endpoint = await findEndpoint(db, tenant, id)
    if (!endpoint?.isEnabled || endpoint.rev !== rev || endpoint.url !== url) return
    changeEndpoint(unit, endpoint, { isEnabled: false, disabledReason: reason, disabledAt: now.toISOString() })
    unit.emit('notification.webhook_endpoint.disabled', {
      subject: formatSubject(endpoint),
      data: { ...toEventData(endpoint), reason, disabledAt: now.toISOString() },
    })
  })
