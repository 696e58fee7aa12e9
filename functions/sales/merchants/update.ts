import { endpoint } from '../../../lib/http/endpoint.ts'
import { holdPartner } from '../../../lib/partner/require-partner.ts'
import { merchants } from '../../../lib/sales/merchant-store.ts'
import { Merchant, UpdateMerchantInput } from '../../../schemas/merchant.ts'

export const updateMerchant = endpoint({
  route: 'PATCH /api/sales/merchants/{id}',
  scope: 'sales:merchant:write',
  summary: 'Change a merchant; members that are absent stay as they are',
  body: UpdateMerchantInput,
  returns: Merchant,
  async run({ db }, { params, body, unit }) {
    const merchant = await unit.load(merchants, params.id)
    if (body.partnerId) await holdPartner(db, unit, body.partnerId)
    return unit.update(merchants, merchant, body)
  },
})
