import { type App, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import {
  type Action,
  type Item,
  type Key,
  type Outcome,
  type Put,
  type Range,
  type Table,
  typeReads,
  type Update,
  type Written,
} from '../../lib/platform/store/table/table.ts'
import { makeVault } from '../../lib/platform/vault/vault.ts'

const buildId = ({ pk, sk }: Key) => `${pk}\n${sk}`

/** A table that answers at once and stores only items that were put. Gates count nothing, transactions store nothing. */
const instantTable = (): Table & { keep(item: Item): void } => {
  const items = new Map<string, Item>()
  const keep = (item: Item) => void items.set(buildId(item), item)
  return typeReads({
    keep,
    get: async (key: Key) => items.get(buildId(key)),
    batchGet: async (keys: readonly Key[]) => keys.flatMap((key) => items.get(buildId(key)) ?? []),
    query: async ({ pk, prefix = '' }: Range) =>
      [...items.values()].filter((item) => item.pk === pk && item.sk.startsWith(prefix)),
    async put({ put }: Put): Promise<Written> {
      keep(put)
      return { ok: true, item: put }
    },
    update: async ({ names }: Update): Promise<Written> => ({
      ok: true,
      item: { [names?.['#w'] as string]: 1 } as Item,
    }),
    async transact(actions: readonly Action[]): Promise<Outcome> {
      for (const action of actions) if ('put' in action && action.put.kind === 'signing-key') keep(action.put)
      return { committed: true }
    },
  })
}

const KEY = new Uint8Array(32).fill(7)

/** Installs an application whose dependencies all answer at once from memory. */
export const useAppInMemory = (): { app: App; keep(item: Item): void } => {
  const clock = () => new Date()
  const table = instantTable()
  const app: App = {
    config: { ...readConfig(), limits: { identity: 1e9, ip: 1e9, auth: 1e9, satellite: 1e9, serviceAccount: 1e9 } },
    clock,
    uptime: () => performance.now(),
    db: table,
    vault: makeVault({ generate: async () => ({ plain: KEY, wrapped: KEY }), unwrap: async () => KEY }, clock),
    queues: { send: async () => new Set() },
    mail: { send: async () => undefined },
    sms: { send: async () => undefined },
    outbound: { send: () => Promise.reject(new Error('nothing is out there')) },
    files: {
      put: async () => undefined,
      get: async () => Buffer.alloc(0),
      getDownloadUrl: async () => '',
    } as unknown as App['files'],
  }
  useApp(app)
  return { app, keep: table.keep }
}
