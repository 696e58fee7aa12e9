import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { startWizard } from '../../../lib/warehousing/wizard.ts'
import { BeginWizardInput, CustodianWizard } from '../../../schemas/warehousing/wizard.ts'

export const beginWizard = endpoint({
  route: 'POST /api/warehousing/custodian-wizard/{provider}/auth-start',
  scope: 'warehousing:custodian:write',
  summary: 'Begin to connect a custodian: where to send the browser, or which credentials to ask for',
  description:
    '`redirectUri` is one of the addresses of the deployment, and of the setting `security.allowedReturnUris` where that names any; the first of them by default.',
  body: BeginWizardInput,
  returns: CustodianWizard,
  problems: ['PROVIDER_NOT_CONFIGURED'],
  run: (app, { caller, params, body, unit }) => startWizard(app, unit, caller, params.provider, body),
})
