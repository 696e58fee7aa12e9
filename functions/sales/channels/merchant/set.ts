import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { presentChannel } from '../../../../lib/sales/channels/present-channel.ts'
import { linkMerchant as link } from '../../../../lib/sales/connections/link-merchant.ts'
import { SalesChannel } from '../../../../schemas/sales/channel.ts'
import { LinkMerchantInput } from '../../../../schemas/sales/link-merchant.ts'

export const linkMerchant = endpoint({
  route: 'PUT /api/sales/channels/{id}/merchant',
  scope: 'sales:channel:write',
  summary: 'Set the merchant that sells through a channel',
  body: LinkMerchantInput,
  returns: SalesChannel,
  async run({ db }, { params, body, unit }) {
    return await presentChannel(db, unit.tenant, await link(db, unit, params.id, body.merchantId))
  },
})
