import type { ConnectionConfig } from '../../schemas/warehousing/custodian.ts'
import type { App } from '../platform/app/app.ts'
import type { Id } from '../platform/id.ts'
import { openJson, sealJson } from '../platform/vault/vault.ts'
import { pickCredentials, type StoredCustodian } from './custodian.ts'

const buildSealContext = (tenant: Id, custodianId: Id) => ({
  tenant,
  subject: custodianId,
  purpose: 'custodian-connection',
})

/** Encrypts credentials for the tenant and the custodian; returns null if there are none. */
export const sealConnection = async ({ vault }: Pick<App, 'vault'>, tenant: Id, id: Id, config: ConnectionConfig) =>
  Object.keys(config).length ? await sealJson(vault, config, buildSealContext(tenant, id)) : null

export const openConnection = async (
  { vault }: Pick<App, 'vault'>,
  tenant: Id,
  { id, sealedConnection }: StoredCustodian,
): Promise<ConnectionConfig> =>
  sealedConnection
    ? pickCredentials(await openJson<ConnectionConfig>(vault, sealedConnection, buildSealContext(tenant, id)))
    : {}
