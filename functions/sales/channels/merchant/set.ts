import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { presentChannel } from '../../../../lib/sales/channels/show-channel.ts'
import { linkToMerchant } from '../../../../lib/sales/connections/link-channel.ts'
import { LinkMerchantInput, SalesChannel } from '../../../../schemas/sales/channel.ts'

export const linkMerchant = endpoint({
  route: 'PUT /api/sales/channels/{id}/merchant',
  scope: 'sales:channel:write',
  summary: 'Name the merchant that sells through a channel',
  body: LinkMerchantInput,
  returns: SalesChannel,
  async run({ db }, { params, body, unit }) {
    return await presentChannel(db, unit.tenant, await linkToMerchant(db, unit, params.id, body.merchantId))
  },
})
