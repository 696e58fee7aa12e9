import type { Table } from '../../platform/store/table/table.ts'
import type { ServiceAccount } from './service-account.ts'
import { isValidKey, type ServiceAccountKey } from './service-account-key.ts'
import { type Client, findClients } from './service-account-store.ts'

export const presentKey = (key: ServiceAccountKey) => {
  const { id, type, createdAt, expiresAt } = key
  return { id, type, algorithm: key.type === 'public_key' ? key.algorithm : null, createdAt, expiresAt }
}

/** Returns the resource, with the valid keys. */
export const presentServiceAccount = (
  account: ServiceAccount,
  { keys, lastUsed }: Pick<Client, 'keys' | 'lastUsed'>,
  now: Date,
) => ({
  ...account,
  keys: keys
    .filter((key) => isValidKey(key, now))
    .map((key) => ({ ...presentKey(key), lastUsedAt: lastUsed.get(key.id) ?? null })),
  lastUsedAt: [...lastUsed.values()].sort().at(-1) ?? null,
})

const NO_CLIENT: Pick<Client, 'keys' | 'lastUsed'> = { keys: [], lastUsed: new Map() }

/** Reads the keys of some service accounts and presents them. */
export const presentServiceAccounts = async (db: Table, accounts: readonly ServiceAccount[], now: Date) => {
  const clients = await findClients(
    db,
    accounts.map(({ id }) => id),
  )
  return accounts.map((account) => presentServiceAccount(account, clients.get(account.id) ?? NO_CLIENT, now))
}
