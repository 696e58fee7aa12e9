import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  type _Record,
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams'

export type StreamRecord = _Record

/** Position of a reader: the last handled sequence number of each shard, or `end`. */
export interface Position {
  stream: string
  shards: Record<string, string>
}

export interface ShardRecords {
  shard: string
  records: StreamRecord[]
}

const END = 'end'
/** Records per read. */
export const PAGE_SIZE = 1000

/** Reads a table's stream from a position on, parent shards before their children. Only `done` moves `position`. */
export const openStream = async ({
  table,
  region,
  from,
}: {
  table: string
  region: string
  from?: Position | undefined
}) => {
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
    /** Reads the next records of every open shard, in order within a shard. */
    async read(abortSignal?: AbortSignal): Promise<ShardRecords[]> {
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
    done(shard: string, sequenceNumber: string | undefined) {
      if (sequenceNumber) position.shards[shard] = sequenceNumber
    },
    /** Closes the shard if it has no further iterator. */
    closeIfRead(shard: string) {
      if (!iterators.has(shard)) position.shards[shard] = END
    },
    destroy: () => streams.destroy(),
  }
}

const toPlain = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (Array.isArray(value)) return value.map(toPlain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toPlain(inner)]))
}

// DynamoDB Local has an event name of its own for a removal by expiry.
const toEventName = (name: string | undefined) => (name === 'INSERT' || name === 'MODIFY' ? name : 'REMOVE')

/** Converts a record to the form that Lambda sends to a function. */
export const toLambdaRecord = (record: StreamRecord, stream: string, region: string) => {
  const { ApproximateCreationDateTime, ...change } = record.dynamodb ?? {}
  return {
    eventID: record.eventID,
    eventName: toEventName(record.eventName),
    eventVersion: record.eventVersion ?? '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: region,
    eventSourceARN: stream,
    dynamodb: {
      ...(toPlain(change) as object),
      ApproximateCreationDateTime: (ApproximateCreationDateTime?.getTime() ?? Date.now()) / 1000,
    },
  }
}

/** True if a record matches one of the patterns. A pattern lists the allowed values of a field. */
export const matchesPatterns = (patterns: Record<string, unknown>[], record: object) => {
  const matches = (pattern: unknown, value: unknown): boolean => {
    if (Array.isArray(pattern)) {
      if (pattern.some((each) => typeof each === 'object'))
        throw new Error('Filter patterns may only contain literal values locally.')
      return pattern.includes(value)
    }
    return Object.entries(pattern as object).every(([key, inner]) => matches(inner, (value as never)?.[key]))
  }
  return patterns.length === 0 || patterns.some((pattern) => matches(pattern, record))
}
