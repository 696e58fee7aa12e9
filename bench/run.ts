import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { catalog } from './catalog.ts'
import { channels } from './channels.ts'
import { coldStart } from './cold-start.ts'
import { cost } from './cost.ts'
import { fulfilment } from './fulfilment.ts'
import { gateway } from './gateway.ts'
import { notifications } from './notifications.ts'
import { pipeline } from './pipeline.ts'
import { restarts } from './restart.ts'
import { signIn } from './sign-in.ts'
import { startedStack } from './stack.ts'

// `npm run bench` runs all parts, `npm run bench -- pipeline` one of them.

process.env.LOG_LEVEL = 'SILENT'

const PARTS: Record<string, { title: string; measure: () => Promise<string> }> = {
  pipeline: { title: 'Request pipeline, in process', measure: pipeline },
  'cold-start': { title: 'Cold start of each function', measure: coldStart },
  'sign-in': { title: 'Refused sign-ins, known and unknown addresses', measure: signIn },
  notifications: { title: 'Notifications, from commit to list, on the started stack', measure: notifications },
  channels: { title: 'Orders of channels, imported and by webhook, on the started stack', measure: channels },
  fulfilment: { title: 'Orders of channels, routed and dispatched, on the started stack', measure: fulfilment },
  catalog: { title: 'Catalogs of channels, published and imported, in process', measure: catalog },
  cost: { title: 'Cost of every kind of operation, counted, in process', measure: cost },
  restart: { title: 'What a killed platform left, after its restart', measure: restarts },
  gateway: { title: 'The local gateway under load, beside another checkout', measure: gateway },
  stack: { title: 'Started stack, beside a bare handler', measure: startedStack },
}
const VERSIONS = ['@middy/core', 'hono', '@aws-lambda-powertools/event-handler', '@aws-sdk/client-dynamodb', 'jose']

const [{ dependencies }, peers] = ['../package.json', 'peers/package.json'].map((path) =>
  JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')),
) as [{ dependencies: Record<string, string> }, { dependencies: Record<string, string> }]

const asked = process.argv.slice(2)
const unknown = asked.find((name) => !Object.hasOwn(PARTS, name))
if (unknown) {
  console.error(`Unknown part ${unknown}. Choose from ${Object.keys(PARTS).join(', ')}.`)
  process.exit(1)
}

const load = () => `load ${loadavg()[0]?.toFixed(1)}`

const measured = async ([name, { title, measure }]: (typeof parts)[number]) => {
  const started = Date.now()
  console.log(`\n## ${title}\n`)
  console.log(await measure())
  console.log(`\n${((Date.now() - started) / 1000).toFixed(0)} s, ${load()} at the end of ${name}`)
}

const parts = Object.entries(PARTS).filter(([name]) => !asked.length || asked.includes(name))

if (!process.env.BENCH_OF_MANY) {
  console.log(`# Benchmarks of ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC\n`)
  console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model}, ${load()} at the start`)
  console.log(VERSIONS.map((name) => `${name} ${dependencies[name] ?? peers.dependencies[name]}`).join(', '))
}
const [only, ...more] = parts
if (only && !more.length) await measured(only)
// Each part runs in a process of its own, because it changes the settings, memory and compiled code of the process.
else
  for (const [name] of parts) {
    const env = { ...process.env, BENCH_OF_MANY: 'yes' }
    const { status } = spawnSync(process.execPath, [import.meta.filename, name], { stdio: 'inherit', env })
    if (status) process.exitCode = 1
  }
