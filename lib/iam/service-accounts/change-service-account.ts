import type { CreateServiceAccountInput, UpdateServiceAccountInput } from '../../../schemas/iam/service-account.ts'
import { normalizeNetwork } from '../../platform/access/network.ts'
import { buildMembershipRevocation } from '../../platform/access/revocation.ts'
import type { Scope } from '../../platform/access/scopes.ts'
import type { Id } from '../../platform/id.ts'
import { move } from '../../platform/moves.ts'
import { invalid, type Violation } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { presentServiceAccount, presentServiceAccounts } from './present-service-account.ts'
import { findScopeViolations, SERVICE_ACCOUNT_MOVES, type ServiceAccount } from './service-account.ts'
import { putClient, removeClient, serviceAccounts } from './service-account-store.ts'

interface Caller {
  identity: Id
  scopes: ReadonlySet<string>
}

const findNetworkViolations = (networks: readonly string[] = []): Violation[] =>
  networks.flatMap((network, i) =>
    normalizeNetwork(network)
      ? []
      : [{ propertyPath: `networks[${i}]`, message: 'must be a network such as 203.0.113.0/24 or 2001:db8::/32' }],
  )

const findExpiryViolations = (expiresAt: string | null | undefined, now: Date): Violation[] =>
  expiresAt && new Date(expiresAt) <= now ? [{ propertyPath: 'expiresAt', message: 'must be in the future' }] : []

/** Checks what was given and returns it as it is stored. */
const readLimits = <T extends UpdateServiceAccountInput>(
  given: T,
  by: Caller,
  now: Date,
  before?: Pick<ServiceAccount, 'scopes'>,
) => {
  const { scopes, networks, expiresAt } = given
  const violations = [
    ...findScopeViolations(scopes ?? [], by.scopes, before?.scopes),
    ...findNetworkViolations(networks),
    ...findExpiryViolations(expiresAt, now),
  ]
  if (violations.length) throw invalid(...violations)
  return {
    ...(scopes && { scopes: [...new Set(scopes as Scope[])] }),
    ...(networks && { networks: [...new Set(networks.flatMap((each) => normalizeNetwork(each) ?? []))] }),
    ...(expiresAt !== undefined && { expiresAt: expiresAt && new Date(expiresAt).toISOString() }),
  }
}

/** Adds a service account without keys, for which the caller answers. */
export const addServiceAccount = (unit: Unit, by: Caller, given: CreateServiceAccountInput) => {
  const { name, description = null } = given
  const { scopes = [], networks = [], expiresAt = null } = readLimits(given, by, unit.now)
  const account = unit.create(serviceAccounts, {
    ...{ name, description, scopes, networks, expiresAt },
    status: 'active',
    sponsorId: by.identity,
    version: unit.newId(),
  })
  putClient(unit, account.id, { tenant: unit.tenant, sponsor: by.identity, keys: [] })
  return presentServiceAccount(account, { keys: [], lastUsed: new Map() }, unit.now)
}

/** Changes the service account and revokes its tokens, which were issued for it as it was. */
const replaceServiceAccount = (
  unit: Unit,
  account: ServiceAccount,
  changes: Partial<Omit<ServiceAccount, 'id' | 'rev' | 'createdAt' | 'updatedAt'>>,
): ServiceAccount => {
  const version = unit.newId()
  unit.add(buildMembershipRevocation(account.id, unit.tenant, version, unit.now))
  return unit.update(serviceAccounts, account, { ...changes, version })
}

const present = async (db: Table, unit: Unit, account: ServiceAccount) => {
  const [presented] = await presentServiceAccounts(db, [account], unit.now)
  return presented
}

export const updateServiceAccount = async (
  db: Table,
  unit: Unit,
  by: Caller,
  id: Id,
  given: UpdateServiceAccountInput,
) => {
  const account = await unit.load(serviceAccounts, id)
  const { name = account.name, description = account.description } = given
  const limits = readLimits(given, by, unit.now, account)
  const described = { name, description }
  const changed = Object.keys(limits).length
    ? replaceServiceAccount(unit, account, { ...described, ...limits })
    : unit.update(serviceAccounts, account, described)
  return await present(db, unit, changed)
}

export const moveServiceAccount = async (db: Table, unit: Unit, id: Id, action: keyof typeof SERVICE_ACCOUNT_MOVES) => {
  const account = await unit.load(serviceAccounts, id)
  const status = move(SERVICE_ACCOUNT_MOVES, 'service account', account.status, action)
  return await present(db, unit, replaceServiceAccount(unit, account, { status }))
}

/** Makes the caller answer for the service account. Its keys end, since whoever answered for it before may have them. */
export const takeOverServiceAccount = async (unit: Unit, by: Pick<Caller, 'identity'>, id: Id) => {
  const account = await unit.load(serviceAccounts, id)
  const changed = replaceServiceAccount(unit, account, { sponsorId: by.identity })
  putClient(unit, account.id, { tenant: unit.tenant, sponsor: by.identity, keys: [] })
  return presentServiceAccount(changed, { keys: [], lastUsed: new Map() }, unit.now)
}

export const removeServiceAccount = async (unit: Unit, id: Id): Promise<void> => {
  const account = await unit.load(serviceAccounts, id)
  unit.remove(serviceAccounts, account)
  removeClient(unit, account.id)
  // No token carries this version.
  unit.add(buildMembershipRevocation(account.id, unit.tenant, unit.newId(), unit.now))
}
