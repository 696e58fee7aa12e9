import type { Static } from 'typebox'
import type { BeginWizardInput, CustodianWizard } from '../../schemas/warehousing/wizard.ts'
import { SECURITY_SETTINGS } from '../iam/security-settings.ts'
import { issueSignedState, spendSignedState } from '../platform/access/signed-state.ts'
import type { App } from '../platform/app/app.ts'
import type { SignedIn } from '../platform/http/call.ts'
import type { Id } from '../platform/id.ts'
import type { Log } from '../platform/log.ts'
import { OutboundError } from '../platform/outbound/outbound-error.ts'
import { toProviderProblem } from '../platform/outbound/problems.ts'
import { GrantRefused } from '../platform/outbound/request-grant.ts'
import { invalid, Problem, type Violation } from '../platform/problem.ts'
import { getSetting } from '../platform/settings/get-settings.ts'
import type { Unit } from '../platform/store/unit.ts'
import type { StoredCustodian } from './custodian.ts'
import { findCustodian } from './custodian-store.ts'
import { openProvider, requireProvider } from './providers/open-provider.ts'
import type { WizardProvider } from './providers/provider.ts'

const STATE_SECONDS = 600
const PURPOSE = 'custodian-wizard'

export type Caller = SignedIn & { tenant: Id }

const bindState = ({ tenant, identity }: Caller, custodian: Id, provider: string) => ({
  tenant,
  identity,
  custodian,
  provider,
})

export const presentWizard = (provider: WizardProvider, more: Partial<CustodianWizard>): CustodianWizard => ({
  id: 'wizard',
  provider: provider.name,
  authorizationUrl: null,
  state: null,
  expiresInSeconds: null,
  requiredFields: provider.requiredFields.map((field) => ({ ...field })),
  requiresAuthorizationUrl: provider.authorizationUrl !== undefined,
  resources: {},
  ...more,
})

export const findCustodianViolations = (
  { name }: WizardProvider,
  custodian: StoredCustodian | undefined,
): Violation[] => {
  if (!custodian) return [{ propertyPath: 'custodianId', message: 'must be the id of an existing custodian' }]
  const message = `must be a ${name} custodian, not one of type ${custodian.type}`
  return custodian.type === name ? [] : [{ propertyPath: 'custodianId', message }]
}

/** Lists the redirect URIs of the deployment, limited to those that the tenant allows. */
const listAllowedRedirectUris = async (app: App, tenant: Id): Promise<string[]> => {
  const own = await getSetting(app, tenant, SECURITY_SETTINGS.allowedReturnUris)
  return app.config.wizardRedirectUris.filter((each) => !own.length || own.includes(each))
}

/** Starts the wizard; returns the URL of the provider's page or a form to fill in, and the state of the flow. */
export const startWizard = async (
  app: App,
  unit: Unit,
  caller: Caller,
  name: string,
  { custodianId, redirectUri }: Static<typeof BeginWizardInput>,
): Promise<CustodianWizard> => {
  const provider = requireProvider(name)
  const { account } = await openProvider(app, provider)
  const [allowed, custodian] = await Promise.all([
    listAllowedRedirectUris(app, caller.tenant),
    findCustodian(app.db, caller.tenant, custodianId),
  ])
  const back = redirectUri ?? allowed[0]
  const violations = findCustodianViolations(provider, custodian)
  if (!back || !allowed.includes(back))
    violations.push({
      propertyPath: 'redirectUri',
      message: 'must be a URI that this deployment and your tenant allow',
    })
  if (!back || violations.length) throw invalid(...violations)
  const state = await issueSignedState(app, unit, {
    purpose: PURPOSE,
    binding: bindState(caller, custodianId, name),
    payload: back,
    seconds: STATE_SECONDS,
  })
  const authorizationUrl = provider.authorizationUrl?.(account, state, back) ?? null
  return presentWizard(provider, { authorizationUrl, state, expiresInSeconds: STATE_SECONDS })
}

/** Spends the state with the unit; returns the redirect URI that the provider was given. */
export const consumeWizardState = (
  app: App,
  unit: Unit,
  caller: Caller,
  name: string,
  { custodianId, state }: { custodianId: Id; state: string },
): Promise<string> =>
  spendSignedState(app, unit, { purpose: PURPOSE, binding: bindState(caller, custodianId, name), state })

/**
 * Turns a failure at the provider into a problem without any of the provider's own text. `propertyPath` is the member of the
 * request that the provider was given.
 */
export const explainProviderFailure = (
  error: unknown,
  { name }: WizardProvider,
  log: Log,
  propertyPath?: string,
): unknown => {
  if (error instanceof OutboundError) {
    const { kind, status = null } = error
    log.warn('warehousing.wizard.provider_failed', { provider: name, kind, status })
    return toProviderProblem(error, propertyPath && 'Start the wizard again')
  }
  if (!(error instanceof GrantRefused)) return error
  log.warn('warehousing.wizard.refused', { provider: name, code: error.code })
  if (propertyPath && (error.code === 'invalid_grant' || propertyPath === 'credentials'))
    return invalid({ propertyPath, message: `must be valid, but ${name} refused it; start the wizard again` })
  return new Problem('UPSTREAM_FAILED', `${name} refused the account of this deployment. Contact its operator.`, {
    cause: error,
  })
}
