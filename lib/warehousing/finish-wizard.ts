import type { FinaliseWizardInput } from '../../schemas/warehousing/wizard.ts'
import type { App } from '../platform/app/app.ts'
import type { Log } from '../platform/log.ts'
import { invalid, type Violation } from '../platform/problem.ts'
import { runInUnit } from '../platform/store/unit.ts'
import type { RequestSource } from '../platform/store/unit-scope.ts'
import type { FollowCustodian, StoredCustodian } from './custodian.ts'
import { findCustodian } from './custodian-store.ts'
import { openProvider as reachOf, requireProvider } from './providers/open-provider.ts'
import type { ProviderAccess, WizardProvider } from './providers/provider.ts'
import { type Caller, consumeWizardState, explainProviderFailure, findCustodianViolations } from './wizard.ts'
import { storeSelection, storeWizardConnection } from './wizard-connection.ts'
import { listOffered } from './wizard-resources.ts'

/** Finds input that the exchange for tokens needs and the request lacks. */
const findMissingViolations = ({ code, credentials }: FinaliseWizardInput, provider: WizardProvider): Violation[] => {
  const message = `must be given for ${provider.name}`
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
    .map((member) => ({ propertyPath: `resourceSelection.${member}`, message: `must be named ${selects}` }))

type Selection = NonNullable<FinaliseWizardInput['resourceSelection']>[string] | undefined

/** Resolves selected ids or names to ids that the provider offers; calls the provider only if anything was selected. */
const resolveSelection = async (
  selected: Selection,
  listChoices: () => Promise<Record<string, string>>,
  { selects }: WizardProvider,
): Promise<string[]> => {
  if (!selected?.length) return []
  const choices = await listChoices()
  const matches = [selected].flat().map((wanted, i) => ({
    propertyPath: `resourceSelection.${selects}${typeof selected === 'string' ? '' : `[${i}]`}`,
    ids: Object.hasOwn(choices, wanted) ? [wanted] : Object.keys(choices).filter((id) => choices[id] === wanted),
  }))
  const violations = matches.flatMap(({ propertyPath, ids }) => {
    if (ids.length === 1) return []
    return [
      {
        propertyPath,
        message: ids.length
          ? 'must be an id, since several resources have this name'
          : 'must be offered by the provider',
      },
    ]
  })
  if (violations.length) throw invalid(...violations)
  return [...new Set(matches.flatMap(({ ids }) => ids))]
}

const exchangeCode = async (
  provider: WizardProvider,
  access: ProviderAccess,
  { code, credentials }: FinaliseWizardInput,
  redirectUri: string,
  selected: Selection,
) => {
  const redeemed = await provider.redeem(access, { code: code ?? '', credentials: credentials ?? {}, redirectUri })
  const listChoices = () => provider.resources(access, redeemed.grant.accessToken)
  return { redeemed, ids: await resolveSelection(selected, listChoices, provider) }
}

/**
 * Finishes the wizard. The state is spent first, in a transaction of its own, so that it is exchanged once; the result of the
 * exchange is stored in one transaction. If the work is interrupted between the two, the user has to begin again. Given
 * only a selection, it changes the selected resources of a connected custodian.
 */
export const finishWizard = async (
  app: App,
  caller: Caller,
  log: Log,
  now: Date,
  name: string,
  input: FinaliseWizardInput,
  follow: FollowCustodian,
  source?: RequestSource,
): Promise<StoredCustodian> => {
  const provider = requireProvider(name)
  const access = await reachOf(app, provider)
  const { custodianId, resourceSelection } = input
  const custodian = await findCustodian(app.db, caller.tenant, custodianId)
  const onlySelects = !input.code && !input.credentials && resourceSelection && custodian?.connectionConfigured === true
  const violations = [
    ...findCustodianViolations(provider, custodian),
    ...(onlySelects ? [] : findMissingViolations(input, provider)),
    ...findSelectionViolations(input, provider),
  ]
  if (!custodian || violations.length) throw invalid(...violations)

  const scope = { tenant: caller.tenant, actor: caller.identity, now, source }
  const redirectUri = await runInUnit(app.db, scope, (unit) => consumeWizardState(app, unit, caller, name, input))
  const selected = resourceSelection?.[provider.selects]
  try {
    if (onlySelects) {
      const listChoices = () => listOffered(app, caller.tenant, provider, access, custodian)
      const ids = await resolveSelection(selected, listChoices, provider)
      return await runInUnit(app.db, scope, (unit) => storeSelection(app, unit, custodianId, ids))
    }
    const { redeemed, ids } = await exchangeCode(provider, access, input, redirectUri, selected)
    return await runInUnit(app.db, scope, (unit) =>
      storeWizardConnection(app, unit, custodianId, redeemed, ids, follow),
    )
  } catch (error) {
    throw explainProviderFailure(error, provider, log, provider.authorizationUrl ? 'code' : 'credentials')
  }
}
