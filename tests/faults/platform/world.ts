import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { findAccount } from '../../../lib/iam/identity-store.ts'
import { signAccessToken, verifyAccessToken } from '../../../lib/platform/access/access-token.ts'
import { listScopesOfRole } from '../../../lib/platform/access/scopes.ts'
import type { App } from '../../../lib/platform/app/app.ts'
import { readConfig } from '../../../lib/platform/app/config.ts'
import { type Id, newId } from '../../../lib/platform/id.ts'
import type { Mail } from '../../../lib/platform/mail/mail.ts'
import type { OutboundRequest, OutboundResponse } from '../../../lib/platform/outbound/outbound.ts'
import { OutboundError } from '../../../lib/platform/outbound/outbound-error.ts'
import type { Message } from '../../../lib/platform/queue/queue.ts'
import {
  type Action,
  formatKey,
  type Item,
  keyOf,
  type Table,
  TransientFault,
} from '../../../lib/platform/store/table/table.ts'
import type { DataKeys } from '../../../lib/platform/vault/data-keys.ts'
import { makeVault } from '../../../lib/platform/vault/vault.ts'
import { channelHooks, type StoredHooks } from '../../../lib/sales/webhooks/channel-hooks-store.ts'
import { readCurrentSecret } from '../../../lib/sales/webhooks/hook-secrets.ts'
import { faultyCall, nothingRecorded, recording } from '../../support/faults.ts'
import { openScheduledWorld } from '../scheduled-world.ts'
import { aVerifiedPerson } from '../staff.ts'
import type { Mutant } from '../world.ts'
import { openMemoryFiles } from './memory-files.ts'

/** A text that must appear nowhere outside the vault. */
export const CANARY = 'canary-4f0c81d2-never-shown'

export interface Person {
  identity: Id
  email: string
  /** Tenant in which the person works; outsiders have none. */
  tenant: Id | undefined
  token?: string
}

/** A message that a queue holds. */
export interface Queued {
  queue: string
  body: string
  receives: number
}

/** A new item that the table's stream shows. */
export type Streamed = Pick<Item, 'pk' | 'sk' | 'kind'>

/** Writes of one request or one worker. */
export interface Written {
  keys: string[]
}
const writing = new AsyncLocalStorage<Written>()
export const noteWrites = <T>(written: Written, work: () => Promise<T>): Promise<T> => writing.run(written, work)

const STREAMED = new Set<unknown>(['outbox', 'delivery', 'webhook'])

/** Shows new items in the stream, and notes who writes what. */
const follow = (
  table: Table & { find(key: { pk: string; sk: string }): Item | undefined },
  stream: Streamed[],
): Table => {
  const note = (action: Action) => {
    if (!('check' in action) && !('isBookkeeping' in action)) writing.getStore()?.keys.push(formatKey(keyOf(action)))
  }
  const isNew = (action: Action) =>
    'put' in action && STREAMED.has(action.put.kind) && table.find(action.put) === undefined
  const show = (actions: readonly Action[]) => {
    for (const action of actions) {
      note(action)
      if (!('put' in action)) continue
      const { pk, sk, kind } = action.put
      stream.push({ pk, sk, kind })
    }
  }
  return {
    ...table,
    async put(put) {
      const created = isNew(put)
      const written = await table.put(put)
      if (written.ok) note(put)
      if (written.ok && created) show([put])
      return written
    },
    async update(update) {
      const written = await table.update(update)
      if (written.ok) note(update)
      return written
    },
    async transact(actions, token) {
      const created = actions.filter(isNew)
      const outcome = await table.transact(actions, token)
      if (!outcome.committed) return outcome
      for (const action of actions) note(action)
      for (const action of created) show([action])
      return outcome
    },
  }
}

/** Data keys without a service; only the vault itself knows which is wrapped. */
const openDataKeys = (): DataKeys => {
  const keys = new Map<string, { plain: Uint8Array; context: string }>()
  return {
    async generate(context) {
      const wrapped = Buffer.from(`key-${keys.size}`)
      const plain = randomBytes(32)
      keys.set(wrapped.toString(), { plain, context: JSON.stringify(context) })
      return { plain, wrapped }
    },
    async unwrap(wrapped, context) {
      const found = keys.get(Buffer.from(wrapped).toString())
      if (found?.context !== JSON.stringify(context)) throw new Error('the key belongs to another context')
      return found.plain
    },
  }
}

const CALL_MS = 2
const QUEUE_FAULTS = new Set(['throttled', 'conflict', 'unreachable'])

/** A platform with one tenant of several members, and another tenant, whose calls a seed orders, and lets fail. */
export const openPlatform = async (random: () => number, mutant?: Mutant) => {
  const stream: Streamed[] = []
  const queue: Queued[] = []
  const mails: Mail[] = []
  const hooks: OutboundRequest[] = []
  const recorded = nothingRecorded()
  const world = openScheduledWorld(random, {
    toBase: (table) => recording(follow(table, stream), recorded),
    callMs: CALL_MS,
    ...(mutant && { mutant }),
  })
  const { scheduler, clock, among } = world

  /** A call to another party that may fail before or after it had its effect. */
  const call = async <T>(work: () => T, onFailure: (fault: TransientFault) => T): Promise<T> => {
    try {
      return await scheduler.call(() => faultyCall(async () => work()))
    } catch (error) {
      if (error instanceof TransientFault && QUEUE_FAULTS.has(error.kind)) return onFailure(error)
      throw error
    }
  }
  const enqueue = (name: string, messages: readonly Message[]) =>
    call(
      () => {
        for (const { body } of messages) queue.push({ queue: name, body, receives: 0 })
        return new Set<string>()
      },
      () => new Set(messages.map(({ id }) => id)),
    )
  const sendMail = (mail: Mail) =>
    call(
      () => void mails.push(mail),
      (fault) => {
        throw fault
      },
    )
  const sendOutbound = (request: OutboundRequest) =>
    call<OutboundResponse>(
      () => {
        hooks.push(request)
        return { status: 204, headers: {}, body: Buffer.alloc(0) }
      },
      (fault) => {
        if (fault.kind !== 'throttled') throw new OutboundError('timeout')
        return { status: 503, headers: {}, body: Buffer.alloc(0) }
      },
    )

  const most = random() < 0.15 ? 40 : 1_000_000
  const limits = { identity: most, ip: 1_000_000, auth: 1_000_000, satellite: 1_000_000, serviceAccount: 1_000_000 }
  const app: App = world.use({
    config: { ...readConfig(), simulatedStores: true, webhookLimit: 1_000_000, limits },
    vault: makeVault(openDataKeys(), clock),
    queues: { send: enqueue },
    mail: { send: sendMail },
    sms: { send: async () => undefined },
    outbound: { send: sendOutbound },
    files: openMemoryFiles(),
  })

  const [owner, stranger, ...others] = await Promise.all(
    [true, true, false, false, false, false].map((isOwner) => aVerifiedPerson(app, isOwner)),
  )
  const findMembership = async ({ identity }: Pick<Person, 'identity'>, tenant?: Id) =>
    (await findAccount(app.db, identity))?.memberships.find(
      (each) => each.status === 'active' && (!tenant || each.tenant === tenant),
    )
  const toPerson = async (person: typeof owner): Promise<Person> => ({
    identity: person?.identity ?? '',
    email: person?.email ?? '',
    tenant: (await findMembership({ identity: person?.identity ?? '' }))?.tenant,
  })
  const people = await Promise.all([owner, ...others].map(toPerson))
  const tenant = people[0]?.tenant as Id
  for (const person of people) person.tenant = tenant
  const foreigner = await toPerson(stranger)

  const known = new Map<Person, { version: string; until: number }>()
  /** Signs everybody in who may work in their tenant; a member whose role was changed gets another token. */
  const signIn = async () => {
    for (const person of [...people, foreigner]) {
      const membership = await findMembership(person, person.tenant)
      const before = known.get(person)
      const now = clock().getTime()
      if (!membership || (before?.version === membership.version && before.until > now)) continue
      const { version, role } = membership
      person.token = await signAccessToken(app, {
        identity: person.identity,
        session: newId(clock()),
        tenant: person.tenant,
        membership: version,
        scopes: listScopesOfRole(role),
      })
      // Verified once before the scheduler runs, since signatures are checked by other threads.
      await verifyAccessToken(app, person.token)
      known.set(person, { version, until: now + 600_000 })
    }
  }
  await signIn()

  const secrets = new Map<Id, string>()
  /** Learns the secrets with which the shops sign their webhooks. */
  const learnSecrets = async () => {
    for (const hooks of world.listOf<StoredHooks>(tenant, channelHooks.name))
      if (!secrets.has(hooks.id)) secrets.set(hooks.id, await readCurrentSecret(app, tenant, hooks))
  }
  return {
    ...world,
    ...{ app, tenant, people, foreigner, recorded, stream, queue, mails, hooks, signIn, learnSecrets },
    /** Channels with webhooks. */
    hooked: () => [...secrets].map(([id, secret]) => ({ id, secret })),
    list: <T>(name: string) => world.listOf<T>(tenant, name),
    pick: <T>(list: readonly T[]): T | undefined => list[among(list.length)],
  }
}

export type PlatformWorld = Awaited<ReturnType<typeof openPlatform>>
