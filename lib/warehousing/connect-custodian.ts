import type { ConnectionConfig } from '../../schemas/warehousing/custodian.ts'
import type { App } from '../platform/app/app.ts'
import type { Id } from '../platform/id.ts'
import { move } from '../platform/moves.ts'
import { invalid } from '../platform/problem.ts'
import type { Unit } from '../platform/store/unit.ts'
import { openConnection, sealConnection } from './connection.ts'
import {
  CAPABILITY_CATALOG,
  CUSTODIAN_MOVES,
  type FollowCustodian,
  findConnectionViolations,
  isWizardType,
  pickCredentials,
  type StoredCustodian,
} from './custodian.ts'
import { custodians } from './custodian-store.ts'
import { storeWebhookSecret } from './wizard-connection.ts'

/**
 * Stores the secret of the webhooks of a custodian that the wizard connected, which is all that the wizard leaves to tenants.
 */
const connectWebhooks = async (
  app: Pick<App, 'vault'>,
  unit: Unit,
  custodian: StoredCustodian,
  { webhookSecret, ...others }: ConnectionConfig,
): Promise<StoredCustodian> => {
  const sendsWebhooks = CAPABILITY_CATALOG[custodian.type].includes('webhook_receipt')
  if (!webhookSecret || !sendsWebhooks || Object.keys(others).length)
    throw invalid(...findConnectionViolations(custodian.type, others))
  const after = await storeWebhookSecret(app, unit, custodian, webhookSecret)
  if (after) return after
  throw invalid({
    propertyPath: 'connectionConfig.webhookSecret',
    message: `must be given after the wizard has connected the custodian (POST /api/warehousing/custodian-wizard/${custodian.type}/auth-start)`,
  })
}

/** Merges credentials into the stored ones. A suspended custodian stays suspended, a disconnected one becomes active. */
export const connectCustodian = async (
  app: Pick<App, 'vault'>,
  unit: Unit,
  id: Id,
  given: ConnectionConfig,
  follow: FollowCustodian,
): Promise<StoredCustodian> => {
  const custodian = await unit.load(custodians, id)
  const changes = pickCredentials(given)
  if (isWizardType(custodian.type)) return await connectWebhooks(app, unit, custodian, changes)
  if (!Object.keys(changes).length)
    throw invalid({ propertyPath: 'connectionConfig', message: 'must have at least one member' })
  const config = { ...(await openConnection(app, unit.tenant, custodian)), ...changes }
  const violations = findConnectionViolations(custodian.type, config)
  if (violations.length) throw invalid(...violations)
  const status =
    custodian.status === 'disconnected'
      ? move(CUSTODIAN_MOVES, 'custodian', custodian.status, 'reconnect')
      : custodian.status
  const after = unit.update(custodians, custodian, {
    status,
    connectionConfigured: true,
    sealedConnection: await sealConnection(app, unit.tenant, id, config),
  })
  await follow(unit, custodian, after)
  return after
}
