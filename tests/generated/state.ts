import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb'
import { app } from '../../lib/platform/app/app.ts'
import type { Id } from '../../lib/platform/id.ts'

let client: DynamoDBDocumentClient | undefined

/** Reads all items of a tenant. */
export const readState = async (tenant: Id): Promise<unknown[]> => {
  client ??= DynamoDBDocumentClient.from(new DynamoDBClient())
  const items: Record<string, unknown>[] = []
  const scan = {
    TableName: app().config.table,
    FilterExpression: 'contains(pk, :tenant)',
    ExpressionAttributeValues: { ':tenant': tenant },
    ConsistentRead: true,
  }
  for await (const { Items = [] } of paginateScan({ client }, scan)) items.push(...Items)
  return items.sort((a, b) => `${a.pk} ${a.sk}`.localeCompare(`${b.pk} ${b.sk}`))
}
