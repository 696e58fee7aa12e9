import { join } from 'node:path'
import { signAccessToken } from '../lib/platform/access/access-token.ts'
import { listScopesOfRole } from '../lib/platform/access/scopes.ts'
import { newId } from '../lib/platform/id.ts'
import { startApi } from '../local/api.ts'
import { answers, waitFor } from '../local/wait.ts'
import { freePort } from '../tests/support/free-port.ts'
import { makeLoad } from './peers/load.ts'
import { fixed, quantile, table } from './report.ts'
import { findGateway, readProcessorMs } from './stack/processor-time.ts'
import { CREATE_PATH, LIST_SIZE, PARTNER, type Scenario, scenarios } from './stack/requests.ts'
import { measureAtStack } from './stack/start.ts'

const SECONDS = 4
const WARM_UP_SECONDS = 4
const MOST_CONNECTIONS = 10
const CONNECTIONS = [1, MOST_CONNECTIONS]

interface Server {
  name: string
  url: string
  port: number
}

const startBare = async (environment: Record<string, string>) => {
  const [port, lambdaPort] = [await freePort(), await freePort()]
  const folder = join(import.meta.dirname, 'stack')
  const api = await startApi({ port, lambdaPort, env: environment, onLine: () => undefined, folder })
  return { name: 'bare handler', url: api.url, port, stop: api.stop, gone: api.gone }
}

const load = (
  server: Server,
  { method, path, body }: Scenario,
  token: string,
  connections: number,
  duration: number,
) => {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
  const run = makeLoad({ url: server.url + path, method, headers, connections, duration, ...(body && { body }) })
  const ms: number[] = []
  run.on('response', (_client, _status, _bytes, took) => ms.push(took))
  return run.then((result) => {
    if (result.non2xx || result.errors)
      throw new Error(`${server.name}: ${result.non2xx} refusals and ${result.errors} errors at ${method} ${path}`)
    return { ms, seconds: result.duration }
  })
}

const measured = async (server: Server, scenario: Scenario, token: string, connections: number) => {
  const pid = findGateway(server.port)
  const before = pid ? readProcessorMs(pid) : 0
  const { ms, seconds } = await load(server, scenario, token, connections, SECONDS)
  return [
    `${scenario.name}, ${connections} at a time`,
    server.name,
    fixed(ms.length / seconds, 0),
    ...[0.5, 0.95, 0.99].map((share) => fixed(quantile(ms, share))),
    pid ? fixed((readProcessorMs(pid) - before) / ms.length, 2) : '-',
  ]
}

/** Creates enough partners for a list and returns the id of the newest. */
const createPartners = async ({ url }: Server, token: string): Promise<string> => {
  let first = ''
  for (let i = 0; i < LIST_SIZE; i++) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const response = await fetch(url + CREATE_PATH, { method: 'POST', headers, body: PARTNER })
    if (response.status !== 201) throw new Error(`Creating a partner was answered with ${response.status}.`)
    first = ((await response.json()) as { id: string }).id
  }
  return first
}

export const startedStack = (): Promise<string> =>
  measureAtStack(async (stack, app) => {
    const now = new Date()
    const [identity, session, tenant] = [newId(now), newId(now), newId(now)]
    const token = await signAccessToken(app, { identity, session, tenant, scopes: listScopesOfRole('owner') })

    const bare = await startBare(stack.environment)
    try {
      await waitFor('The bare handler', () => answers(bare.url), { unless: bare.gone })
      const servers = [bare, stack]
      const all = scenarios(await createPartners(stack, token))
      // The first request of a function loads its code and is not measured.
      for (const server of servers)
        for (const scenario of all) await load(server, scenario, token, MOST_CONNECTIONS, WARM_UP_SECONDS)
      const rows: string[][] = []
      for (const scenario of all)
        for (const connections of CONNECTIONS)
          for (const server of servers) rows.push(await measured(server, scenario, token, connections))
      return table(['', '', 'requests/s', 'p50 ms', 'p95 ms', 'p99 ms', 'CPU ms a request'], rows)
    } finally {
      await bare.stop()
    }
  })
