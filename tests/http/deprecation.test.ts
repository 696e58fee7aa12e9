import { expect, test } from 'vitest'
import { publicEndpoint } from '../../lib/platform/http/endpoint.ts'
import { Problem } from '../../lib/platform/problem.ts'
import { gatewayEvent } from '../support/client.ts'

test('every answer of an operation that will end says since when and until when, also an error', async () => {
  for (const fails of [false, true]) {
    const { handler } = publicEndpoint({
      route: 'GET /api/old',
      summary: 'Get something in the earlier way',
      deprecated: { since: '2026-11-22', sunset: '2027-06-01', instead: 'Use `GET /api/new`.' },
      async run() {
        if (fails) throw new Problem('NOT_FOUND', 'There is nothing.')
      },
    })
    const { headers } = await handler(gatewayEvent('GET', '/api/old'))
    expect(headers).toMatchObject({
      Deprecation: '@1795305600',
      Sunset: 'Tue, 01 Jun 2027 00:00:00 GMT',
      Link: '</api/docs/changelog>; rel="deprecation"; type="text/html"',
    })
  }
})
