import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import type { Running } from './child.ts'
import { type DynamoDbProcess, launchDynamoDb } from './dynamodb-process.ts'
import { answers, waitFor } from './wait.ts'

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

/** Starts DynamoDB Local with its data in a folder, unless it was launched before, and waits until it answers. */
export const startDynamoDb = async (
  place: { port: number; dataDir: string },
  { child, port, dataDir, gone }: DynamoDbProcess = launchDynamoDb(place),
): Promise<Running & { pid: number; gone: Promise<string> }> => {
  const url = `http://127.0.0.1:${port}`
  await waitFor('DynamoDB Local', () => answers(url), { unless: gone, progress: child.progress })
  await indexStreams(url, dataDir)
  return { url, pid: child.pid, gone, stop: () => child.stop() }
}
