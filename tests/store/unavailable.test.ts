import { afterEach, expect, test } from 'vitest'
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
