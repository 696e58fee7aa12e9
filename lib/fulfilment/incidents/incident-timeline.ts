import type { TimelineRule } from '../../platform/store/entities/timeline.ts'
import { incidentUri, type StoredIncident } from './incident.ts'

/** The steps of the incidents of a sales order. */
export const incidentTimeline: TimelineRule<StoredIncident> = {
  of: ({ salesOrderId }) => salesOrderId,
  uri: ({ id }) => incidentUri(id),
  tell: ({ status, reason, custodianName }, before) => {
    const details = { code: reason, custodianName }
    if (!before) return [{ step: 'incident.raised', details }]
    return [
      ...(reason === before.reason ? [] : [{ step: 'incident.changed', details } as const]),
      ...(status === before.status ? [] : [{ step: 'incident.resolved', details } as const]),
    ]
  },
}
