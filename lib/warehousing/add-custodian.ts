import type { Static } from 'typebox'
import type { Capability, CreateCustodianInput, CustodianType } from '../../schemas/warehousing/custodian.ts'
import { requirePartnerUnchanged } from '../partner/require-partner.ts'
import type { App } from '../platform/app/app.ts'
import type { Id } from '../platform/id.ts'
import { invalid } from '../platform/problem.ts'
import { getSetting } from '../platform/settings/get-settings.ts'
import type { Table } from '../platform/store/table/table.ts'
import type { Refusal } from '../platform/store/transaction.ts'
import type { Unit } from '../platform/store/unit.ts'
import { sealConnection } from './connection.ts'
import {
  CAPABILITY_CATALOG,
  findCapabilityViolations,
  findConnectionViolations,
  findTypeViolations,
  pickCredentials,
  type StoredCustodian,
} from './custodian.ts'
import { openCustodianHook } from './custodian-hook.ts'
import { CUSTODIAN_SETTINGS } from './custodian-settings.ts'
import { custodians } from './custodian-store.ts'

/** Reads the tenant's default capabilities for the type, without those that the type does not have. */
const readDefaultCapabilities = async (db: Table, tenant: Id, type: CustodianType): Promise<Capability[]> => {
  const byType = await getSetting({ db }, tenant, CUSTODIAN_SETTINGS.defaultCapabilities)
  return (byType[type] ?? []).filter((capability) => CAPABILITY_CATALOG[type].includes(capability))
}

/** Creates an active custodian, with or without a connection. Wizard types are always connected later. */
export const addCustodian = async (
  app: Pick<App, 'config' | 'db' | 'vault'>,
  unit: Unit,
  { partnerId, type, name, enabledCapabilities: requested, connectionConfig }: Static<typeof CreateCustodianInput>,
  whenTaken?: 'stale' | Refusal,
): Promise<StoredCustodian> => {
  const config = pickCredentials(connectionConfig)
  const violations = [
    ...findTypeViolations(app, type),
    ...findCapabilityViolations(type, requested ?? [], (i) => `enabledCapabilities[${i}]`),
    ...(connectionConfig ? findConnectionViolations(type, config) : []),
  ]
  if (violations.length) throw invalid(...violations)
  const [partner, enabledCapabilities] = await Promise.all([
    requirePartnerUnchanged(app.db, unit, partnerId),
    requested ? [...new Set(requested)] : readDefaultCapabilities(app.db, unit.tenant, type),
  ])
  const id = unit.newId()
  openCustodianHook(unit, id, enabledCapabilities)
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
