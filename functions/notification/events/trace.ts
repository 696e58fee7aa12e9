import { listTrace } from '../../../lib/notification/fan-out/trace-store.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { EventRecipient } from '../../../schemas/notification/preferences.ts'
import { id } from '../../../schemas/types.ts'

export const getEventTrace = listEndpoint({
  route: 'GET /api/notification/events/{id}/trace',
  scope: 'notification:policy:read',
  summary: 'Trace the notifications of an event',
  description:
    'Lists each recipient with the channels that the event was sent by, and the reasons for all others. A message that waits for a digest is listed as `gathered` until the digest is sent. The list is kept for 30 days, and grows while a large event is being processed.',
  query: { recipient: id({ description: 'Id of the only recipient to list' }) },
  of: EventRecipient,
  itemsPerPage: 30,
  async run({ db }, { caller, params, query, page }) {
    return orNotFound(await listTrace(db, caller.tenant, params.id, page, query.recipient))
  },
})
