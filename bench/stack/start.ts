import { rm } from 'node:fs/promises'
import { type App, makeApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { startChild } from '../../local/child.ts'
import { root } from '../../local/definitions.ts'
import { readSettings } from '../../local/settings.ts'
import { keepTablesOf } from '../../local/table/keep-tables.ts'
import { answers, waitFor } from '../../local/wait.ts'
import { makeDataFolder } from '../../tests/support/data-folder.ts'
import { freePort } from '../../tests/support/free-port.ts'

export const PORTS = [
  'API_PORT',
  'LAMBDA_PORT',
  'DYNAMODB_PORT',
  'AWS_PORT',
  'FILES_PORT',
  'KMS_PORT',
  'SMTP_PORT',
  'MAIL_PORT',
  'PROVIDERS_PORT',
]

/** Starts the whole platform like `npm start`, on its own ports and without rate limits. */
const startStack = async (dataDir: string) => {
  const ports = await Promise.all(PORTS.map(async (name) => [name, String(await freePort())]))
  const most = '1000000000'
  const generous = { RATE_LIMIT_IDENTITY: most, RATE_LIMIT_IP: most, RATE_LIMIT_WEBHOOK: most }
  const settings = readSettings({
    env: { ...process.env, ...Object.fromEntries(ports), ...generous, DATA_DIR: dataDir, PUBLIC_URL: '', APP_URL: '' },
  })
  const port = settings.ports.api.number
  const said: string[] = []
  const child = startChild(process.execPath, ['local/start.ts'], {
    cwd: root,
    env: { ...settings.environment, ...Object.fromEntries(ports), DATA_DIR: dataDir, DEMO_TENANT: 'false' },
    onLine: (line) => said.push(line),
  })
  const gone = child.gone.then((reason) => `${reason} ${said.slice(-5).join('\n')}`)
  return { name: 'Entrepot', url: `http://127.0.0.1:${port}`, port, child, gone, environment: settings.environment }
}

type StartedStack = Awaited<ReturnType<typeof startStack>>

/** Starts a stack and an app on its table, measures, and removes both. */
export const measureAtStack = async <T>(measure: (stack: StartedStack, app: App) => Promise<T>): Promise<T> => {
  const dataDir = await makeDataFolder()
  const stack = await startStack(dataDir)
  Object.assign(process.env, stack.environment)
  keepTablesOf(stack.environment)
  try {
    const { PUBLIC_URL = '', TABLE_NAME = '', KMS_KEY_ID = '' } = stack.environment
    const app = makeApp({ ...readConfig(), publicUrl: PUBLIC_URL, table: TABLE_NAME, kmsKeyId: KMS_KEY_ID })
    await waitFor('The stack', () => answers(`${stack.url}/api/docs`), {
      unless: stack.gone,
      progress: stack.child.progress,
    })
    await waitFor('The table', async () => (await app.db.query({ pk: 'P#tenants' })).length > 0, { unless: stack.gone })
    return await measure(stack, app)
  } finally {
    await stack.child.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
