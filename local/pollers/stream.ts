import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams'
import { PAGE_SIZE, type Position, type ShardRecords, type Stream } from './stream-record.ts'

const END = 'end'

/** Reads a table's stream from a position on, parent shards before their children. */
export const openStream = async ({
  table,
  region,
  from,
}: {
  table: string
  region: string
  from?: Position | undefined
}): Promise<Stream> => {
  const dynamo = new DynamoDBClient({ region })
  const streams = new DynamoDBStreamsClient({ region })
  const { Table } = await dynamo.send(new DescribeTableCommand({ TableName: table }))
  dynamo.destroy()
  const stream = Table?.LatestStreamArn ?? ''
  const position: Position = from?.stream === stream ? from : { stream, shards: {} }
  const iterators = new Map<string, string>()
  let known = false

  const discover = async () => {
    const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn: stream }))
    const shards = StreamDescription?.Shards ?? []
    const ids = new Set(shards.map(({ ShardId }) => ShardId))
    for (const { ShardId = '', ParentShardId } of shards) {
      const at = position.shards[ShardId]
      const waits = ParentShardId && ids.has(ParentShardId) && position.shards[ParentShardId] !== END
      if (at === END || waits || iterators.has(ShardId)) continue
      const start = at
        ? { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER' as const, SequenceNumber: at }
        : { ShardIteratorType: 'TRIM_HORIZON' as const }
      const { ShardIterator } = await streams.send(
        new GetShardIteratorCommand({ StreamArn: stream, ShardId, ...start }),
      )
      if (ShardIterator) iterators.set(ShardId, ShardIterator)
    }
    known = iterators.size > 0
  }

  return {
    position,
    async read(abortSignal) {
      if (!known) await discover()
      const found: ShardRecords[] = []
      for (const [shard, ShardIterator] of [...iterators]) {
        try {
          const { Records = [], NextShardIterator } = await streams.send(
            new GetRecordsCommand({ ShardIterator, Limit: PAGE_SIZE }),
            abortSignal ? { abortSignal } : {},
          )
          if (NextShardIterator) iterators.set(shard, NextShardIterator)
          else known = !iterators.delete(shard)
          if (Records.length || !NextShardIterator) found.push({ shard, records: Records })
        } catch (error) {
          known = !iterators.delete(shard)
          if ((error as Error).name === 'TrimmedDataAccessException') delete position.shards[shard]
          else if ((error as Error).name !== 'ExpiredIteratorException') throw error
        }
      }
      return found
    },
    done(shard, sequenceNumber) {
      if (sequenceNumber) position.shards[shard] = sequenceNumber
    },
    closeIfRead(shard) {
      if (!iterators.has(shard)) position.shards[shard] = END
    },
    destroy: () => streams.destroy(),
  }
}
