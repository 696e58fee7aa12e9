import type { Static } from 'typebox'
import type { ConnectionConfig, CustodianType, TestConnectionInput } from '../../schemas/warehousing/custodian.ts'
import type { App } from '../platform/app/app.ts'
import { ConnectionBroken, isBrokenConnection } from '../platform/connection/access-token.ts'
import { type Id, newId } from '../platform/id.ts'
import { OutboundError } from '../platform/outbound/outbound-error.ts'
import { GrantRefused } from '../platform/outbound/request-grant.ts'
import { invalid, Problem } from '../platform/problem.ts'
import { openConnection } from '../warehousing/connection.ts'
import {
  findConnectionViolations,
  findTypeViolations,
  isWizardType,
  pickCredentials,
  type StoredCustodian,
} from '../warehousing/custodian.ts'
import { openProvider, requireProvider } from '../warehousing/providers/open-provider.ts'
import { toProviderFailureCode } from '../warehousing/providers/provider-failure.ts'
import { requireCustodian } from '../warehousing/require-custodian.ts'
import { RenewalNeeded, tryConnection } from '../warehousing/wizard-connection.ts'
import { BROKEN, NOT_CONNECTED } from '../warehousing/wizard-resources.ts'
import { CustodianError } from './custodian-connector.ts'
import { buildSystem, chooseConnector, REFUSED_ACCOUNT } from './open-custodian.ts'

const buildFailure = (code: string, message: string) => ({ ok: false, code, message })

const RENEWAL_NEEDED =
  'The access token has expired. A test does not renew it, since that would change the stored connection. To renew it, use the connection, for example by listing the resources of the wizard.'

const toResult = (error: unknown) => {
  if (error instanceof CustodianError)
    return buildFailure(error.code === 'UNAVAILABLE' ? 'STORE_UNAVAILABLE' : error.code, error.message)
  if (error instanceof RenewalNeeded) return buildFailure('RENEWAL_NEEDED', RENEWAL_NEEDED)
  if (error instanceof ConnectionBroken) return buildFailure('AUTH_FAILED', BROKEN)
  if (isBrokenConnection(error))
    return buildFailure('AUTH_FAILED', 'The provider refused to renew the connection. Run the wizard again.')
  if (error instanceof GrantRefused) return buildFailure('UPSTREAM_ERROR', REFUSED_ACCOUNT)
  if (error instanceof OutboundError)
    return buildFailure(
      toProviderFailureCode(error),
      `The call to the provider failed (${error.kind}). Try again later.`,
    )
  if (error instanceof Problem && error.status < 500) return buildFailure(error.errorCode, error.message)
  throw error
}

/** Tests the connection that the wizard stored; only operations that use the connection record its failure. */
const testStored = async (app: App, tenant: Id, custodian: StoredCustodian) => {
  if (!custodian.sealedConnection) return buildFailure('INVALID_ARGUMENT', NOT_CONNECTED)
  try {
    const provider = requireProvider(custodian.type)
    await tryConnection(app, tenant, provider, await openProvider(app, provider), custodian)
    return { ok: true, code: 'OK', message: 'The provider accepts the stored connection.' }
  } catch (error) {
    return toResult(error)
  }
}

/** Asks the custodian's system whether it accepts the credentials, if the type has one that can tell. */
const testCredentials = async (
  app: App,
  tenant: Id,
  type: CustodianType,
  custodian: StoredCustodian | undefined,
  config: ConnectionConfig,
) => {
  const connector = chooseConnector(app, type, config)
  if (!connector.test) return { ok: true, code: 'OK', message: 'The credentials are complete for this type.' }
  try {
    const tested = custodian ?? { id: newId(app.clock()), enabledCapabilities: [] }
    await connector.test(buildSystem(app, tenant, tested, config))
    return { ok: true, code: 'OK', message: "The custodian's system accepts the credentials." }
  } catch (error) {
    return toResult(error)
  }
}

/**
 * Checks that credentials are complete, with those that a custodian has stored, and tests them at the custodian's system if
 * it can tell; tests a wizard's at the provider.
 */
export const testConnection = async (
  app: App,
  tenant: Id,
  { type, connectionConfig: { custodianId, ...given } }: Static<typeof TestConnectionInput>,
) => {
  const [unknown] = findTypeViolations(app, type)
  if (unknown) throw invalid(unknown)
  const custodian = custodianId
    ? await requireCustodian(app.db, tenant, custodianId, 'connectionConfig.custodianId')
    : undefined
  if (custodian && custodian.type !== type)
    return buildFailure('INVALID_ARGUMENT', `The custodian has the type ${custodian.type}, not ${type}.`)
  const credentials = pickCredentials(given)
  if (custodian && isWizardType(type) && !Object.keys(credentials).length)
    return await testStored(app, tenant, custodian)
  const stored = custodian && !isWizardType(type) ? await openConnection(app, tenant, custodian) : {}
  const config = { ...stored, ...credentials }
  if (custodian && !Object.keys(config).length)
    return buildFailure('INVALID_ARGUMENT', 'The custodian has no stored connection.')
  const [first] = Object.keys(stored).length ? [] : findConnectionViolations(type, config)
  if (first) return buildFailure('INVALID_ARGUMENT', `${first.propertyPath}: ${first.message}.`)
  return await testCredentials(app, tenant, type, custodian, config)
}
