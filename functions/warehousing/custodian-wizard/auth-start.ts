import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { startWizard } from '../../../lib/warehousing/wizard.ts'
import { BeginWizardInput, CustodianWizard } from '../../../schemas/warehousing/wizard.ts'

export const beginWizard = endpoint({
  route: 'POST /api/warehousing/custodian-wizard/{provider}/auth-start',
  scope: 'warehousing:custodian:write',
  summary: 'Start the wizard that connects a custodian',
  description:
    'Returns the URL to send the browser to, or the credentials to ask for. `redirectUri` must be allowed by the deployment, and by the setting `security.allowedReturnUris` if that is not empty. The default is the first such URI.',
  body: BeginWizardInput,
  returns: CustodianWizard,
  problems: ['PROVIDER_NOT_CONFIGURED'],
  run: (app, { caller, params, body, unit }) => startWizard(app, unit, caller, params.provider, body),
})
