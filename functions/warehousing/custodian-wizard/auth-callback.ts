import { followCustodian } from '../../../lib/fulfilment/custodians/follow-custodian.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { finishWizard } from '../../../lib/warehousing/finish-wizard.ts'
import { Custodian } from '../../../schemas/warehousing/custodian.ts'
import { FinaliseWizardInput } from '../../../schemas/warehousing/wizard.ts'

export const finaliseWizard = endpoint({
  route: 'POST /api/warehousing/custodian-wizard/{provider}/auth-callback',
  scope: 'warehousing:custodian:write',
  stepUp: true,
  summary: 'Finish the wizard: connect a custodian, or change its selected resources',
  description:
    'Send the `code` or the `credentials` that the provider requires. With neither, only the selected resources of a connected custodian are replaced.',
  body: FinaliseWizardInput,
  returns: Custodian,
  problems: [
    'PROVIDER_NOT_CONFIGURED',
    'CONNECTION_FAILED',
    'UPSTREAM_FAILED',
    'UPSTREAM_TIMEOUT',
    'OPERATION_NOT_ALLOWED',
  ],
  run: (app, { caller, params, body, now, log, source }) =>
    finishWizard(app, caller, log, now, params.provider, body, followCustodian(app), source),
})
