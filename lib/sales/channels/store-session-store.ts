import { createHash } from 'node:crypto'
import { ConnectorError, type ConnectorErrorCode } from '../../connectors/connector.ts'
import type { App } from '../../platform/app/app.ts'
import { type Id, newId } from '../../platform/id.ts'
import { itemKey } from '../../platform/store/entities/entity.ts'
import type { Check, Item, Key, Table } from '../../platform/store/table/table.ts'
import { channels } from './channel-store.ts'

// Sessions at stores:  T#<tenant>#store-session / <connection>   sealedSession, version, credentials, signingInUntil,
//                                                                signingInBy, failedBy, failure

/** A connection with the credentials that a session belongs to. */
export interface SessionOwner {
  tenant: Id
  channelId: Id
  connectionId: Id
  sealedCredentials: string
}

export interface StoreSession {
  /** Undefined where nobody has signed in yet. */
  secret: string | undefined
  /** Changes with the session. */
  version: Id | undefined
  /** The claim of the caller who is signing in, with the time at which it ends. */
  signingInBy: string | undefined
  signingInUntil: Date | undefined
  /** The latest sign-in that failed, and why. */
  failedBy: string | undefined
  failure: ConnectorError | undefined
}

interface Failure {
  code: ConnectorErrorCode
  message: string
  retryAfterSeconds?: number
}

const keyFor = ({ tenant, connectionId }: Pick<SessionOwner, 'tenant' | 'connectionId'>): Key => ({
  pk: `T#${tenant}#store-session`,
  sk: connectionId,
})

const vaultOwner = ({ tenant, connectionId }: SessionOwner) => ({
  tenant,
  subject: connectionId,
  purpose: 'store-session',
})

/** Credentials get another ciphertext whenever they are stored, so it tells one version from the next. */
const credentialsVersion = ({ sealedCredentials }: SessionOwner) =>
  createHash('sha256').update(sealedCredentials).digest('base64url')

/** Holds as long as the channel is connected with these very credentials. */
const standing = ({ tenant, channelId, sealedCredentials }: SessionOwner): Check => ({
  check: itemKey(tenant, channels, channelId),
  when: '#sealedCredentials = :sealed',
  values: { ':sealed': sealedCredentials },
})

/** Undefined where there is nothing, or a session of other credentials, which is nobody's business here. */
export const readSession = async (
  { db, vault }: Pick<App, 'db' | 'vault'>,
  owner: SessionOwner,
): Promise<StoreSession | undefined> => {
  const item = await db.get(keyFor(owner))
  if (item?.credentials !== credentialsVersion(owner)) return undefined
  const { sealedSession, version, signingInBy, signingInUntil, failedBy } = item as Record<string, string | undefined>
  const { code, message, retryAfterSeconds } = (item.failure ?? {}) as Partial<Failure>
  return {
    secret: sealedSession && (await vault.open(sealedSession, vaultOwner(owner))),
    version,
    signingInBy,
    signingInUntil: signingInUntil ? new Date(signingInUntil) : undefined,
    failedBy,
    failure: code && new ConnectorError(code, message ?? '', { retryAfterSeconds }),
  }
}

/** The item of a session, for a transaction that changes the channel's credentials or follows them. */
export const sessionItem = async (
  { vault }: Pick<App, 'vault'>,
  owner: SessionOwner,
  secret: string,
  now: Date,
): Promise<Item> => ({
  ...keyFor(owner),
  kind: 'store-session',
  credentials: credentialsVersion(owner),
  sealedSession: await vault.seal(secret, vaultOwner(owner)),
  version: newId(now),
})

export const sessionDelete = (tenant: Id, connectionId: Id) => ({ delete: keyFor({ tenant, connectionId }) })

export const isStanding = async (db: Table, owner: SessionOwner): Promise<boolean> =>
  (await db.transact([standing(owner)])).committed

/** Claims the sign-in for this caller, and tells whether it succeeded; the claim ends by itself. */
export const claimSignIn = async (
  db: Table,
  owner: SessionOwner,
  { by, now, until, instead }: { by: string; now: Date; until: Date; instead: StoreSession | undefined },
): Promise<boolean> => {
  const version = instead?.version
  const { committed } = await db.transact([
    standing(owner),
    {
      update: keyFor(owner),
      set: 'SET #kind = :kind, #credentials = :credentials, #signingInBy = :by, #signingInUntil = :until',
      when: `(attribute_not_exists(#signingInUntil) OR #signingInUntil <= :now) AND ${
        version ? '#version = :version' : 'attribute_not_exists(#version)'
      }`,
      values: {
        ':kind': 'store-session',
        ':credentials': credentialsVersion(owner),
        ':by': by,
        ':until': until.toISOString(),
        ':now': now.toISOString(),
        ...(version && { ':version': version }),
      },
    },
  ])
  return committed
}

/** Stores the session of who has claimed to sign in; false where the claim or the credentials are no longer theirs. */
export const storeSession = async (
  { db, vault }: Pick<App, 'db' | 'vault'>,
  owner: SessionOwner,
  { by, secret, now }: { by: string; secret: string; now: Date },
): Promise<boolean> => {
  const put = await sessionItem({ vault }, owner, secret, now)
  const { committed } = await db.transact([standing(owner), { put, when: '#signingInBy = :by', values: { ':by': by } }])
  return committed
}

/** Ends a claim without a session; those who wait for it learn why. */
export const failSignIn = async (db: Table, owner: SessionOwner, by: string, failed: ConnectorError | undefined) => {
  const failure: Failure | undefined = failed && {
    code: failed.code,
    message: failed.message,
    ...(failed.retryAfterSeconds !== undefined && { retryAfterSeconds: failed.retryAfterSeconds }),
  }
  await db.update({
    update: keyFor(owner),
    set: `${failure ? 'SET #failedBy = :by, #failure = :failure ' : ''}REMOVE #signingInBy, #signingInUntil`,
    when: '#signingInBy = :by',
    values: { ':by': by, ...(failure && { ':failure': failure }) },
  })
}
