import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

type Attributes = Record<string, { S?: string; N?: string }>
interface Asked {
  Key: Attributes
  Item: Attributes
  ExpressionAttributeNames: Record<string, string>
  ExpressionAttributeValues: Attributes
  TransactItems: { Put?: { Item: Attributes } }[]
  CiphertextBlob: string
}

const buildId = ({ pk, sk }: Attributes) => JSON.stringify([pk, sk])

const read = async (request: IncomingMessage): Promise<Asked> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString())
}

/**
 * Starts the part of DynamoDB and KMS that a first request needs, answering from memory. It stores items until it is
 * `sealed`, so every later request finds the same ones.
 */
export const startAws = async () => {
  const items = new Map<string, Attributes>()
  let sealed = false
  let calls = 0
  const keep = (item: Attributes) => {
    if (!sealed) items.set(buildId(item), item)
    return {}
  }
  const key = Buffer.alloc(32, 7).toString('base64')
  const operations: Record<string, (asked: Asked) => unknown> = {
    GetItem: ({ Key }) => ({ Item: items.get(buildId(Key)) }),
    PutItem: ({ Item }) => keep(Item),
    TransactWriteItems({ TransactItems }) {
      for (const { Put } of TransactItems) if (Put) keep(Put.Item)
      return {}
    },
    UpdateItem: ({ Key, ExpressionAttributeNames }) => ({
      Attributes: { ...Key, [ExpressionAttributeNames['#w'] ?? 'n']: { N: '1' } },
    }),
    Query({ ExpressionAttributeValues: { ':pk': pk, ':from': from, ':to': to } }) {
      const within = ({ pk: itemPk, sk }: Attributes) =>
        itemPk?.S === pk?.S && (sk?.S ?? '') >= (from?.S ?? '') && (sk?.S ?? '') <= (to?.S ?? '\u{10ffff}')
      const Items = [...items.values()].filter(within)
      return { Items, Count: Items.length }
    },
    GenerateDataKey: () => ({ KeyId: 'bench', Plaintext: key, CiphertextBlob: key }),
    Decrypt: ({ CiphertextBlob }) => ({ KeyId: 'bench', Plaintext: CiphertextBlob }),
  }
  const server = createServer(async (request, response) => {
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? ''
    const body = await read(request)
    calls++
    const answer = operations[operation]?.(body)
    response.writeHead(answer ? 200 : 400, { 'Content-Type': 'application/x-amz-json-1.0' })
    response.end(JSON.stringify(answer ?? { __type: `bench#Unknown${operation}` }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seal: () => {
      sealed = true
    },
    /** Returns the number of calls since it was last called. */
    calls: () => {
      const since = calls
      calls = 0
      return since
    },
    stop: () => server.closeAllConnections() ?? server.close(),
  }
}
