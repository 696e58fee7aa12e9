import { createHash } from 'node:crypto'
import type { PushSubscriptionInput } from '../../../schemas/notification/push-subscription.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { invalid } from '../../platform/problem.ts'
import type { Item, Key, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { findSubscriptionViolations } from './find-subscription-violations.ts'

// An identity's browsers:  I#<identity>#push / <digest of the endpoint>   endpoint, keys
// a browser's owner:       P#push#<digest of the endpoint> / OWNER        the identity that registered it last

export interface PushSubscription {
  id: Id
  userId: Id
  endpoint: string
  p256dhKey: string
  authKey: string
  userAgent: string | null
  createdAt: string
  /** Time at which the browser drops it; `expiresAt` belongs to the table. */
  until: string | null
}

/** Bounded, since browsers change their endpoint without removing the old one. */
const MAX_PER_IDENTITY = 20

const hashEndpoint = (endpoint: string) => createHash('sha256').update(endpoint).digest('hex')
const pushPartition = (identity: Id) => `I#${identity}#push`
const ownKey = (identity: Id, digest: string): Key => ({ pk: pushPartition(identity), sk: digest })
const ownerKey = (digest: string): Key => ({ pk: `P#push#${digest}`, sk: 'OWNER' })

const toSubscription = ({ pk: _pk, sk: _sk, kind: _kind, expiresAt: _expiresAt, ...rest }: Item & PushSubscription) =>
  rest

const computeExpiry = (until: string | null) => until && { expiresAt: Math.floor(Date.parse(until) / 1000) }

export const getPushKeys = (identity: Id, endpoint: string) => {
  const digest = hashEndpoint(endpoint)
  return { own: ownKey(identity, digest), owner: ownerKey(digest) }
}

/** Lists the identity's unexpired browsers, newest first. */
export const findPushSubscriptions = async (db: Table, identity: Id, now: Date): Promise<PushSubscription[]> => {
  const items = await db.query<PushSubscription>({ pk: pushPartition(identity) })
  return items
    .map(toSubscription)
    .filter(({ until }) => until === null || Date.parse(until) > now.getTime())
    .sort((a, b) => (a.id < b.id ? 1 : -1))
}

export const showPushSubscription = ({ until, ...rest }: PushSubscription) => ({ ...rest, expiresAt: until })

const requireAsRead = (owner: Item | undefined) =>
  owner
    ? { when: '#identity = :identity', values: { ':identity': owner.identity } }
    : { when: 'attribute_not_exists(pk)' }

const requireSameBrowser = (before: PushSubscription | undefined) =>
  before ? { when: '#id = :id', values: { ':id': before.id } } : { when: 'attribute_not_exists(pk)' }

const removeSubscription = (unit: Unit, identity: Id, digest: string): void => {
  unit.add({ delete: ownKey(identity, digest) })
  unit.add({ delete: ownerKey(digest), when: '#identity = :identity', values: { ':identity': identity } })
}

/** Registers the browser or updates its keys. Removes it from its previous owner, since the session is another's now. */
export const registerPush = async (
  { db, config }: Pick<App, 'db' | 'config'>,
  unit: Unit,
  identity: Id,
  given: PushSubscriptionInput,
): Promise<{ subscription: PushSubscription; isNew: boolean }> => {
  const violations = findSubscriptionViolations(given, unit.now, config.outboundAllowPrivate)
  if (violations.length) throw invalid(...violations)
  const { endpoint, p256dhKey, authKey, userAgent = null, expiresAt: until = null } = given
  const digest = hashEndpoint(endpoint)
  const [owner, own] = await Promise.all([
    db.get<{ identity: Id }>(ownerKey(digest)),
    db
      .query<PushSubscription>({ pk: pushPartition(identity) })
      .then((items) => items.map((item) => ({ ...toSubscription(item), digest: item.sk }))),
  ])
  const before = own.find((each) => each.digest === digest)
  const subscription: PushSubscription = {
    id: before?.id ?? unit.newId(),
    userId: identity,
    endpoint,
    p256dhKey,
    authKey,
    userAgent,
    createdAt: before?.createdAt ?? unit.now.toISOString(),
    until,
  }
  if (owner && owner.identity !== identity) unit.add({ delete: ownKey(owner.identity, digest) })
  unit.add({
    put: { ...ownerKey(digest), kind: 'push-owner', identity, ...computeExpiry(until) },
    ...requireAsRead(owner),
  })
  const item = { ...ownKey(identity, digest), kind: 'push', ...subscription, ...computeExpiry(until) }
  unit.add({ put: item, ...requireSameBrowser(before) })
  const others = own.filter((each) => each.digest !== digest).sort((a, b) => (a.id < b.id ? 1 : -1))
  for (const each of others.slice(MAX_PER_IDENTITY - 1)) removeSubscription(unit, identity, each.digest)
  return { subscription, isNew: !before }
}

/** Returns false if the identity has no such browser. */
export const removePush = async (db: Table, unit: Unit, identity: Id, endpoint: string): Promise<boolean> => {
  const digest = hashEndpoint(endpoint)
  if (!(await db.get(ownKey(identity, digest)))) return false
  removeSubscription(unit, identity, digest)
  return true
}

/** Removes a browser that its push service reports as gone, unless it was registered again since it was read. */
export const forgetPush = async (db: Table, gone: PushSubscription): Promise<void> => {
  const { userId, endpoint, p256dhKey, authKey } = gone
  const { own, owner } = getPushKeys(userId, endpoint)
  await db.transact([
    {
      delete: own,
      when: '#p256dhKey = :p256dhKey AND #authKey = :authKey',
      values: { ':p256dhKey': p256dhKey, ':authKey': authKey },
    },
    { delete: owner, when: '#identity = :identity', values: { ':identity': userId } },
  ])
}
