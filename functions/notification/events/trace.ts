import { listTrace } from '../../../lib/notification/fan-out/trace-store.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { EventRecipient } from '../../../schemas/notification/preferences.ts'
import { id } from '../../../schemas/types.ts'

export const getEventTrace = listEndpoint({
  route: 'GET /api/notification/events/{id}/trace',
  scope: 'notification:policy:read',
  summary: 'Who was told of an event by which channel, and why others were not',
  description: 'Kept for 30 days. While a large event is still being told, those who are decided on so far.',
  query: { recipient: id({ description: 'Only this identity' }) },
  of: EventRecipient,
  itemsPerPage: 30,
  async run({ db }, { caller, params, query, page }) {
    return orNotFound(await listTrace(db, caller.tenant, params.id, page, query.recipient))
  },
})
