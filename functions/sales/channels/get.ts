import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { findChannel } from '../../../lib/sales/channels/channel-store.ts'
import { presentChannel } from '../../../lib/sales/channels/present-channel.ts'
import { SalesChannel } from '../../../schemas/sales/channel.ts'

export const getChannel = endpoint({
  route: 'GET /api/sales/channels/{id}',
  scope: 'sales:channel:read',
  summary: 'Get a sales channel',
  returns: SalesChannel,
  async run({ db }, { caller, params }) {
    return await presentChannel(db, caller.tenant, orNotFound(await findChannel(db, caller.tenant, params.id)))
  },
})
