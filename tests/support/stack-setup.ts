import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { hasJava } from '../../local/choose-table.ts'
import { root } from '../../local/definitions.ts'
import { makeDataFolder } from './data-folder.ts'
import { freePort } from './free-port.ts'

export interface StackUrls {
  api: string
  mail: string
  dynamodb: string
  queues: string
  lambda: string
  providers: string
  /** Environment of the stack. */
  variables: Record<string, string>
}

declare module 'vitest' {
  interface ProvidedContext {
    stack: StackUrls
  }
}

const VARIABLES = {
  api: 'API_PORT',
  lambda: 'LAMBDA_PORT',
  dynamodb: 'DYNAMODB_PORT',
  queues: 'AWS_PORT',
  files: 'FILES_PORT',
  kms: 'KMS_PORT',
  smtp: 'SMTP_PORT',
  mail: 'MAIL_PORT',
  providers: 'PROVIDERS_PORT',
}

/**
 * Where the table is of a start that would work with any: embedded, since the table is proved equal and DynamoDB Local needs
 * twice as much of the processor as all that is tried. With `EVERY_CASE=true` it is in DynamoDB Local, if that can run.
 */
export const eitherTable = (): string => (process.env.EVERY_CASE === 'true' && hasJava() ? 'dynamodb' : 'embedded')

/** Chooses free ports and a data folder, so that a stack can run beside another; `env` is for `local/start.ts`. */
export const ownStack = async () => {
  const dataDir = await makeDataFolder()
  const ports: Record<string, number> = {}
  for (const name of Object.keys(VARIABLES)) ports[name] = await freePort()
  const env: Record<string, string | undefined> = {
    DATA_DIR: dataDir,
    PUBLIC_URL: undefined,
    AWS_ENDPOINT_URL: undefined,
    // Only the tests of the demo tenant need what it has, and the others need the processor.
    DEMO_TENANT: 'false',
    TABLE: 'dynamodb',
  }
  for (const [name, variable] of Object.entries(VARIABLES)) env[variable] = String(ports[name])
  return { dataDir, ports, env }
}

export const start = (env: Record<string, string | undefined>, args: string[] = []) => {
  const child = spawn(process.execPath, [join(root, 'local/start.ts'), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text
        if (said.includes('Entrepot is running')) resolve()
      })
    }
    child.once('exit', () => reject(new Error(`the stack ended:\n${said}`)))
  })
  ready.catch(() => undefined)
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { child, ready, ended, said: () => said }
}

const describeStack = ({ ports, env }: Awaited<ReturnType<typeof ownStack>>): StackUrls => {
  const at = (name: string) => `http://127.0.0.1:${ports[name]}`
  return {
    api: `http://localhost:${ports.api}`,
    mail: at('mail'),
    dynamodb: at('dynamodb'),
    queues: at('queues'),
    lambda: at('lambda'),
    providers: `http://localhost:${ports.providers}`,
    variables: Object.fromEntries(
      Object.entries(env).filter((each): each is [string, string] => each[1] !== undefined),
    ),
  }
}

/** Starts the whole platform like a developer. */
export const startStack = async (
  env: Record<string, string> = {},
): Promise<{ urls: StackUrls; stop: () => Promise<void> }> => {
  const own = await ownStack()
  const { child, ready, ended } = start({ ...own.env, ...env })
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    await rm(own.dataDir, { recursive: true, force: true })
  }
  await ready.catch(async (error) => {
    await stop()
    throw error
  })
  return { urls: describeStack(own), stop }
}

/** Starts one platform for all end-to-end files. Without Java they are all skipped, and read only where it would be. */
export default async ({ provide }: TestProject) => {
  if (!hasJava()) {
    provide('stack', describeStack(await ownStack()))
    return
  }
  // All files sign in and open pages from one address, more often than a person would.
  const { urls, stop } = await startStack({ RATE_LIMIT_AUTH: '10000', RATE_LIMIT_IP: '100000' })
  provide('stack', urls)
  return stop
}
