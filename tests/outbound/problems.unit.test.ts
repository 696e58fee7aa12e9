import { describe, expect, it } from 'vitest'
import { OutboundError, type OutboundFailure } from '../../lib/platform/outbound/outbound-error.ts'
import { toAddressProblem, toProviderProblem } from '../../lib/platform/outbound/problems.ts'

const KINDS: OutboundFailure[] = [
  'bad-url',
  'refused-address',
  'refused-port',
  'timeout',
  'unreachable',
  'redirected',
  'too-large',
  'unreadable',
  'status',
]
const failed = (kind: OutboundFailure) =>
  new OutboundError(kind, { status: 503, retryAfter: '30', cause: new Error('canary 10.0.0.7') })

describe('a failed call', () => {
  it.each(KINDS)('for the reason %s is a violation of the member with the URL', (kind) => {
    const { status, violations } = toAddressProblem(failed(kind), 'credentials.store_url')
    expect([status, violations]).toEqual([
      400,
      [{ propertyPath: 'credentials.store_url', message: expect.stringMatching(/^\w/) }],
    ])
    expect(JSON.stringify(violations)).not.toContain('canary')
  })

  it.each(KINDS)('for the reason %s is a failure of the provider if the platform chose the URL', (kind) => {
    const { status, errorCode, message, headers } = toProviderProblem(failed(kind))
    const told = kind === 'timeout' ? [504, 'UPSTREAM_TIMEOUT'] : [502, 'UPSTREAM_FAILED']
    expect([status, errorCode, headers]).toEqual([...told, { 'Retry-After': '30' }])
    expect(message).toMatch(/^The provider .+\. Try again later\.$/)
    expect(message).not.toContain('canary')
  })

  it('ignores an invalid Retry-After header', () => {
    for (const retryAfter of ['', 'x'.repeat(60), 'soon\r\nSet-Cookie: x'])
      expect(toProviderProblem(new OutboundError('status', { status: 429, retryAfter })).headers).toEqual({})
    const date = 'Sat, 21 Nov 2026 10:00:00 GMT'
    const headers = { 'Retry-After': date }
    expect(toProviderProblem(new OutboundError('status', { status: 429, retryAfter: date })).headers).toEqual(headers)
  })
})
