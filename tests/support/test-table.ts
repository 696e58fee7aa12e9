import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb'
import type { Item } from '../../lib/platform/store/table/table.ts'
import { openStream } from '../../local/pollers/stream.ts'
import { openEmbeddedStream } from '../../local/table/embedded-stream.ts'
import { type EmbeddedTable, openEmbeddedTable } from '../../local/table/embedded-table.ts'

/** True if this file's table is in the memory of its process, and not in DynamoDB Local. */
export const isEmbedded = process.env.TABLE === 'embedded'

const tables = new Map<string, EmbeddedTable>()

export const findEmbeddedTable = (name: string): EmbeddedTable => {
  const table = tables.get(name) ?? openEmbeddedTable()
  tables.set(name, table)
  return table
}

/** Opens the stream of a table from its beginning. */
export const openTestStream = async ({ table, region }: { table: string; region: string }) =>
  isEmbedded ? openEmbeddedStream(findEmbeddedTable(table), table) : await openStream({ table, region })

/** Reads every item of a table. */
export const scanTable = async (name: string): Promise<Item[]> => {
  if (isEmbedded) return findEmbeddedTable(name).scan()
  const client = DynamoDBDocumentClient.from(new DynamoDBClient())
  const items: Item[] = []
  for await (const { Items = [] } of paginateScan({ client }, { TableName: name, ConsistentRead: true }))
    items.push(...(Items as Item[]))
  client.destroy()
  return items
}
