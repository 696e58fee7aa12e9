import { createHash } from 'node:crypto'
import { ConnectorError, type ConnectorErrorCode } from '../../connectors/connector.ts'
import type { App } from '../../platform/app/app.ts'
import { type Id, newId } from '../../platform/id.ts'
import { itemKey } from '../../platform/store/entities/entity.ts'
import type { Check, Item, Key, Table } from '../../platform/store/table/table.ts'
import { channels } from './channel-store.ts'

// Sessions at shops:   T#<tenant>#store-session / <connection>   sealedSession, version, credentials, signingInUntil,
//                                                                signingInBy, failedBy, failure

/** A connection with the credentials that a session belongs to. */
export interface SessionOwner {
  tenant: Id
  channelId: Id
  connectionId: Id
  sealedCredentials: string
}

export interface ShopSession {
  /** Undefined until somebody has signed in. */
  secret: string | undefined
  /** Changes with the session. */
  version: Id | undefined
  /** Time at which the claim of the caller that is signing in ends. */
  signingInUntil: Date | undefined
  /** Claim of the latest sign-in that failed, and its error. */
  failedBy: string | undefined
  failure: ConnectorError | undefined
}

interface Failure {
  code: ConnectorErrorCode
  message: string
  retryAfterSeconds?: number
}

interface StoredSession
  extends Partial<Record<'sealedSession' | 'version' | 'signingInBy' | 'signingInUntil' | 'failedBy', string>> {
  credentials: string
  failure?: Failure
}

const sessionKey = ({ tenant, connectionId }: Pick<SessionOwner, 'tenant' | 'connectionId'>): Key => ({
  pk: `T#${tenant}#store-session`,
  sk: connectionId,
})

const buildSealContext = ({ tenant, connectionId }: SessionOwner) => ({
  tenant,
  subject: connectionId,
  purpose: 'store-session',
})

/** Identifies a version of the credentials: they get a new ciphertext whenever they are stored. */
const hashCredentials = ({ sealedCredentials }: SessionOwner) =>
  createHash('sha256').update(sealedCredentials).digest('base64url')

/** Builds the condition that the channel is still connected with these credentials. */
const buildCredentialsCheck = ({ tenant, channelId, sealedCredentials }: SessionOwner): Check => ({
  check: itemKey(tenant, channels, channelId),
  when: '#sealedCredentials = :sealed',
  values: { ':sealed': sealedCredentials },
})

/** Reads the session; returns undefined if there is none or it belongs to other credentials. */
export const readSession = async (
  { db, vault }: Pick<App, 'db' | 'vault'>,
  owner: SessionOwner,
): Promise<ShopSession | undefined> => {
  const item = await db.get<StoredSession>(sessionKey(owner))
  if (item?.credentials !== hashCredentials(owner)) return undefined
  const { sealedSession, version, signingInUntil, failedBy } = item
  const { code, message, retryAfterSeconds }: Partial<Failure> = item.failure ?? {}
  return {
    secret: sealedSession && (await vault.open(sealedSession, buildSealContext(owner))),
    version,
    signingInUntil: signingInUntil ? new Date(signingInUntil) : undefined,
    failedBy,
    failure: code && new ConnectorError(code, message ?? '', { retryAfterSeconds }),
  }
}

/** Builds the item of a session, for the transaction that stores the credentials or checks that they are unchanged. */
export const buildSessionItem = async (
  { vault }: Pick<App, 'vault'>,
  owner: SessionOwner,
  secret: string,
  now: Date,
): Promise<Item> => ({
  ...sessionKey(owner),
  kind: 'store-session',
  credentials: hashCredentials(owner),
  sealedSession: await vault.seal(secret, buildSealContext(owner)),
  version: newId(now),
})

export const buildSessionDelete = (tenant: Id, connectionId: Id) => ({ delete: sessionKey({ tenant, connectionId }) })

export const hasCurrentCredentials = async (db: Table, owner: SessionOwner): Promise<boolean> =>
  (await db.transact([buildCredentialsCheck(owner)])).committed

/**
 * Claims the sign-in for this caller until `until`, if nobody has signed in or failed since it read the session `instead`.
 * Returns true if it succeeded.
 */
export const claimSignIn = async (
  db: Table,
  owner: SessionOwner,
  { by, now, until, instead }: { by: string; now: Date; until: Date; instead: ShopSession | undefined },
): Promise<boolean> => {
  const { version, failedBy } = instead ?? {}
  const { committed } = await db.transact([
    buildCredentialsCheck(owner),
    {
      update: sessionKey(owner),
      set: 'SET #kind = :kind, #credentials = :credentials, #signingInBy = :by, #signingInUntil = :until',
      when: `(attribute_not_exists(#signingInUntil) OR #signingInUntil <= :now) AND ${
        version ? '#version = :version' : 'attribute_not_exists(#version)'
      } AND ${failedBy ? '#failedBy = :failedBy' : 'attribute_not_exists(#failedBy)'}`,
      values: {
        ':kind': 'store-session',
        ':credentials': hashCredentials(owner),
        ':by': by,
        ':until': until.toISOString(),
        ':now': now.toISOString(),
        ...(version && { ':version': version }),
        ...(failedBy && { ':failedBy': failedBy }),
      },
    },
  ])
  return committed
}

/** Stores the session of the caller with the claim; returns false if the claim or the credentials changed meanwhile. */
export const storeSession = async (
  { db, vault }: Pick<App, 'db' | 'vault'>,
  owner: SessionOwner,
  { by, secret, now }: { by: string; secret: string; now: Date },
): Promise<boolean> => {
  const put = await buildSessionItem({ vault }, owner, secret, now)
  const { committed } = await db.transact([
    buildCredentialsCheck(owner),
    { put, when: '#signingInBy = :by', values: { ':by': by } },
  ])
  return committed
}

/** Ends a claim without a session and stores the failure for the callers that wait. */
export const failSignIn = async (db: Table, owner: SessionOwner, by: string, failed: ConnectorError | undefined) => {
  const failure: Failure | undefined = failed && {
    code: failed.code,
    message: failed.message,
    ...(failed.retryAfterSeconds !== undefined && { retryAfterSeconds: failed.retryAfterSeconds }),
  }
  await db.update({
    update: sessionKey(owner),
    set: `${failure ? 'SET #failedBy = :by, #failure = :failure ' : ''}REMOVE #signingInBy, #signingInUntil`,
    when: '#signingInBy = :by',
    values: { ':by': by, ...(failure && { ':failure': failure }) },
  })
}
