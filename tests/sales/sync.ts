import { onTestFinished } from 'vitest'
import { type App, app, makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import type { Log } from '../../lib/platform/log.ts'
import { createLog } from '../../lib/platform/log.ts'
import { listDuePartitions } from '../../lib/platform/store/table/due.ts'
import type { Table } from '../../lib/platform/store/table/table.ts'
import { syncChannel } from '../../lib/sales/order-sync/sync-channel.ts'
import type { Member } from '../support/client.ts'
import { runSeed } from '../support/seed.ts'

let ahead = 0

/** Installs an app with simulated shops and a clock that `later` moves forward. */
export const simulating = (more: Partial<App> = {}) => {
  const limits = { ...readConfig().limits, identity: 1_000_000, ip: 1_000_000, auth: 1_000_000 }
  const clock = () => new Date(Date.now() + ahead)
  useApp({ ...makeApp({ ...readConfig(), simulatedStores: true, limits }), clock, ...more })
}

export const later = (ms: number) => {
  ahead += ms
}

let made = 0

/** Returns the seed of another simulated shop; the same seeds for the same seed of the test run. */
export const aStoreSeed = () => `store ${runSeed} ${++made}`

/** Creates a channel of a simulated shop whose orders do not change. */
export const aSimulatedChannel = async (member: Member, store: Record<string, string>, fields: object = {}) => {
  const seed = aStoreSeed()
  const now = new Date(app().clock().getTime() - 60_000).toISOString()
  const { body, status } = await member.post('/api/sales/channels', {
    name: 'Simulated shop',
    code: `S-${++made}`,
    type: 'simulator',
    credentials: { api_key: 'key', seed, now, orders: '30', ...store },
    ...fields,
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body as { id: string; name: string }
}

/** Makes something happen during the first call of a function of a platform, before the call reaches the shop. */
export const duringFirstCall = <N extends string, F extends (...given: never[]) => Promise<unknown>>(
  part: { [name in N]?: F } | undefined,
  name: N,
  happens: () => Promise<unknown>,
) => {
  const original = part?.[name]
  if (!part || !original) throw new Error(`the platform cannot ${name}`)
  let isFirst = true
  const restore = () => {
    part[name] = original
  }
  part[name] = (async (...given: Parameters<F>) => {
    if (isFirst) {
      isFirst = false
      await happens()
    }
    return await original(...given)
  }) as F
  onTestFinished(restore)
}

export const syncing = (member: Member, { id }: { id: string }, log: Log = createLog({})) =>
  syncChannel(app(), member.tenant, id, log)

export const runsOf = async (member: Member, { id }: { id: string }) =>
  (await member.get(`/api/sales/channels/${id}/sync-runs`)).body.member

export const recordsOf = async (member: Member, { id }: { id: string }, run: { id: string }, query = '') =>
  (await member.get(`/api/sales/channels/${id}/sync-runs/${run.id}/records?itemsPerPage=100&${query}`)).body

export const channelOf = async (member: Member, { id }: { id: string }) =>
  (await member.get(`/api/sales/channels/${id}`)).body

/** Returns the time at which the channel is due; undefined if it never is. */
export const turnOf = async (db: Table, { id }: { id: string }) => {
  const found = await Promise.all(listDuePartitions('channel').map((pk) => db.query({ pk, index: 'due' })))
  return found.flat().find(({ sk }) => sk === id)?.dueSk as string | undefined
}
