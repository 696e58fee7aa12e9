import { requirePartnerUnchanged } from '../../../lib/partner/require-partner.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { merchants } from '../../../lib/sales/merchants/merchant-store.ts'
import { CreateMerchantInput, Merchant } from '../../../schemas/sales/merchant.ts'

export const createMerchant = endpoint({
  route: 'POST /api/sales/merchants',
  scope: 'sales:merchant:write',
  summary: 'Create a merchant, which is a seller of record',
  idempotent: true,
  body: CreateMerchantInput,
  success: 201,
  returns: Merchant,
  async run({ db }, { body, unit }) {
    if (body.partnerId) await requirePartnerUnchanged(db, unit, body.partnerId)
    return unit.create(merchants, { partnerId: null, countryCode: null, taxId: null, ...body })
  },
})
