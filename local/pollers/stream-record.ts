import type { _Record } from '@aws-sdk/client-dynamodb-streams'

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

/** A reader of a table's changes. Only `done` moves `position`. */
export interface Stream {
  position: Position
  /** Reads the next records of every open shard, in order within a shard. */
  read(abortSignal?: AbortSignal): Promise<ShardRecords[]>
  done(shard: string, sequenceNumber: string | undefined): void
  /** Closes the shard if it has no further iterator. */
  closeIfRead(shard: string): void
  destroy(): void
}

/** Opens the stream of a table from a position on. */
export type OpenStream = (table: string, from: Position | undefined) => Promise<Stream>

/** Records per read. */
export const PAGE_SIZE = 1000

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

/** True if an object matches one of the patterns. A pattern lists the allowed values of a field. */
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

/** Returns the records that a function wants, which are few, so that only these are converted for it. */
export const filterWanted = (patterns: Record<string, unknown>[], records: readonly StreamRecord[]): StreamRecord[] =>
  records.filter(({ eventName, dynamodb = {} }) =>
    matchesPatterns(patterns, { eventName: toEventName(eventName), dynamodb }),
  )
