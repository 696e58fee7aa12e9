import { endpoint } from '../../../lib/http/endpoint.ts'
import { orNotFound } from '../../../lib/problem.ts'
import { findChannel } from '../../../lib/sales/channel-store.ts'
import { shownChannel } from '../../../lib/sales/show-channel.ts'
import { SalesChannel } from '../../../schemas/channel.ts'

export const getChannel = endpoint({
  route: 'GET /api/sales/channels/{id}',
  scope: 'sales:channel:read',
  summary: 'Get a sales channel',
  returns: SalesChannel,
  async run({ db }, { caller, params }) {
    return await shownChannel(db, caller.tenant, orNotFound(await findChannel(db, caller.tenant, params.id)))
  },
})
