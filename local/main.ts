import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Demo, renderBanner } from './banner.ts'
import { root } from './definitions.ts'
import { launchDynamoDb } from './dynamodb-process.ts'
import { superviseGateway } from './gateway/supervisor.ts'
import { findLockHolder, lock } from './lock.ts'
import { formatLine } from './log-line.ts'
import { listObstacles } from './preflight.ts'
import { createProgress } from './progress.ts'
import { readOrExit } from './read-or-exit.ts'
import { readSettings } from './settings.ts'
import type { Stack } from './stack.ts'

const started = Date.now()

const refuse = (reasons: string[]): never => {
  for (const reason of reasons) console.error(`\n  ${reason}`)
  console.error('')
  process.exit(1)
}

const settings = readOrExit(() => {
  const { values } = parseArgs({
    options: { localstack: { type: 'boolean', default: false }, offline: { type: 'boolean', default: false } },
  })
  return readSettings({ localstack: values.localstack, isOffline: values.offline })
})
Object.assign(process.env, settings.environment)
delete process.env.AWS_PROFILE
delete process.env.AWS_SESSION_TOKEN

const holder = findLockHolder(settings.dataDir)
if (holder)
  refuse([`A stack is already running on ${settings.dataDir} (process ${holder.pid}). Stop it first, or set DATA_DIR.`])
const found = await listObstacles(settings)
if (found.length) refuse(found)
const release = lock(settings.dataDir, settings.table.kind)
process.on('exit', release)

let stack: Stack | undefined
let stopping = false
const stopped = new AbortController()

// Each child process has a guard that ends it with this process.
const end = async (code: number) => {
  if (stopping) process.exit(code)
  stopping = true
  stopped.abort()
  await stack?.stop()
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (!stopping) console.log('\n  Stopping …')
    void end(0)
  })
}

/** Describes a failure, with everything that the platform found wrong. */
const describeFailure = (error: unknown) => {
  const { message, violations = [] } = error as Error & { violations?: { propertyPath: string; message: string }[] }
  return [message, ...violations.map(({ propertyPath, message: wrong }) => `${propertyPath}: ${wrong}.`)].join(' ')
}

/** Fills the demo tenant behind the running platform, so that nobody waits for it. */
const fillDemo = async (demo: Demo, invoke: Stack['invoke']) => {
  const begun = Date.now()
  try {
    const { generateClient } = await import('../client/generate/generate-client.ts')
    await generateClient()
    const { fillDemoTenant } = await import('./demo/fill-demo-tenant.ts')
    const { api, mail, providers } = settings.ports
    const has = await fillDemoTenant({
      demo,
      api: `http://127.0.0.1:${api.number}`,
      mails: `http://127.0.0.1:${mail.number}`,
      receiver: `http://localhost:${providers.number}/webhooks`,
      dataDir: settings.dataDir,
      runSchedule: async (name) => {
        await invoke(`${settings.definitions.service}-${settings.definitions.stage}-${name}`, {})
      },
      signal: stopped.signal,
    })
    if (has) console.log(`  The demo tenant has ${has} after ${((Date.now() - begun) / 1000).toFixed(0)} s.\n`)
  } catch (error) {
    if (!stopping) console.error(`  The demo tenant is incomplete: ${describeFailure(error)} The next start goes on.\n`)
  }
}

/** Loads the reference once, so its first visitor does not wait until it is described and compressed. */
const warmReference = async () => {
  const api = `http://127.0.0.1:${settings.ports.api.number}`
  try {
    const page = await (await fetch(`${api}/api/docs`, { signal: stopped.signal })).text()
    const loaded = [...page.matchAll(/rel="preload"[^>]* href="([^"]+)"/g)].map(([, path]) => `${api}${path}`)
    for (const url of loaded) await (await fetch(url, { signal: stopped.signal })).arrayBuffer()
  } catch {
    // The platform is stopping or reloads its sources; the reference is then made at the first visit.
  }
}

try {
  console.log('\n  Starting Entrepot …\n')
  const place = { port: settings.ports.dynamodb.number, dataDir: join(settings.dataDir, 'dynamodb') }
  const isLaunched = !settings.awsEndpoint && settings.table.kind === 'dynamodb'
  const database = isLaunched ? launchDynamoDb(place) : undefined
  const report = (line: string) => stopping || console.log(formatLine(line))
  const superviseOwn = () =>
    superviseGateway({ folder: root, port: settings.ports.api.number, env: settings.environment, onLine: report })
  const supervising = settings.isOffline ? undefined : superviseOwn()
  supervising?.catch(() => undefined)
  let demo: Demo | undefined
  // Imported while the database and the functions start, which takes the longest of all.
  const { startStack } = await import('./stack.ts')
  stack = await startStack(settings, {
    ...{ database, report },
    ...(supervising && { supervising }),
    progress: createProgress(process.stdout),
    fill: async () => {
      // Imported after the environment is set, because the application reads it once.
      const { seed } = await import('./seed.ts')
      demo = await seed()
    },
  })
  void stack.failed.then((reason) => {
    if (stopping) return
    console.error(`\n  ${reason}\n  Stopping everything …\n`)
    void end(1)
  })
  console.log(renderBanner(settings, demo, (Date.now() - started) / 1000))
  // The reference names what the demo tenant has, so it is loaded afterwards.
  if (demo && settings.fillsDemoTenant) await fillDemo(demo, stack.invoke)
  await warmReference()
} catch (error) {
  if (!stopping) console.error(`\n  ${(error as Error).message}\n`)
  await end(1)
}
