import { listRolesOnce } from '../../../lib/partner/add-partner.ts'
import { checkAccount } from '../../../lib/partner/bank-account.ts'
import { dropOtherVatCheck } from '../../../lib/partner/change-partner.ts'
import { partners } from '../../../lib/partner/partner-store.ts'
import { presentPartner } from '../../../lib/partner/present-partner.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { updatePartnerName } from '../../../lib/warehousing/update-partner-name.ts'
import { Partner, UpdatePartnerInput } from '../../../schemas/partner/partner.ts'

export const updatePartner = endpoint({
  route: 'PATCH /api/partner/partners/{id}',
  scope: 'partner:partner:write',
  summary: 'Update a partner; absent members stay unchanged',
  body: UpdatePartnerInput,
  returns: Partner,
  async run({ db }, { params, body, unit }) {
    const before = await unit.load(partners, params.id)
    const { bankAccount, ...fields } = listRolesOnce(body)
    const account = bankAccount && (await checkAccount(bankAccount))
    const changes = dropOtherVatCheck(before, fields)
    const after = unit.update(partners, before, { ...changes, ...(account !== undefined && { bankAccount: account }) })
    if (after.name !== before.name) await updatePartnerName(db, unit, after)
    return presentPartner(after)
  },
})
