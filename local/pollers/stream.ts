import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  type _Record,
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams'

export type StreamRecord = _Record

/** How far a reader is: the last sequence number of each shard that is done with, or `end`. */
export interface Position {
  stream: string
  shards: Record<string, string>
}

export interface ShardRecords {
  shard: string
  records: StreamRecord[]
}

const END = 'end'
/** As many records as are read at once. */
export const PAGE = 1000

/** Reads a table's stream from a position on, parents before children; `position` is moved only by `done`. */
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
    /** The next records of every open shard, in order within it. */
    async read(abortSignal?: AbortSignal): Promise<ShardRecords[]> {
      if (!known) await discover()
      const found: ShardRecords[] = []
      for (const [shard, ShardIterator] of [...iterators]) {
        try {
          const { Records = [], NextShardIterator } = await streams.send(
            new GetRecordsCommand({ ShardIterator, Limit: PAGE }),
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
    /** A shard without a further iterator is closed once its records are handled. */
    closeIfRead(shard: string) {
      if (!iterators.has(shard)) position.shards[shard] = END
    },
    destroy: () => streams.destroy(),
  }
}

const plain = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]))
}

// DynamoDB Local names a removal by expiry in a word of its own.
const eventName = (name: string | undefined) => (name === 'INSERT' || name === 'MODIFY' ? name : 'REMOVE')

/** A record as a function gets it. */
export const asLambdaRecord = (record: StreamRecord, stream: string, region: string) => {
  const { ApproximateCreationDateTime, ...change } = record.dynamodb ?? {}
  return {
    eventID: record.eventID,
    eventName: eventName(record.eventName),
    eventVersion: record.eventVersion ?? '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: region,
    eventSourceARN: stream,
    dynamodb: {
      ...(plain(change) as object),
      ApproximateCreationDateTime: (ApproximateCreationDateTime?.getTime() ?? Date.now()) / 1000,
    },
  }
}

/** Whether a record passes one of the patterns; a pattern lists the allowed values of a field. */
export const passes = (patterns: Record<string, unknown>[], record: object) => {
  const fits = (pattern: unknown, value: unknown): boolean => {
    if (Array.isArray(pattern)) {
      if (pattern.some((each) => typeof each === 'object')) throw new Error('only literal values are filtered locally')
      return pattern.includes(value)
    }
    return Object.entries(pattern as object).every(([key, inner]) => fits(inner, (value as never)?.[key]))
  }
  return patterns.length === 0 || patterns.some((pattern) => fits(pattern, record))
}
