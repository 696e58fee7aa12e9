import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { startShopify } from '../connectors/servers/shopify.ts'
import { nextMailTo } from '../support/mails.ts'
import { signInTo } from '../support/sign-in.ts'
import { callTo } from '../support/started.ts'

const { api, mail } = inject('stack')
const PASSWORD = 'everybody has their own'
const SECRET = 'merchants-app-secret'
const CHANNELS = '/api/sales/channels'

let shop: Awaited<ReturnType<typeof startShopify>>
beforeAll(async () => {
  shop = await startShopify()
})
afterAll(() => shop.server.stop())

const aMember = async () => {
  const email = `raw.${Date.now()}@example.com`
  await callTo(api)('POST', '/api/v1/iam/auth/register', { email, password: PASSWORD, firstName: 'Ada' })
  const token = /token=([\w.-]+)/.exec((await nextMailTo(email, mail)).text)?.[1]
  await callTo(api)('POST', '/api/v1/iam/auth/verify-email', { token })
  return callTo(api, (await signInTo(api, email, PASSWORD)).accessToken)
}

const BODIES: [string, Buffer][] = [
  ['not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x00, 0x80, 0x22, 0x7d])],
  ['a cut character', Buffer.from('{"note":"ü').subarray(0, -1)],
  ['JSON of other scripts', Buffer.from('{"note":"Tee für 茶"}')],
  ['the JSON null', Buffer.from('null')],
  ['the JSON number 0', Buffer.from(' 0.0')],
  ['an empty JSON text', Buffer.from('""')],
]
const TYPES = ['application/json', 'text/plain; charset=utf-8', 'application/octet-stream', 'image/png', undefined]

it('forwards the bytes of a body unchanged for any content type, so that signatures stay valid', async () => {
  const call = await aMember()
  const credentials = { ...shop.credentials, store_url: shop.server.url, client_secret: SECRET }
  const channel = { name: 'Shop', code: 'SHOP', type: 'shopify', credentials }
  const { id } = await call('POST', CHANNELS, channel)
  await call('POST', `${CHANNELS}/${id}/webhooks`, { topic: 'orders/create' })
  for (const [, raw] of BODIES)
    for (const type of TYPES) {
      const headers = {
        'x-shopify-topic': 'orders/create',
        'x-shopify-hmac-sha256': createHmac('sha256', SECRET).update(raw).digest('base64'),
        ...(type && { 'content-type': type }),
      }
      const answer = await fetch(`${api}/hooks/channels/${id}`, { method: 'POST', headers, body: new Uint8Array(raw) })
      expect([answer.status, raw.toString('hex'), type]).toEqual([202, raw.toString('hex'), type])
    }
  const { member } = await call('GET', `${CHANNELS}/${id}/webhook-deliveries?itemsPerPage=100`)
  const statuses = member.map(({ status }: { status: string }) => status)
  expect(statuses).toEqual(Array(BODIES.length * TYPES.length).fill('invalid_payload'))
})

it('reads JSON and forms that are text', async () => {
  const call = await aMember()
  const { id } = await call('POST', CHANNELS, { name: 'Käse 茶', code: 'TEA', type: 'manual', credentials: {} })
  expect((await call('GET', `${CHANNELS}/${id}`)).name).toBe('Käse 茶')
  const bad = Buffer.from('{"name":"\xff"}', 'latin1')
  const answer = await fetch(`${api}/api/v1/iam/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: new Uint8Array(bad),
  })
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain('UTF-8')
})
