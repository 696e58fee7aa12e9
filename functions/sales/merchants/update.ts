import { requirePartnerUnchanged } from '../../../lib/partner/require-partner.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { merchants } from '../../../lib/sales/merchants/merchant-store.ts'
import { Merchant, UpdateMerchantInput } from '../../../schemas/sales/merchant.ts'

export const updateMerchant = endpoint({
  route: 'PATCH /api/sales/merchants/{id}',
  scope: 'sales:merchant:write',
  summary: 'Update a merchant; absent members stay unchanged',
  body: UpdateMerchantInput,
  returns: Merchant,
  async run({ db }, { params, body, unit }) {
    const merchant = await unit.load(merchants, params.id)
    if (body.partnerId) await requirePartnerUnchanged(db, unit, body.partnerId)
    return unit.update(merchants, merchant, body)
  },
})
