import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { sourceFrom } from '../../../lib/sales/connections/link-channel.ts'
import { shownChannel } from '../../../lib/sales/channels/show-channel.ts'
import { SalesChannel, SourcingPrincipalInput } from '../../../schemas/sales/channel.ts'

export const setSourcingPrincipal = endpoint({
  route: 'PUT /api/sales/channels/{id}/sourcing-principal',
  scope: 'sales:channel:write',
  summary: 'Name the owner of the goods that a channel sells',
  description:
    'The owner is one of your partners (`commerce:///partner/partners/{id}`) or merchants (`commerce:///sales/merchants/{id}`), or your tenant (`commerce:///iam/tenants/{id}`). Where the goods lie is said by their stock items.',
  body: SourcingPrincipalInput,
  returns: SalesChannel,
  async run({ db }, { params, body, unit }) {
    return await shownChannel(db, unit.tenant, await sourceFrom(db, unit, params.id, body.principal))
  },
})
