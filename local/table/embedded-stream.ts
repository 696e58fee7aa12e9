import { convertToAttr, marshall } from '@aws-sdk/util-dynamodb'
import type { Item } from '../../lib/platform/store/table/table.ts'
import { PAGE_SIZE, type Position, type StreamRecord } from '../pollers/stream-record.ts'
import type { Change, EmbeddedTable } from './embedded-table.ts'

const SHARD = 'embedded'
const DIGITS = 21

/** Defines a member that is computed when it is read, because most changes are wanted by nobody. */
const defineLate = (object: object, name: string, compute: () => unknown): void => {
  Object.defineProperty(object, name, { enumerable: true, get: compute })
}

const showImage = (item: Item = {} as Item) => {
  const image = {}
  for (const [name, value] of Object.entries(item)) defineLate(image, name, () => convertToAttr(value))
  return image
}

const toRecord = (change: Change): StreamRecord => {
  const { number, at, event, byService, key } = change
  const dynamodb = {
    Keys: marshall(key),
    SequenceNumber: String(number).padStart(DIGITS, '0'),
    ApproximateCreationDateTime: at,
    StreamViewType: 'NEW_IMAGE' as const,
  }
  if (event !== 'REMOVE') defineLate(dynamodb, 'NewImage', () => showImage(change.item))
  return {
    eventID: String(number),
    eventName: event,
    eventVersion: '1.1',
    ...(byService && { userIdentity: { Type: 'Service', PrincipalId: 'dynamodb.amazonaws.com' } }),
    dynamodb,
  }
}

/** Reads the changes of an embedded table as `openStream` reads those of DynamoDB, in one shard that never ends. */
export const openEmbeddedStream = (table: EmbeddedTable, name: string, from?: Position) => {
  const stream = `embedded:${name}`
  const position: Position = from?.stream === stream ? from : { stream, shards: {} }
  let last = Number(position.shards[SHARD] ?? 0)
  return {
    position,
    async read() {
      const changes = table.readChanges(last, PAGE_SIZE)
      last = changes.at(-1)?.number ?? last
      return changes.length ? [{ shard: SHARD, records: changes.map(toRecord) }] : []
    },
    done(shard: string, sequenceNumber: string | undefined) {
      if (sequenceNumber) position.shards[shard] = sequenceNumber
    },
    closeIfRead: (_shard: string) => undefined,
    destroy: () => undefined,
  }
}
