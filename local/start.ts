import { join } from 'node:path'
import { type Demo, renderBanner } from './banner.ts'
import { launchDynamoDb } from './dynamodb-process.ts'
import { findLockHolder, lock } from './lock.ts'
import { formatLine } from './log-line.ts'
import { listObstacles } from './preflight.ts'
import { readSettings } from './settings.ts'
import type { Stack } from './stack.ts'

const started = Date.now()
const settings = readSettings({ localstack: process.argv.includes('--localstack') })
Object.assign(process.env, settings.environment)
delete process.env.AWS_PROFILE
delete process.env.AWS_SESSION_TOKEN

const refuse = (reasons: string[]): never => {
  for (const reason of reasons) console.error(`\n  ${reason}`)
  console.error('')
  process.exit(1)
}

const holder = findLockHolder(settings.dataDir)
if (holder)
  refuse([`A stack is already running on ${settings.dataDir} (process ${holder}). Stop it first, or set DATA_DIR.`])
const found = await listObstacles(settings)
if (found.length) refuse(found)
const release = lock(settings.dataDir)
process.on('exit', release)

let stack: Stack | undefined
let stopping = false

// Each child process has a guard that ends it with this process.
const end = async (code: number) => {
  if (stopping) process.exit(code)
  stopping = true
  await stack?.stop()
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (!stopping) console.log('\n  Stopping …')
    void end(0)
  })
}

try {
  console.log('\n  Starting Entrepot …')
  const place = { port: settings.ports.dynamodb.number, dataDir: join(settings.dataDir, 'dynamodb') }
  const database = settings.awsEndpoint ? undefined : launchDynamoDb(place)
  let demo: Demo | undefined
  // Imported while the database warms up, which takes the longest of all.
  const { startStack } = await import('./stack.ts')
  stack = await startStack(settings, {
    database,
    report: (line) => stopping || console.log(formatLine(line)),
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
} catch (error) {
  if (!stopping) console.error(`\n  ${(error as Error).message}\n`)
  await end(1)
}
