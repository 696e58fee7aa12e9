import { readdirSync, readFileSync } from 'node:fs'
import { rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { startChild } from '../local/child.ts'
import { root } from '../local/definitions.ts'
import { readSettings } from '../local/settings.ts'
import { waitFor } from '../local/wait.ts'
import { makeDataFolder } from '../tests/support/data-folder.ts'
import { freePort } from '../tests/support/free-port.ts'
import { makeLoad } from './peers/load.ts'
import { fixed, quantile, spread, table } from './report.ts'
import { PORTS } from './stack/start.ts'

// Compares two checkouts on the same machine: BASELINE=/path/to/another npm run bench -- gateway

const SECONDS = 6
const CLIENTS = [1, 8, 32]
const WARM_UP_SECONDS = 4
const RELOADS = 5
/** A source that every function loads. */
const SOURCE = 'lib/platform/deadline.ts'
const MANY_REQUESTS = Number(process.env.REQUESTS ?? 0)

const pageBytes = 4096
const stat = (pid: string) => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
  } catch {
    return []
  }
}

/** Reads the memory of a process and its descendants without the database, which is the same in every checkout. */
const readMegabytes = (pid: number): number => {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const children = Map.groupBy(all, (each) => stat(each)[1] ?? '')
  const below = (each: string): string[] => [each, ...(children.get(each) ?? []).flatMap(below)]
  const isDatabase = (each: string) => readFileSync(`/proc/${each}/cmdline`, 'utf8').startsWith('java')
  const own = below(String(pid)).filter((each) => stat(each).length && !isDatabase(each))
  return own.reduce((sum, each) => sum + (Number(stat(each)[21]) * pageBytes) / 1024 ** 2, 0)
}

const startCheckout = async (folder: string) => {
  const dataDir = await makeDataFolder()
  const ports = Object.fromEntries(await Promise.all(PORTS.map(async (name) => [name, String(await freePort())])))
  const most = '1000000000'
  const env = { ...ports, RATE_LIMIT_IDENTITY: most, RATE_LIMIT_IP: most, RATE_LIMIT_AUTH: most, DATA_DIR: dataDir }
  const { ports: settled } = readSettings({ env: { ...process.env, ...env } })
  let isReady = false
  let reloads = 0
  const begun = Date.now()
  const child = startChild(process.execPath, ['local/start.ts'], {
    cwd: folder,
    env: { ...env, LOG_LEVEL: 'SILENT', DEMO_TENANT: 'false' },
    onLine: (line) => {
      if (line.includes('Entrepot is running')) isReady = true
      if (line.includes('Reloaded the changed sources')) reloads++
    },
  })
  await waitFor('The stack', async () => isReady, { unless: child.gone, progress: child.progress, everyMs: 20 })
  const startSeconds = (Date.now() - begun) / 1000
  const url = `http://127.0.0.1:${settled.api.number}`
  const answer = await fetch(`${url}/api/v1/iam/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'demo@entrepot.example', password: 'demo-password' }),
  })
  const { accessToken } = (await answer.json()) as { accessToken: string }
  const stop = async () => {
    await child.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url, accessToken, startSeconds, pid: child.pid, countReloads: () => reloads, stop }
}

type Started = Awaited<ReturnType<typeof startCheckout>>

const load = async (
  { url, accessToken }: Started,
  connections: number,
  how: { duration: number } | { amount: number },
) => {
  const headers = { authorization: `Bearer ${accessToken}` }
  const run = makeLoad({ url: `${url}/api/partner/partners`, headers, connections, timeout: 60, ...how })
  const ms: number[] = []
  let untrue = 0
  run.on('response', (client, status, _bytes, took) => {
    ms.push(took)
    if (status !== 200) untrue++
    void client
  })
  const result = await run
  return {
    perSecond: ms.length / result.duration,
    p99: ms.length ? quantile(ms, 0.99) : Number.NaN,
    untrue: untrue + result.errors,
  }
}

/** Returns the seconds from a change of a source until a request is answered by the changed code. */
const reload = async ({ url, accessToken, countReloads }: Started, folder: string): Promise<number> => {
  const before = countReloads()
  const begun = Date.now()
  await utimes(join(folder, SOURCE), new Date(), new Date())
  await waitFor('The changed code', async () => countReloads() > before, { everyMs: 10 })
  const { status } = await fetch(`${url}/api/partner/partners`, { headers: { authorization: `Bearer ${accessToken}` } })
  if (status !== 200) throw new Error(`the changed code answered ${status}`)
  return (Date.now() - begun) / 1000
}

const measured = async (name: string, folder: string, requests = 0): Promise<string[][]> => {
  const started = await startCheckout(folder)
  try {
    await load(started, 8, { duration: WARM_UP_SECONDS })
    const rows: string[][] = []
    for (const clients of CLIENTS) {
      const { perSecond, p99, untrue } = await load(started, clients, { duration: SECONDS })
      const memory = `${fixed(readMegabytes(started.pid), 0)} MB`
      rows.push([name, `${clients} clients`, fixed(perSecond, 1), fixed(p99), String(untrue), memory])
    }
    for (let done = 0; done < requests; done += requests / 10) {
      const begun = Date.now()
      const { perSecond, p99, untrue } = await load(started, 8, { amount: requests / 10 })
      const memory = `${fixed(readMegabytes(started.pid), 0)} MB`
      const what = `${done + requests / 10} GETs, ${((Date.now() - begun) / 1000).toFixed(0)} s`
      rows.push([name, what, fixed(perSecond, 1), fixed(p99), String(untrue), memory])
    }
    const seconds: number[] = []
    for (let n = 0; n < RELOADS; n++) seconds.push(await reload(started, folder))
    const { median, least, most } = spread(seconds)
    const reloaded = `${fixed(median)} s (${fixed(least)} to ${fixed(most)})`
    return [
      ...rows,
      [name, 'start', `${started.startSeconds.toFixed(1)} s`, '', '', ''],
      [name, 'a changed source', reloaded, '', '', ''],
    ]
  } finally {
    await started.stop()
  }
}

export const gateway = async (): Promise<string> => {
  const { BASELINE } = process.env
  const rows = [
    ...(BASELINE ? await measured('baseline', BASELINE) : []),
    ...(await measured('this', root, MANY_REQUESTS)),
  ]
  return table(['', '', 'GETs/s', 'p99 ms', 'not 200', 'memory'], rows)
}
