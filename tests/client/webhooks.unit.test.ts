import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { verifyWebhook, WebhookVerificationError } from '../../client/src/verify-webhook.ts'

const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`
const other = `whsec_${Buffer.from('another secret of some characters').toString('base64')}`
const now = Date.parse('2026-03-02T09:30:00Z')

/** Signs as the library of Standard Webhooks does. */
const sign = (body: string, { at = now, id = 'msg_1', by = secret } = {}) => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at / 1000)),
  'webhook-signature': new Webhook(by).sign(id, new Date(at), body),
})

const verify = (
  headers: Record<string, string>,
  body: string | Uint8Array = '{"type":"x"}',
  using: string | string[] = secret,
) => verifyWebhook({ body, headers, secret: using, now })

describe('a webhook', () => {
  it('is verified whatever its body contains, as text and as bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (payload) => {
        const body = JSON.stringify(payload)
        expect((await verify(sign(body), body)).payload).toEqual(JSON.parse(body))
        expect((await verify(sign(body), new TextEncoder().encode(body))).payload).toEqual(JSON.parse(body))
      }),
      { numRuns: 30 },
    )
  })

  it('has its id and the time of the attempt, and may come with headers in any form', async () => {
    const headers = sign('{"type":"x"}')
    const expected = { id: 'msg_1', sentAt: new Date(now), payload: { type: 'x' } }
    expect(await verify(headers)).toEqual(expected)
    const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]))
    expect(await verify(upper)).toEqual(expected)
    expect(await verifyWebhook({ body: '{"type":"x"}', headers: new Headers(headers), secret, now })).toEqual(expected)
  })

  it('is verified with one of several signatures and one of several secrets', async () => {
    const headers = sign('{"type":"x"}')
    const signatures = `v1a,AAAA v1,${Buffer.from('wrong').toString('base64')} ${headers['webhook-signature']} v2,x`
    await verify({ ...headers, 'webhook-signature': signatures })
    await verify(headers, '{"type":"x"}', [other, secret])
    await expect(verify(headers, '{"type":"x"}', [other])).rejects.toThrow(WebhookVerificationError)
  })

  it('is refused if anything signed was changed', async () => {
    const headers = sign('{"type":"x"}')
    const changed = [
      [headers, '{"type":"y"}'],
      [{ ...headers, 'webhook-id': 'msg_2' }, '{"type":"x"}'],
      [{ ...headers, 'webhook-timestamp': String(now / 1000 + 1) }, '{"type":"x"}'],
      [{ ...headers, 'webhook-signature': 'v1,' }, '{"type":"x"}'],
      [{ ...headers, 'webhook-signature': headers['webhook-signature'].replace('v1,', 'v1a,') }, '{"type":"x"}'],
    ] as const
    for (const [given, body] of changed) await expect(verify(given, body)).rejects.toThrow(WebhookVerificationError)
  })

  it('is refused if it is more than five minutes old or ahead, or lacks a header', async () => {
    for (const ms of [-300_000, 300_000]) await verify(sign('{"type":"x"}', { at: now + ms }))
    for (const ms of [-301_000, 301_000])
      await expect(verify(sign('{"type":"x"}', { at: now + ms }))).rejects.toThrow(WebhookVerificationError)
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
      await expect(verify({ ...sign('{"type":"x"}'), [name]: '' })).rejects.toThrow(WebhookVerificationError)
    await expect(verify({ ...sign('{"type":"x"}'), 'webhook-timestamp': 'NaN' })).rejects.toThrow(
      WebhookVerificationError,
    )
  })

  it('is refused if it is signed and not JSON', async () => {
    await expect(verify(sign('<xml/>'), '<xml/>')).rejects.toThrow(WebhookVerificationError)
  })

  it('cannot be verified without a secret', async () => {
    for (const wrong of ['', 'whsec_', 'whsec_***'])
      await expect(verify(sign('{"type":"x"}'), '{"type":"x"}', wrong)).rejects.toThrow(TypeError)
    await expect(verify(sign('{"type":"x"}'), '{"type":"x"}', [])).rejects.toThrow(WebhookVerificationError)
  })
})
