import type { Static } from 'typebox'
import type { BeginWizardInput, CustodianWizard } from '../../schemas/warehousing/wizard.ts'
import { getSetting } from '../configuration/setting-of.ts'
import { issueState, spendState } from '../platform/access/signed-state.ts'
import type { App } from '../platform/app/app.ts'
import type { SignedIn } from '../platform/http/call.ts'
import type { Id } from '../platform/id.ts'
import type { Log } from '../platform/log.ts'
import { GrantRefused } from '../platform/outbound/oauth.ts'
import { OutboundError } from '../platform/outbound/outbound.ts'
import { toProviderProblem } from '../platform/outbound/problems.ts'
import { invalid, Problem, type Violation } from '../platform/problem.ts'
import type { Unit } from '../platform/store/unit.ts'
import type { StoredCustodian } from './custodian.ts'
import { findCustodian } from './custodian-store.ts'
import { reach, requireProvider } from './providers/account.ts'
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
  if (!custodian) return [{ propertyPath: 'custodianId', message: 'there is no such custodian' }]
  const message = `is a custodian of the type ${custodian.type}, which ${name} does not serve`
  return custodian.type === name ? [] : [{ propertyPath: 'custodianId', message }]
}

/** A tenant may narrow what the deployment allows; it cannot add to it. */
const allowedRedirectUris = async (app: App, tenant: Id): Promise<string[]> => {
  const own = await getSetting(app, tenant, 'security.allowedReturnUris')
  return app.config.wizardRedirectUris.filter((each) => !own.length || own.includes(each))
}

/** Where the flow begins: a page of the provider to go to, or a form to fill in, and the state to come back with. */
export const startWizard = async (
  app: App,
  unit: Unit,
  caller: Caller,
  name: string,
  { custodianId, redirectUri }: Static<typeof BeginWizardInput>,
): Promise<CustodianWizard> => {
  const provider = requireProvider(name)
  const { account } = await reach(app, provider)
  const [allowed, custodian] = await Promise.all([
    allowedRedirectUris(app, caller.tenant),
    findCustodian(app.db, caller.tenant, custodianId),
  ])
  const back = redirectUri ?? allowed[0]
  const violations = findCustodianViolations(provider, custodian)
  if (!back || !allowed.includes(back))
    violations.push({ propertyPath: 'redirectUri', message: 'is not one that this deployment and the tenant allow' })
  if (!back || violations.length) throw invalid(...violations)
  const state = await issueState(app, unit, {
    purpose: PURPOSE,
    binding: bindState(caller, custodianId, name),
    payload: back,
    seconds: STATE_SECONDS,
  })
  const authorizationUrl = provider.authorizationUrl?.(account, state, back) ?? null
  return presentWizard(provider, { authorizationUrl, state, expiresInSeconds: STATE_SECONDS })
}

/** The address that the provider was told to send the browser back to. The state is spent with the unit. */
export const consumeWizardState = (
  app: App,
  unit: Unit,
  caller: Caller,
  name: string,
  { custodianId, state }: { custodianId: Id; state: string },
): Promise<string> => spendState(app, unit, { purpose: PURPOSE, binding: bindState(caller, custodianId, name), state })

const AGAIN = 'begin the wizard again'

/**
 * What a failure at the provider means for the request; nothing of the provider's own words goes on. `brought` is the
 * member of the request that the provider was to take.
 */
export const explainProviderFailure = (
  error: unknown,
  { name }: WizardProvider,
  log: Log,
  brought?: string,
): unknown => {
  if (error instanceof OutboundError) {
    const { kind, status = null } = error
    log.warn('warehousing.wizard.provider_failed', { provider: name, kind, status })
    return toProviderProblem(error, brought && AGAIN)
  }
  if (!(error instanceof GrantRefused)) return error
  log.warn('warehousing.wizard.refused', { provider: name, code: error.code })
  if (brought && (error.code === 'invalid_grant' || brought === 'credentials'))
    return invalid({ propertyPath: brought, message: `is not taken by ${name}; ${AGAIN}` })
  return new Problem('UPSTREAM_FAILED', `${name} refuses the account of this deployment.`, { cause: error })
}
