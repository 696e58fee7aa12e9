import { findReturn } from '../../../lib/fulfilment/returns/return-store.ts'
import { findCandidates } from '../../../lib/fulfilment/unannounced-returns/find-candidates.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { ReturnCandidates } from '../../../schemas/fulfilment/unannounced-return.ts'
import { text } from '../../../schemas/types.ts'

export const listReturnCandidates = endpoint({
  route: 'GET /api/fulfilment/returns/{id}/candidates',
  scope: 'fulfilment:return:read',
  summary: 'Find the orders that an unannounced return may belong to',
  description:
    'They are found by the tracking number among all parcels, and by order number, name and SKUs among the newest orders ' +
    'of which pieces left. What the parcel says is looked for, unless the query says something else.',
  query: {
    trackingNumber: text(100, { examples: ['00340434161094042557'] }),
    orderNumber: text(255, { examples: ['DE-100045'] }),
    name: text(255, { examples: ['Ada Lovelace'] }),
  },
  returns: ReturnCandidates,
  async run({ db }, { caller, params, query }) {
    const found = orNotFound(await findReturn(db, caller.tenant, params.id))
    return { returnId: found.id, candidates: await findCandidates(db, caller.tenant, found, query) }
  },
})
