import type { FinaliseWizardInput } from '../../schemas/warehousing/wizard.ts'
import type { App } from '../platform/app/app.ts'
import type { Log } from '../platform/log.ts'
import { invalid, type Violation } from '../platform/problem.ts'
import { runInUnit } from '../platform/store/unit.ts'
import type { StoredCustodian } from './custodian.ts'
import { findCustodian } from './custodian-store.ts'
import { reach as reachOf, requireProvider } from './providers/account.ts'
import type { Reach, WizardProvider } from './providers/provider.ts'
import { type Caller, consumeWizardState, explainProviderFailure, findCustodianViolations } from './wizard.ts'
import { storeSelection, storeWizardConnection } from './wizard-connection.ts'
import { listOffered } from './wizard-resources.ts'

/** What is missing for an exchange. */
const findMissing = ({ code, credentials }: FinaliseWizardInput, provider: WizardProvider): Violation[] => {
  const message = `is required for ${provider.name}`
  if (provider.authorizationUrl) return code ? [] : [{ propertyPath: 'code', message }]
  return provider.requiredFields.flatMap(({ name = '' }) =>
    credentials?.[name] ? [] : [{ propertyPath: `credentials.${name}`, message }],
  )
}

const findSelectionViolations = (
  { resourceSelection }: FinaliseWizardInput,
  { selects }: WizardProvider,
): Violation[] =>
  Object.keys(resourceSelection ?? {})
    .filter((member) => member !== selects)
    .map((member) => ({ propertyPath: `resourceSelection.${member}`, message: `must be ${selects}` }))

type Selection = NonNullable<FinaliseWizardInput['resourceSelection']>[string] | undefined

/** The ids of what was selected, by id or by name, among what the provider offers; it is asked only where that matters. */
const chosenIds = async (
  selected: Selection,
  offers: () => Promise<Record<string, string>>,
  { selects }: WizardProvider,
): Promise<string[]> => {
  if (!selected?.length) return []
  const there = await offers()
  const matches = [selected].flat().map((wanted, i) => ({
    propertyPath: `resourceSelection.${selects}${typeof selected === 'string' ? '' : `[${i}]`}`,
    ids: Object.hasOwn(there, wanted) ? [wanted] : Object.keys(there).filter((id) => there[id] === wanted),
  }))
  const violations = matches.flatMap(({ propertyPath, ids }) => {
    if (ids.length === 1) return []
    return [
      {
        propertyPath,
        message: ids.length ? 'is the name of several; give an id' : 'is not among what the provider offers',
      },
    ]
  })
  if (violations.length) throw invalid(...violations)
  return [...new Set(matches.flatMap(({ ids }) => ids))]
}

const exchange = async (
  provider: WizardProvider,
  reach: Reach,
  { code, credentials }: FinaliseWizardInput,
  redirectUri: string,
  selected: Selection,
) => {
  const redeemed = await provider.redeem(reach, { code: code ?? '', credentials: credentials ?? {}, redirectUri })
  const offers = () => provider.resources(reach, redeemed.grant.accessToken)
  return { redeemed, ids: await chosenIds(selected, offers, provider) }
}

/**
 * The end of the flow. The state is spent first, in a transaction of its own, so that there is one exchange for each; what
 * the exchange gave is stored whole or not at all. Whoever is interrupted between the two begins again. With nothing but
 * a selection it changes the choice of a custodian that is connected.
 */
export const finishWizard = async (
  app: App,
  caller: Caller,
  log: Log,
  now: Date,
  name: string,
  input: FinaliseWizardInput,
): Promise<StoredCustodian> => {
  const provider = requireProvider(name)
  const reach = await reachOf(app, provider)
  const { custodianId, resourceSelection } = input
  const custodian = await findCustodian(app.db, caller.tenant, custodianId)
  const onlyChooses = !input.code && !input.credentials && resourceSelection && custodian?.connectionConfigured === true
  const violations = [
    ...findCustodianViolations(provider, custodian),
    ...(onlyChooses ? [] : findMissing(input, provider)),
    ...findSelectionViolations(input, provider),
  ]
  if (!custodian || violations.length) throw invalid(...violations)

  const scope = { tenant: caller.tenant, actor: caller.identity, now }
  const redirectUri = await runInUnit(app.db, scope, (unit) => consumeWizardState(app, unit, caller, name, input))
  const selected = resourceSelection?.[provider.selects]
  try {
    if (onlyChooses) {
      const offers = () => listOffered(app, caller.tenant, provider, reach, custodian)
      const ids = await chosenIds(selected, offers, provider)
      return await runInUnit(app.db, scope, (unit) => storeSelection(app, unit, custodianId, ids))
    }
    const { redeemed, ids } = await exchange(provider, reach, input, redirectUri, selected)
    return await runInUnit(app.db, scope, (unit) => storeWizardConnection(app, unit, custodianId, redeemed, ids))
  } catch (error) {
    throw explainProviderFailure(error, provider, log, provider.authorizationUrl ? 'code' : 'credentials')
  }
}
