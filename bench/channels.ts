import { createHmac } from 'node:crypto'
import { members } from '../lib/iam/member-store.ts'
import type { MemberOwner } from '../lib/notification/member-scope.ts'
import { countUnread } from '../lib/notification/notifications/notification-store.ts'
import { signAccessToken } from '../lib/platform/access/access-token.ts'
import { listScopesOfRole } from '../lib/platform/access/scopes.ts'
import type { App } from '../lib/platform/app/app.ts'
import { type Id, newId } from '../lib/platform/id.ts'
import { runInUnit } from '../lib/platform/store/unit.ts'
import { findHooks } from '../lib/sales/webhooks/channel-hooks-store.ts'
import { readCurrentSecret } from '../lib/sales/webhooks/hook-secrets.ts'
import { waitFor } from '../local/wait.ts'
import { buildOrderRow } from './order-row.ts'
import { fixed, quantile, table } from './report.ts'
import { measureAtStack } from './stack/start.ts'

// Measures a bulk import, the answers to a burst of webhooks, and the time until all of them are processed.

const ORDERS = 500
const ROUNDS = 5
const WEBHOOKS = 1000
const AT_ONCE = 10

interface Caller {
  url: string
  token: string
}

const ask = async ({ url, token }: Caller, method: string, path: string, body?: unknown) => {
  const answer = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status} ${text}`)
  return JSON.parse(text)
}

let made = 0
const aChannel = (caller: Caller, type: string, credentials: object) =>
  ask(caller, 'POST', '/api/sales/channels', { name: 'Shop', code: `B-${++made}`, type, credentials })

const anOrder = (i: number) => buildOrderRow(String(i), 2580 + i)

const imports = async (caller: Caller): Promise<string> => {
  const times: { fresh: number[]; again: number[] } = { fresh: [], again: [] }
  const orders = Array.from({ length: ORDERS }, (_, i) => anOrder(i))
  for (let round = -1; round < ROUNDS; round++) {
    const { id } = await aChannel(caller, 'manual', {})
    for (const [kind, outcome] of [
      ['fresh', 'imported'],
      ['again', 'skipped'],
    ] as const) {
      const start = performance.now()
      const result = await ask(caller, 'POST', `/api/sales/channels/${id}/import-orders`, { orders })
      if (result[outcome] !== ORDERS) throw new Error(`The import returned ${JSON.stringify(result)}.`)
      if (round >= 0) times[kind].push(performance.now() - start)
    }
  }
  const row = (name: string, ms: number[]) => [name, ...[0, 0.5, 1].map((share) => fixed(quantile(ms, share), 0))]
  return table(
    [`import of ${ORDERS} orders`, 'least ms', 'median ms', 'most ms'],
    [row('new ones', times.fresh), row('the same again', times.again)],
  )
}

/** Measures an import until each order is in the list of the tenant's only member, who also gets mails. */
const toldImport = async (caller: Caller, app: App, owner: MemberOwner, gone: Promise<string>): Promise<string> => {
  const now = app.clock()
  await runInUnit(app.db, { tenant: owner.tenant, actor: null, now }, async (unit) => {
    const email = `${owner.identity}@bench.example`
    const rest = { role: 'owner', status: 'active', firstName: 'Ada', invitation: null } as const
    unit.create(members, { identityId: owner.identity, email, ...rest })
  })
  const { id } = await aChannel(caller, 'manual', {})
  const before = await countUnread(app.db, owner)
  const start = performance.now()
  const orders = Array.from({ length: ORDERS }, (_, i) => anOrder(i))
  await ask(caller, 'POST', `/api/sales/channels/${id}/import-orders`, { orders })
  const answered = performance.now() - start
  const isTold = async () => (await countUnread(app.db, owner)) - before >= ORDERS
  await waitFor(`${ORDERS} notifications`, isTold, { seconds: 300, everyMs: 200, unless: gone })
  const figures = [answered, performance.now() - start].map((ms) => fixed(ms / 1000))
  return table([`import of ${ORDERS} orders, for one member`, 'answered, s', 'all in the list, s'], [['', ...figures]])
}

interface Told {
  text: string
  event: string
  isForged: boolean
}

/** Every fifth webhook repeats the one before, and every tenth has a wrong signature. */
const burst = (): Told[] =>
  Array.from({ length: WEBHOOKS }, (_, i) => {
    const which = i % 5 === 4 ? i - 1 : i
    const order = {
      id: `SIM-${which}`,
      status: 'processing',
      currency: 'EUR',
      total: '119.00',
      city: 'Berlin',
      country: 'DE',
    }
    const at = { placedAt: '2026-03-01T10:00:00.000Z', modifiedAt: '2026-03-01T10:00:00.000Z' }
    const rest = { customer: { name: 'Ada', email: 'ada@example.com' }, lines: [] }
    return { text: JSON.stringify({ ...order, ...at, ...rest }), event: `event-${which}`, isForged: i % 10 === 7 }
  })

const webhooks = async (caller: Caller, app: App, tenant: Id, gone: Promise<string>): Promise<string> => {
  const { id } = await aChannel(caller, 'simulator', { api_key: 'good', seed: 'bench', orders: '0' })
  await ask(caller, 'POST', `/api/sales/channels/${id}/webhooks`, { topic: 'order.created' })
  const hooks = await findHooks(app.db, tenant, id)
  if (!hooks) throw new Error('the channel has no webhooks')
  const secret = await readCurrentSecret(app, tenant, hooks)
  const left = burst()
  const good = new Set(left.flatMap(({ event, isForged }) => (isForged ? [] : event))).size
  const ms: number[] = []
  const tell = async ({ text, event, isForged }: Told) => {
    const signature = createHmac('sha256', isForged ? 'somebody else' : secret)
      .update(text)
      .digest('base64')
    const headers = {
      'x-simulator-topic': 'order.created',
      'x-simulator-event': event,
      'x-simulator-signature': signature,
    }
    const start = performance.now()
    const { status } = await fetch(`${caller.url}/hooks/channels/${id}`, { method: 'POST', headers, body: text })
    ms.push(performance.now() - start)
    if (status !== (isForged ? 401 : 202)) throw new Error(`A webhook was answered with ${status}.`)
  }
  const start = performance.now()
  const partition = async () => {
    for (let next = left.shift(); next; next = left.shift()) await tell(next)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, partition))
  const answered = performance.now() - start
  const orders = `/api/sales/orders?itemsPerPage=1&channelId=${id}`
  const processed = async () => (await ask(caller, 'GET', orders)).totalItems === good
  await waitFor(`${good} orders`, processed, { seconds: 300, everyMs: 500, unless: gone })
  const figures = [0.5, 0.95, 0.99].map((share) => fixed(quantile(ms, share), 0))
  const ends = [answered, performance.now() - start].map((each) => fixed(each / 1000))
  return table(
    [`${WEBHOOKS} webhooks, ${AT_ONCE} at a time`, 'p50 ms', 'p95 ms', 'p99 ms', 'answered, s', 'processed, s'],
    [[`${good} orders among them`, ...figures, ...ends]],
  )
}

export const channels = (): Promise<string> =>
  measureAtStack(async ({ url, gone }, app) => {
    const now = new Date()
    const [identity, session, tenant] = [newId(now), newId(now), newId(now)]
    const caller = {
      url,
      token: await signAccessToken(app, { identity, session, tenant, scopes: listScopesOfRole('owner') }),
    }
    const parts = [await imports(caller), await webhooks(caller, app, tenant, gone)]
    return [...parts, await toldImport(caller, app, { tenant, identity }, gone)].join('\n\n')
  })
