import type { CustodianWizard } from '../../schemas/warehousing/wizard.ts'
import type { App } from '../platform/app/app.ts'
import { ConnectionBroken } from '../platform/connection/access-token.ts'
import { connectionProblem } from '../platform/connection/connection-problem.ts'
import type { Id } from '../platform/id.ts'
import type { Log } from '../platform/log.ts'
import { OutboundError } from '../platform/outbound/outbound.ts'
import { invalid, Problem } from '../platform/problem.ts'
import type { StoredCustodian } from './custodian.ts'
import { findCustodian } from './custodian-store.ts'
import { failureCode, isRefusedConnection } from './provider-failure.ts'
import { reach as reachOf, requireProvider } from './providers/account.ts'
import type { Reach, WizardProvider } from './providers/provider.ts'
import { type Caller, explainProviderFailure, findCustodianViolations, presentWizard } from './wizard.ts'
import { listResources, selectionOf } from './wizard-connection.ts'

export const NOT_CONNECTED = 'The custodian has no stored connection; finish the wizard first.'
export const BROKEN = 'The provider no longer takes the stored connection; run the wizard again.'
const REFUSED = 'The provider does not allow this with the stored connection; run the wizard again.'

/** What the provider offers to a custodian; a refusal where that is not connected, or no longer. */
export const listOffered = async (
  app: App,
  tenant: Id,
  provider: WizardProvider,
  reach: Reach,
  custodian: StoredCustodian,
): Promise<Record<string, string>> => {
  try {
    return await listResources(app, tenant, provider, reach, custodian)
  } catch (error) {
    if (error instanceof OutboundError && isRefusedConnection(error))
      throw connectionProblem({ code: failureCode(error), message: REFUSED, cause: error })
    if (!(error instanceof ConnectionBroken)) throw error
    if (error.isBroken) throw connectionProblem({ code: 'AUTH_FAILED', message: BROKEN })
    throw new Problem('OPERATION_NOT_ALLOWED', NOT_CONNECTED)
  }
}

/** The part of the form that chooses among the resources; none chosen means all. */
const selectionForm = ({ selects }: WizardProvider, selected: readonly string[]): Record<string, string> => ({
  name: selects,
  label: `${selects.charAt(0).toUpperCase()}${selects.slice(1)}`,
  type: 'select',
  required: 'false',
  selected: selected.join(','),
})

/** Lists the resources that a connected custodian can choose from, and those that are chosen. */
export const listWizardResources = async (
  app: App,
  { tenant }: Caller,
  log: Log,
  name: string,
  custodianId: Id,
): Promise<CustodianWizard> => {
  const provider = requireProvider(name)
  const reach = await reachOf(app, provider)
  const custodian = await findCustodian(app.db, tenant, custodianId)
  const violations = findCustodianViolations(provider, custodian)
  if (!custodian || violations.length) throw invalid(...violations)
  try {
    const resources = await listOffered(app, tenant, provider, reach, custodian)
    const selection = selectionForm(provider, await selectionOf(app, tenant, custodian))
    return presentWizard(provider, {
      resources,
      requiredFields: [...provider.requiredFields.map((field) => ({ ...field })), selection],
    })
  } catch (error) {
    throw explainProviderFailure(error, provider, log)
  }
}
