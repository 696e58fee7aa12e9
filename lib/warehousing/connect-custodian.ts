import type { ConnectionConfig } from '../../schemas/warehousing/custodian.ts'
import type { App } from '../platform/app/app.ts'
import type { Id } from '../platform/id.ts'
import { move } from '../platform/moves.ts'
import { invalid } from '../platform/problem.ts'
import type { Unit } from '../platform/store/unit.ts'
import { openConnection, sealConnection } from './connection.ts'
import {
  CUSTODIAN_MOVES,
  type FollowCustodian,
  findConnectionViolations,
  isWizardType,
  pickCredentials,
  type StoredCustodian,
} from './custodian.ts'
import { custodians } from './custodian-store.ts'

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
  // The wizard encrypts its connection for another purpose, so wizard types are refused before anything is decrypted.
  if (isWizardType(custodian.type)) throw invalid(...findConnectionViolations(custodian.type, changes))
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
