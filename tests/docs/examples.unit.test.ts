import { expect, it } from 'vitest'
import { loadDescription } from '../../functions/docs/description.ts'
import { addSamples } from '../../lib/platform/docs/openapi/add-samples.ts'
import { applyExamples } from '../../lib/platform/docs/openapi/apply-examples.ts'

interface Shown {
  operationId: string
  parameters: { name?: string; example?: unknown }[]
  requestBody?: { content: Record<string, { example: unknown }> }
  'x-client-method'?: string
  'x-codeSamples'?: { lang: string; source: string }[]
}

const { paths } = await loadDescription()
const find = (from: typeof paths, method: string, path: string) => from[path]?.[method] as unknown as Shown
const exampleOf = ({ parameters }: Shown, wanted: string) => parameters.find(({ name }) => name === wanted)?.example

const shown = applyExamples(paths, {
  values: { '/api/sales/channels/{id}': 'channel', '/api/sales/channels/{channelId}/sync-runs/{syncId}': 'run' },
  requests: {
    'GET /api/notification/watches': { parameters: { topic: 'finance.invoice.paid' } },
    'POST /api/catalog/products': { body: { name: 'Oak tea box' } },
    'DELETE /api/sales/channels/{id}': { parameters: { id: 'another' } },
  },
})

it('gives every parameter the value of its place, whatever its name', () => {
  expect(exampleOf(find(shown, 'get', '/api/sales/channels/{id}'), 'id')).toBe('channel')
  const records = find(shown, 'get', '/api/sales/channels/{channelId}/sync-runs/{syncId}/records')
  expect([exampleOf(records, 'channelId'), exampleOf(records, 'syncId')]).toEqual(['channel', 'run'])
})

it('prefers the values and the body of the operation', () => {
  expect(exampleOf(find(shown, 'delete', '/api/sales/channels/{id}'), 'id')).toBe('another')
  expect(exampleOf(find(shown, 'get', '/api/notification/watches'), 'topic')).toBe('finance.invoice.paid')
  const { requestBody } = find(shown, 'post', '/api/catalog/products')
  expect(requestBody?.content['application/json']?.example).toEqual({ name: 'Oak tea box' })
})

it('leaves everything else as it was, and the description itself', () => {
  expect(find(shown, 'get', '/api/partner/partners/{id}')).toEqual(find(paths, 'get', '/api/partner/partners/{id}'))
  expect(exampleOf(find(paths, 'get', '/api/sales/channels/{id}'), 'id')).not.toBe('channel')
})

it('adds a sample of the client that names the examples', () => {
  const sampled = addSamples(shown)
  const sampleOf = (method: string, path: string) => find(sampled, method, path)['x-codeSamples']?.[0]?.source
  expect(sampleOf('get', '/api/sales/channels/{id}')).toBe("const answer = await client.sales.channels.get('channel')")
  expect(sampleOf('post', '/api/catalog/products')).toBe(
    "const answer = await client.catalog.products.create({\n  name: 'Oak tea box'\n})",
  )
  expect(sampleOf('get', '/api/notification/watches')).toBe(
    "const answer = await client.notification.watches.get({\n  topic: 'finance.invoice.paid'\n})",
  )
  expect(sampleOf('get', '/health')).toBe("const answer = await client.request('GET', '/health')")
})

it('adds a sample to every operation that programs call with JSON', () => {
  const sampled = Object.values(addSamples(paths)).flatMap((methods) => Object.values(methods) as unknown as Shown[])
  const without = sampled.filter((each) => !each['x-codeSamples']).map(({ operationId }) => operationId)
  expect(without.sort()).toEqual([
    'issueServiceAccountToken',
    'receiveChannelWebhook',
    'receiveCustodianWebhook',
    'receiveExternalSignIn',
  ])
})
