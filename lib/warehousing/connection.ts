import type { ConnectionConfig } from '../../schemas/warehousing/custodian.ts'
import type { App } from '../platform/app/app.ts'
import type { Id } from '../platform/id.ts'
import { pickCredentials, type StoredCustodian } from './custodian.ts'

const buildSealContext = (tenant: Id, custodianId: Id) => ({
  tenant,
  subject: custodianId,
  purpose: 'custodian-connection',
})

/** The credentials as they are stored: bound to the tenant and the custodian, null where there are none. */
export const sealConnection = async ({ vault }: Pick<App, 'vault'>, tenant: Id, id: Id, config: ConnectionConfig) =>
  Object.keys(config).length ? await vault.seal(JSON.stringify(config), buildSealContext(tenant, id)) : null

export const openConnection = async (
  { vault }: Pick<App, 'vault'>,
  tenant: Id,
  { id, sealedConnection }: StoredCustodian,
): Promise<ConnectionConfig> =>
  sealedConnection ? pickCredentials(JSON.parse(await vault.open(sealedConnection, buildSealContext(tenant, id)))) : {}
