import { addPartner } from '../../../lib/partner/add-partner.ts'
import { checkAccount } from '../../../lib/partner/bank-account.ts'
import { presentPartner } from '../../../lib/partner/present-partner.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { CreatePartnerInput, Partner } from '../../../schemas/partner/partner.ts'

export const createPartner = endpoint({
  route: 'POST /api/partner/partners',
  scope: 'partner:partner:write',
  summary: 'Create a partner',
  idempotent: true,
  body: CreatePartnerInput,
  success: 201,
  returns: Partner,
  async run(_app, { body, unit }) {
    const bankAccount = body.bankAccount ? await checkAccount(body.bankAccount) : null
    return presentPartner(addPartner(unit, { ...body, bankAccount }))
  },
})
