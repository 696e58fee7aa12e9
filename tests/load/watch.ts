import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import {
  CreateTableCommand,
  DynamoDBClient,
  GetItemCommand,
  type TransactWriteItem,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb'

const PAGE_BYTES = 4096
const MEGABYTE = 1024 ** 2
const EVERY_MS = 1000

/** Reads the resident memory of a process in megabytes; 0 if it has ended. */
const readMegabytes = (pid: number | string): number => {
  try {
    return (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES) / MEGABYTE
  } catch {
    return 0
  }
}

/** Reads the memory of processes every second until told to stop. */
export const watchMemory = async (pids: readonly (number | string)[], isOver: () => boolean): Promise<number[][]> => {
  const read: number[][] = []
  while (!isOver()) {
    read.push(pids.map(readMegabytes))
    await pause(EVERY_MS)
  }
  return read
}

const TABLE = 'bare'

/** Opens a table of its own in the database of a stack, for calls beside the load. */
export const openBareTable = async (endpoint: string) => {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const client = new DynamoDBClient({ endpoint, region: 'eu-central-1', credentials })
  const creating = client.send(
    new CreateTableCommand({
      TableName: TABLE,
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      BillingMode: 'PAY_PER_REQUEST',
    }),
  )
  await creating.catch((error: Error) => {
    if (error.name !== 'ResourceInUseException') throw error
  })
  const put = (i: number): TransactWriteItem => ({ Put: { TableName: TABLE, Item: { pk: { S: `item ${i}` } } } })
  const takeMs = async (work: () => Promise<unknown>) => {
    const begun = performance.now()
    await work()
    return performance.now() - begun
  }
  return {
    /** Reads and writes one after the other until told to stop; returns the milliseconds of each read and write. */
    async measure(isOver: () => boolean) {
      const ms: number[] = []
      while (!isOver()) {
        const read = new GetItemCommand({ TableName: TABLE, Key: { pk: { S: 'item 1' } }, ConsistentRead: true })
        ms.push(await takeMs(() => client.send(read)))
        const write = new TransactWriteItemsCommand({ TransactItems: [1, 2, 3].map(put) })
        ms.push(await takeMs(() => client.send(write)))
      }
      return ms
    },
    close: () => client.destroy(),
  }
}
