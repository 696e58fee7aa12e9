import type { Static } from 'typebox'
import type { Capability, CreateCustodianInput, CustodianType } from '../../schemas/warehousing/custodian.ts'
import { getSetting } from '../configuration/setting-of.ts'
import { holdPartner } from '../partner/require-partner.ts'
import type { App } from '../platform/app/app.ts'
import type { Id } from '../platform/id.ts'
import { invalid } from '../platform/problem.ts'
import type { Table } from '../platform/store/table/table.ts'
import type { Refusal, Unit } from '../platform/store/unit.ts'
import { sealConnection } from './connection.ts'
import {
  CAPABILITY_CATALOG,
  findCapabilityViolations,
  findConnectionViolations,
  pickCredentials,
  type StoredCustodian,
} from './custodian.ts'
import { custodians } from './custodian-store.ts'

/** The tenant's own choice for custodians of this type, as far as the type has them. */
const defaultCapabilities = async (db: Table, tenant: Id, type: CustodianType): Promise<Capability[]> => {
  const byType = await getSetting({ db }, tenant, 'warehousing.defaultCapabilities')
  return (byType[type] ?? []).filter((capability) => CAPABILITY_CATALOG[type].includes(capability))
}

/** A new custodian, active; without a configuration it waits for one, as wizard types always do. */
export const addCustodian = async (
  app: Pick<App, 'db' | 'vault'>,
  unit: Unit,
  { partnerId, type, name, enabledCapabilities: asked, connectionConfig }: Static<typeof CreateCustodianInput>,
  whenTaken?: 'stale' | Refusal,
): Promise<StoredCustodian> => {
  const config = pickCredentials(connectionConfig)
  const violations = [
    ...findCapabilityViolations(type, asked ?? [], (i) => `enabledCapabilities[${i}]`),
    ...(connectionConfig ? findConnectionViolations(type, config) : []),
  ]
  if (violations.length) throw invalid(...violations)
  const [partner, enabledCapabilities] = await Promise.all([
    holdPartner(app.db, unit, partnerId),
    asked ? [...new Set(asked)] : defaultCapabilities(app.db, unit.tenant, type),
  ])
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
