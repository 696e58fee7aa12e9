import type { CustodianWizard } from '../../schemas/warehousing/wizard.ts'
import type { App } from '../platform/app/app.ts'
import { ConnectionBroken } from '../platform/connection/access-token.ts'
import { toConnectionProblem } from '../platform/connection/connection-problem.ts'
import type { Id } from '../platform/id.ts'
import type { Log } from '../platform/log.ts'
import { OutboundError } from '../platform/outbound/outbound-error.ts'
import { invalid, Problem } from '../platform/problem.ts'
import type { StoredCustodian } from './custodian.ts'
import { findCustodian } from './custodian-store.ts'
import { openProvider as reachOf, requireProvider } from './providers/open-provider.ts'
import type { ProviderAccess, WizardProvider } from './providers/provider.ts'
import { isRefusedConnection, toProviderFailureCode } from './providers/provider-failure.ts'
import { type Caller, explainProviderFailure, findCustodianViolations, presentWizard } from './wizard.ts'
import { listResources, readSelection } from './wizard-connection.ts'

export const NOT_CONNECTED = 'The custodian has no stored connection. Finish the wizard first.'
export const BROKEN = 'The provider no longer accepts the stored connection. Run the wizard again.'
const REFUSED = 'The stored connection does not have the required permissions. Run the wizard again.'

/** Lists the provider's resources; throws a problem if the custodian is not connected, or no longer. */
export const listOffered = async (
  app: App,
  tenant: Id,
  provider: WizardProvider,
  access: ProviderAccess,
  custodian: StoredCustodian,
): Promise<Record<string, string>> => {
  try {
    return await listResources(app, tenant, provider, access, custodian)
  } catch (error) {
    if (error instanceof OutboundError && isRefusedConnection(error))
      throw toConnectionProblem({ code: toProviderFailureCode(error), message: REFUSED, cause: error })
    if (!(error instanceof ConnectionBroken)) throw error
    if (error.isBroken) throw toConnectionProblem({ code: 'AUTH_FAILED', message: BROKEN })
    throw new Problem('OPERATION_NOT_ALLOWED', NOT_CONNECTED)
  }
}

/** Builds the form field for selecting resources; an empty selection means all. */
const buildSelectionField = ({ selects }: WizardProvider, selected: readonly string[]): Record<string, string> => ({
  name: selects,
  label: `${selects.charAt(0).toUpperCase()}${selects.slice(1)}`,
  type: 'select',
  required: 'false',
  selected: selected.join(','),
})

/** Lists the resources that a connected custodian can select, and those that are selected. */
export const listWizardResources = async (
  app: App,
  { tenant }: Caller,
  log: Log,
  name: string,
  custodianId: Id,
): Promise<CustodianWizard> => {
  const provider = requireProvider(name)
  const access = await reachOf(app, provider)
  const custodian = await findCustodian(app.db, tenant, custodianId)
  const violations = findCustodianViolations(provider, custodian)
  if (!custodian || violations.length) throw invalid(...violations)
  try {
    const resources = await listOffered(app, tenant, provider, access, custodian)
    const selection = buildSelectionField(provider, await readSelection(app, tenant, custodian))
    return presentWizard(provider, {
      resources,
      requiredFields: [...provider.requiredFields.map((field) => ({ ...field })), selection],
    })
  } catch (error) {
    throw explainProviderFailure(error, provider, log)
  }
}
