import type { Static } from 'typebox'
import type { CreateCustodianInput } from '../../schemas/custodian.ts'
import type { App } from '../app.ts'
import { holdPartner } from '../partner/require-partner.ts'
import { invalid } from '../problem.ts'
import type { Failure, Unit } from '../store/unit.ts'
import { sealConnection } from './connection.ts'
import { capabilityViolations, connectionViolations, givenCredentials, type StoredCustodian } from './custodian.ts'
import { custodians } from './custodian-store.ts'

/** A new custodian, active; without a configuration it waits for one, as wizard types always do. */
export const addCustodian = async (
  app: Pick<App, 'db' | 'vault'>,
  unit: Unit,
  { partnerId, type, name, enabledCapabilities = [], connectionConfig }: Static<typeof CreateCustodianInput>,
  whenTaken?: Failure,
): Promise<StoredCustodian> => {
  const config = givenCredentials(connectionConfig)
  const violations = [
    ...capabilityViolations(type, enabledCapabilities, (i) => `enabledCapabilities[${i}]`),
    ...(connectionConfig ? connectionViolations(type, config) : []),
  ]
  if (violations.length) throw invalid(...violations)
  const partner = await holdPartner(app.db, unit, partnerId)
  const id = unit.newId()
  const custodian = {
    id,
    partnerId,
    partnerName: partner.name,
    type,
    name,
    status: 'active',
    enabledCapabilities,
    connectionConfigured: Object.keys(config).length > 0,
    sealedConnection: await sealConnection(app, unit.tenant, id, config),
  } as const
  return unit.create(custodians, custodian, whenTaken)
}
