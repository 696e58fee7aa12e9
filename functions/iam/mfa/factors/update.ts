import { renameFactor as rename } from '../../../../lib/iam/account-changes/change-factors.ts'
import { identityEndpoint } from '../../../../lib/platform/http/endpoint.ts'
import { Factor, RenameFactorInput } from '../../../../schemas/iam/mfa.ts'

export const renameFactor = identityEndpoint({
  route: 'PATCH /api/iam/mfa/factors/{id}',
  summary: 'Rename a second factor',
  body: RenameFactorInput,
  returns: Factor,
  run: ({ db }, { caller, params, body, unit }) => rename(db, unit, caller, params.id, body.name),
})
