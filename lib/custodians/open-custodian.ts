import type { ConnectionConfig, CustodianType } from '../../schemas/warehousing/custodian.ts'
import type { App } from '../platform/app/app.ts'
import { parseRetryAfter } from '../platform/back-off/parse-retry-after.ts'
import { isBrokenConnection } from '../platform/connection/access-token.ts'
import type { Id } from '../platform/id.ts'
import { OutboundError } from '../platform/outbound/outbound-error.ts'
import { GrantRefused } from '../platform/outbound/request-grant.ts'
import { Problem } from '../platform/problem.ts'
import { openConnection } from '../warehousing/connection.ts'
import { isWizardType, type StoredCustodian } from '../warehousing/custodian.ts'
import { openProvider, requireProvider } from '../warehousing/providers/open-provider.ts'
import { openWizard } from '../warehousing/wizard-connection.ts'
import { type CustodianConnector, CustodianError, type CustodianSystem } from './custodian-connector.ts'
import { observeConnector } from './observe-connector.ts'
import { getCustodianConnector } from './registry.ts'

export interface OpenedCustodian {
  /** Has no parts if the custodian has no system, so that people work its orders. */
  connector: CustodianConnector
  system: CustodianSystem
}

const removeParts = ({ type, capabilities }: CustodianConnector): CustodianConnector => ({ type, capabilities })

/** Returns the connector of a custodian with these credentials; a tenant's own system exists if it has an address. */
export const chooseConnector = (
  { config }: Pick<App, 'config'>,
  type: CustodianType,
  credentials: ConnectionConfig,
): CustodianConnector => {
  const connector = getCustodianConnector(type)
  if (connector.isSimulated && !config.simulatedStores) return removeParts(connector)
  return type === 'custom' && !credentials.integrationId ? removeParts(connector) : connector
}

export const buildSystem = (
  { outbound, db, clock }: Pick<App, 'outbound' | 'db' | 'clock'>,
  tenant: Id,
  { id, enabledCapabilities }: Pick<StoredCustodian, 'id' | 'enabledCapabilities'>,
  credentials: ConnectionConfig,
): CustodianSystem => ({
  tenant,
  custodianId: id,
  enabledCapabilities,
  credentials,
  outbound,
  db,
  now: clock(),
  clock,
  deadline: db.deadline,
})

const REFUSED = 'The provider no longer accepts the stored connection. Run the wizard again.'
export const REFUSED_ACCOUNT = 'The provider refused the account of this deployment. Contact its operator.'

const toCustodianError = (error: unknown, now: Date): unknown => {
  if (isBrokenConnection(error)) return new CustodianError('AUTH_FAILED', REFUSED, { cause: error })
  if (error instanceof GrantRefused) return new CustodianError('UPSTREAM_ERROR', REFUSED_ACCOUNT, { cause: error })
  if (error instanceof OutboundError)
    return new CustodianError('UNAVAILABLE', 'The provider could not renew the connection.', {
      retryAfterSeconds: parseRetryAfter(error.retryAfter, now),
      cause: error,
    })
  if (error instanceof Problem && error.errorCode === 'UNAVAILABLE')
    return new CustodianError('UNAVAILABLE', error.message, { retryAfterSeconds: 2, cause: error })
  if (error instanceof Problem && error.errorCode === 'PROVIDER_NOT_CONFIGURED')
    return new CustodianError('INVALID_CONFIG', error.message, { cause: error })
  return error
}

const createRethrow =
  ({ clock }: Pick<App, 'clock'>) =>
  (error: unknown): never => {
    throw toCustodianError(error, clock())
  }

const openWizardCustodian = async (
  app: App,
  tenant: Id,
  custodian: StoredCustodian,
  connector: CustodianConnector,
): Promise<OpenedCustodian> => {
  const rethrow = createRethrow(app)
  const provider = requireProvider(custodian.type)
  const access = await openProvider(app, provider).catch(rethrow)
  const opened = await openWizard(app, tenant, provider, access, custodian)
  if (!opened) return { connector: removeParts(connector), system: buildSystem(app, tenant, custodian, {}) }
  const { kept, selected, readToken, webhookSecret } = opened
  const system = buildSystem(app, tenant, custodian, webhookSecret ? { webhookSecret } : {})
  return {
    connector,
    system: {
      ...system,
      token: (rejected) => readToken(rejected).catch(rethrow),
      kept: selected.length ? { ...kept, [provider.selects]: selected.join(',') } : kept,
      apiUrl: access.account.apiUrl,
    },
  }
}

const openUnobserved = async (app: App, tenant: Id, custodian: StoredCustodian): Promise<OpenedCustodian> => {
  const { type, sealedConnection } = custodian
  const connector = getCustodianConnector(type)
  if (!sealedConnection) return { connector: removeParts(connector), system: buildSystem(app, tenant, custodian, {}) }
  if (isWizardType(type)) return await openWizardCustodian(app, tenant, custodian, connector)
  const credentials = await openConnection(app, tenant, custodian)
  return {
    connector: chooseConnector(app, type, credentials),
    system: buildSystem(app, tenant, custodian, credentials),
  }
}

/**
 * Opens a custodian's system with its credentials. Of a wizard's connection, `kept` has the ids of the selected resources,
 * separated by commas, in the member that the wizard names, such as `marketplaces`; none means all. Whether the system answers
 * is recorded.
 */
export const openCustodian = async (app: App, tenant: Id, custodian: StoredCustodian): Promise<OpenedCustodian> => {
  const { connector, system } = await openUnobserved(app, tenant, custodian)
  return { connector: observeConnector(app, tenant, custodian.id, connector), system }
}
