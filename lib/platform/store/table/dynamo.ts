import { ConditionalCheckFailedException, DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { CALL_LIMITS } from '../../outbound/call-limits.ts'
import {
  type Action,
  type Condition,
  type Item,
  type Key,
  PartialRead,
  type Range,
  type Table,
  TransientFault,
  typeReads,
} from './table.ts'

const TRANSIENT: Record<string, TransientFault['kind']> = {
  ThrottlingException: 'throttled',
  ProvisionedThroughputExceededException: 'throttled',
  RequestLimitExceeded: 'throttled',
  TransactionConflictException: 'conflict',
  TransactionInProgressException: 'conflict',
  TimeoutError: 'unreachable',
  ECONNRESET: 'unreachable',
  ECONNREFUSED: 'unreachable',
  EPIPE: 'unreachable',
  // While a start or a deployment still creates the table.
  ResourceNotFoundException: 'unreachable',
}
const CANCELLED: Record<string, TransientFault['kind']> = {
  TransactionConflict: 'conflict',
  ThrottlingError: 'throttled',
  ProvisionedThroughputExceeded: 'throttled',
}

/** Recognizes errors by their status, because a proxy can answer with a body that the SDK cannot parse. */
const isServersFault = (error: unknown): boolean => {
  const { $metadata, $response } = error as {
    $metadata?: { httpStatusCode?: number }
    $response?: { statusCode?: number }
  }
  return ($response?.statusCode ?? $metadata?.httpStatusCode ?? 0) >= 500
}

const toTransientFault = (error: unknown): TransientFault | undefined => {
  const { name = '', code = '' } = error as { name?: string; code?: string }
  if (error instanceof TransactionCanceledException) {
    const reason = error.CancellationReasons?.find((each) => CANCELLED[each.Code ?? ''])
    return reason && new TransientFault(CANCELLED[reason.Code ?? ''] ?? 'conflict', error)
  }
  const kind = TRANSIENT[name] ?? TRANSIENT[code] ?? (isServersFault(error) ? 'unreachable' : undefined)
  return kind && new TransientFault(kind, error)
}

const findNames = (expression: string, given: Record<string, string> = {}) => {
  const found: Record<string, string> = { ...given }
  for (const [name] of expression.matchAll(/#\w+/g)) found[name] ??= name.slice(1)
  return Object.keys(found).length ? found : undefined
}

const buildCondition = ({ when, values, names: given }: Condition, set = '') => ({
  ConditionExpression: when,
  ExpressionAttributeNames: findNames(`${when ?? ''} ${set}`, given),
  ExpressionAttributeValues: values,
  ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
})

const LAST_CHARACTER = '\u{10ffff}'

const buildKeyRange = ({ from, to, prefix }: Range): [string, Record<string, string>] => {
  // Costs what begins_with does, but DynamoDB Local reads that one on to the end of the partition.
  if (prefix !== undefined) return buildKeyRange({ pk: '', from: prefix, to: `${prefix}${LAST_CHARACTER}` })
  if (from !== undefined && to !== undefined) return [' AND #sk BETWEEN :from AND :to', { ':from': from, ':to': to }]
  if (from !== undefined) return [' AND #sk >= :from', { ':from': from }]
  if (to !== undefined) return [' AND #sk <= :to', { ':to': to }]
  return ['', {}]
}

const toItem = (item: unknown) => item as Item | undefined
const toItems = (items: readonly object[] = []) => items as readonly Item[]
const unmarshallItem = (item: Parameters<typeof unmarshall>[0] | undefined) => toItem(item && unmarshall(item))

export const createDynamoTable = (TableName: string): Table => {
  // All retries are in retry-table.ts, above the injected faults of tests.
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ ...CALL_LIMITS, maxAttempts: 1 }), {
    marshallOptions: { removeUndefinedValues: true },
  })
  const guardCall = async <T>(call: Promise<T>): Promise<T> => {
    try {
      return await call
    } catch (error) {
      throw toTransientFault(error) ?? error
    }
  }
  const awaitWrite = async (call: Promise<{ Attributes?: unknown }>, fallback?: Item) => {
    try {
      const { Attributes } = await call
      return { ok: true as const, item: toItem(Attributes) ?? (fallback as Item) }
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw toTransientFault(error) ?? error
      return { ok: false as const, item: unmarshallItem(error.Item) }
    }
  }
  const toTransactItem = (action: Action) => {
    if ('put' in action) return { Put: { TableName, Item: action.put, ...buildCondition(action) } }
    if ('update' in action)
      return {
        Update: { TableName, Key: action.update, UpdateExpression: action.set, ...buildCondition(action, action.set) },
      }
    if ('delete' in action) return { Delete: { TableName, Key: action.delete, ...buildCondition(action) } }
    return {
      ConditionCheck: { TableName, Key: action.check, ...buildCondition(action), ConditionExpression: action.when },
    }
  }

  return typeReads({
    async get({ pk, sk }: Key) {
      const { Item } = await guardCall(
        client.send(new GetCommand({ TableName, Key: { pk, sk }, ConsistentRead: true })),
      )
      return toItem(Item)
    },
    async batchGet(keys: readonly Key[]) {
      const items: Item[] = []
      let left: Key[] = keys.map(({ pk, sk }) => ({ pk, sk }))
      while (left.length) {
        const Keys = left.slice(0, 100)
        const { Responses, UnprocessedKeys } = await guardCall(
          client.send(new BatchGetCommand({ RequestItems: { [TableName]: { Keys, ConsistentRead: true } } })),
        )
        items.push(...toItems(Responses?.[TableName]))
        const unread = (UnprocessedKeys?.[TableName]?.Keys ?? []) as Key[]
        left = [...unread, ...left.slice(100)]
        if (unread.length === Keys.length) throw new PartialRead(items, left)
      }
      return items
    },
    async query(range: Range) {
      const [bound, values] = buildKeyRange(range)
      const [pk, sk] = range.index ? ['duePk', 'dueSk'] : ['pk', 'sk']
      const wanted =
        range.only && Object.fromEntries([sk, ...range.only].map((name, i) => [i ? `#o${i}` : '#sk', name]))
      const items: Item[] = []
      let start: Record<string, unknown> | undefined
      do {
        const page = await guardCall(
          client.send(
            new QueryCommand({
              TableName,
              IndexName: range.index,
              ConsistentRead: !range.index,
              KeyConditionExpression: `#pk = :pk${bound}`,
              ProjectionExpression: wanted && Object.keys(wanted).join(', '),
              ExpressionAttributeNames: { '#pk': pk, ...(bound && { '#sk': sk }), ...wanted },
              ExpressionAttributeValues: { ':pk': range.pk, ...values },
              ScanIndexForward: !range.newestFirst,
              Limit: range.limit && range.limit - items.length,
              ExclusiveStartKey: start,
            }),
          ),
        )
        items.push(...toItems(page.Items))
        start = page.LastEvaluatedKey
      } while (start && (range.limit === undefined || items.length < range.limit))
      return items
    },
    put: (put) =>
      awaitWrite(client.send(new PutCommand({ TableName, Item: put.put, ...buildCondition(put) })), put.put),
    update: (update) =>
      awaitWrite(
        client.send(
          new UpdateCommand({
            TableName,
            Key: update.update,
            UpdateExpression: update.set,
            ReturnValues: 'ALL_NEW',
            ...buildCondition(update, update.set),
          }),
        ),
      ),
    async transact(actions, token) {
      const input: TransactWriteCommandInput = {
        TransactItems: actions.map(toTransactItem),
        ClientRequestToken: token,
      }
      try {
        await client.send(new TransactWriteCommand(input))
        return { committed: true }
      } catch (error) {
        const fault = toTransientFault(error)
        if (fault || !(error instanceof TransactionCanceledException)) throw fault ?? error
        const failed = new Map<Action, Item | undefined>()
        for (const [index, action] of actions.entries()) {
          const reason = error.CancellationReasons?.[index]
          if (reason?.Code === 'ConditionalCheckFailed') failed.set(action, unmarshallItem(reason.Item))
        }
        if (!failed.size) throw error
        return { committed: false, failed }
      }
    },
  })
}
