import { type AddKeyInput, DEFAULT_OVERLAP_HOURS } from '../../../schemas/iam/service-account.ts'
import { buildKeysRevocation } from '../../platform/access/revocation.ts'
import type { SignedIn } from '../../platform/http/call.ts'
import type { Id } from '../../platform/id.ts'
import { invalid, notFound, orNotFound, Problem } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { generateKeySecret, hashKeySecret } from './key-secret.ts'
import { presentKey } from './present-service-account.ts'
import { findPublicKeyViolations, readPublicKey } from './public-key.ts'
import type { ServiceAccount } from './service-account.ts'
import { isValidKey, rotateKeys, type ServiceAccountKey } from './service-account-key.ts'
import { changeClientKeys, findClient, serviceAccounts } from './service-account-store.ts'

/** Only the sponsor has the keys, so that whatever the service account does is done in the name of the sponsor. */
const checkMayAddKey = ({ sponsorId }: ServiceAccount, { identity, grant }: SignedIn): void => {
  // A key would outlive the session to which the satellite belongs.
  if (grant) throw new Problem('OPERATION_NOT_ALLOWED', 'A satellite cannot add keys to a service account.')
  if (sponsorId !== identity)
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      'Only the sponsor of the service account can add keys. Take it over first.',
    )
}

/** Writes the keys together with a new revision of the service account, which keeps concurrent changes apart. */
const writeKeys = (unit: Unit, account: ServiceAccount, keys: readonly ServiceAccountKey[], ended: readonly Id[]) => {
  unit.update(serviceAccounts, account, {})
  changeClientKeys(unit, account.id, keys)
  if (ended.length) unit.add(buildKeysRevocation(account.id, ended, unit.now))
}

/** Adds a key and ends those before it, after the overlap or at once. Returns the secret, of which only a hash is stored. */
export const addKey = async (
  db: Table,
  unit: Unit,
  by: SignedIn,
  accountId: Id,
  { overlapHours = DEFAULT_OVERLAP_HOURS, publicKey }: AddKeyInput,
) => {
  const account = await unit.load(serviceAccounts, accountId)
  checkMayAddKey(account, by)
  const violations = publicKey ? findPublicKeyViolations(publicKey) : []
  if (violations.length) throw invalid(...violations)
  const client = orNotFound(await findClient(db, account.id))
  const id = unit.newId()
  const secret = publicKey ? null : generateKeySecret(id)
  const common = { id, createdAt: unit.now.toISOString(), expiresAt: null }
  const added: ServiceAccountKey =
    secret === null && publicKey
      ? {
          ...common,
          type: 'public_key',
          algorithm: publicKey.alg,
          kid: publicKey.kid ?? null,
          jwk: readPublicKey(publicKey),
        }
      : { ...common, type: 'secret', hash: hashKeySecret(secret ?? '') }
  const { keys, ended } = rotateKeys(client.keys, added, overlapHours, unit.now)
  writeKeys(unit, account, keys, ended)
  return { ...presentKey(added), clientId: account.id, secret }
}

/** Ends a key and the tokens that were issued for it. */
export const revokeKey = async (db: Table, unit: Unit, accountId: Id, keyId: Id): Promise<void> => {
  const account = await unit.load(serviceAccounts, accountId)
  const { keys } = orNotFound(await findClient(db, account.id))
  const valid = keys.filter((key) => isValidKey(key, unit.now))
  if (!valid.some(({ id }) => id === keyId)) throw notFound()
  writeKeys(
    unit,
    account,
    valid.filter(({ id }) => id !== keyId),
    [keyId],
  )
}
