import { text } from 'node:stream/consumers'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { Deadline } from '../../lib/platform/deadline.ts'
import { Problem } from '../../lib/platform/problem.ts'
import { createDynamoTable } from '../../lib/platform/store/table/dynamo.ts'
import { retryTable } from '../../lib/platform/store/table/retry-table.ts'
import { serve } from '../../local/serve.ts'

const ENDPOINTS = ['AWS_ENDPOINT_URL', 'AWS_ENDPOINT_URL_DYNAMODB'] as const
const before = ENDPOINTS.map((name) => [name, process.env[name]] as const)
afterEach(() => {
  for (const [name, value] of before)
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
})

/** A table behind a proxy that fails the first requests with the given response and then answers like DynamoDB. */
const tableBehind = async (failures: number, status: number, type: string, body: string) => {
  let asked = 0
  const { url, stop } = await serve((request, response) => {
    request.resume().on('end', () => {
      const fails = asked++ < failures
      response.writeHead(fails ? status : 200, { 'content-type': fails ? type : 'application/x-amz-json-1.0' })
      response.end(fails ? body : JSON.stringify({ Item: { pk: { S: 'a' }, sk: { S: 'b' }, name: { S: 'found' } } }))
    })
  })
  for (const name of ENDPOINTS) process.env[name] = url
  const table = retryTable(createDynamoTable('any'))
  return {
    get: () => table.get({ pk: 'a', sk: 'b' }),
    asked: () => asked,
    stop,
  }
}

test.for([
  ['a page of a proxy', 502, 'text/html', '<!doctype html><title>Bad Gateway</title>'],
  ['an empty body', 503, 'text/plain', ''],
  ['an unknown error', 500, 'application/x-amz-json-1.0', '{"__type":"InternalFailure"}'],
] as const)('a request that is answered with %s is repeated', async ([, status, type, body]) => {
  const { get, asked, stop } = await tableBehind(2, status, type, body)
  try {
    expect(await get()).toEqual({ pk: 'a', sk: 'b', name: 'found' })
    expect(asked()).toBe(3)
  } finally {
    await stop()
  }
})

test('a request that is refused is not repeated', async () => {
  const body = '{"__type":"com.amazonaws.dynamodb#ValidationException","message":"no"}'
  const { get, asked, stop } = await tableBehind(1, 400, 'application/x-amz-json-1.0', body)
  try {
    await expect(get()).rejects.not.toBeInstanceOf(Problem)
    expect(asked()).toBe(1)
  } finally {
    await stop()
  }
})

const KEYS = ['a', 'b', 'c'].map((sk) => ({ pk: 'a', sk }))

/** A table that answers so many of the keys in each round, and all of them after the last. */
const tableThrottling = async (rounds: readonly number[], deadline?: Deadline) => {
  const asked: number[] = []
  const { url, stop } = await serve(async (request, response) => {
    const { RequestItems } = JSON.parse(await text(request))
    const keys: unknown[] = RequestItems.any.Keys
    const answered = rounds[asked.length] ?? keys.length
    asked.push(keys.length)
    const Responses = { any: keys.slice(0, answered) }
    const UnprocessedKeys = answered < keys.length ? { any: { Keys: keys.slice(answered) } } : {}
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' })
    response.end(JSON.stringify({ Responses, UnprocessedKeys }))
  })
  onTestFinished(stop)
  for (const name of ENDPOINTS) process.env[name] = url
  return { table: retryTable(createDynamoTable('any'), deadline), asked }
}

test('items that a throttled table did not answer are asked for again, the others are not', async () => {
  const { table, asked } = await tableThrottling([1, 0, 0, 1])
  expect(await table.batchGet(KEYS)).toEqual(KEYS)
  expect(asked).toEqual([3, 2, 2, 2, 1])
})

test('items of a table that answers none are asked for in paced attempts and not after the deadline', async () => {
  const { table, asked } = await tableThrottling([1, ...Array<number>(40).fill(0)], new Deadline(() => 0))
  await expect(table.batchGet(KEYS)).rejects.toMatchObject({ errorCode: 'UNAVAILABLE' })
  expect(asked).toEqual([3, 2])
})
