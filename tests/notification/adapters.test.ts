import { importJWK, jwtVerify } from 'jose'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { getVapidKeys } from '../../lib/notification/deliveries/adapters/get-vapid-keys.ts'
import { postToSlack } from '../../lib/notification/deliveries/adapters/post-to-slack.ts'
import { sendPush } from '../../lib/notification/deliveries/adapters/send-push.ts'
import { app } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { makeOutbound } from '../../lib/platform/outbound/outbound.ts'
import { aBrowser, type Received, startReceiver } from '../support/receiver.ts'

const receiver = await startReceiver()
const url = `${receiver.url}/hook`
const { received } = receiver
afterAll(receiver.stop)
beforeEach(receiver.reset)

const here = { ...app(), outbound: makeOutbound({ allowPrivate: true }) }
const last = () => received.at(-1) as Received
const text = ({ body }: Received) => JSON.parse(body.toString())

describe('the slack channel', () => {
  it('posts the title and the message, and escapes Slack’s markup', async () => {
    await postToSlack(here, url, { title: 'New <partner>', message: 'A & B <!channel> joined' })
    expect(text(last())).toEqual({
      text: 'New &lt;partner&gt;: A &amp; B &lt;!channel&gt; joined',
      blocks: [
        { type: 'section', text: { type: 'mrkdwn', text: '*New &lt;partner&gt;*' } },
        { type: 'section', text: { type: 'mrkdwn', text: 'A &amp; B &lt;!channel&gt; joined' } },
      ],
      unfurl_links: false,
      unfurl_media: false,
    })
  })

  it('shortens a long text without splitting an escape', async () => {
    await postToSlack(here, url, { title: 'T', message: '&'.repeat(4000) })
    const [, { text: said }] = text(last()).blocks.map((block: { text: { text: string } }) => block.text)
    expect(said.length).toBeLessThanOrEqual(3000)
    expect(said).toMatch(/^(&amp;)+…$/)
  })

  it.each([403, 404, 410])('fails permanently when Slack answers %s', async (answer) => {
    receiver.answer(answer)
    await expect(postToSlack(here, url, { title: 'T', message: 'M' })).rejects.toMatchObject({ code: 'TARGET_GONE' })
  })
})

describe('the push channel', () => {
  const browser = () => {
    const { keys, read } = aBrowser()
    return { target: { endpoint: url, ...keys }, read }
  }
  const message = (words = 'Nördlicht was added.') => ({
    id: newId(new Date()),
    title: 'New partner',
    message: words,
    priority: 'urgent' as const,
    topic: 'partner.partner.created',
    subject: null,
  })

  it('encrypts the message for the browser', async () => {
    const { target, read } = browser()
    const { priority: _, ...shown } = message()
    await sendPush(here, target, { ...shown, priority: 'urgent' })
    expect(read(last())).toEqual(shown)
    expect(last().body.toString()).not.toContain('partner')
    expect(last().headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'high' })
  })

  it('signs with the key that the browser subscribed to', async () => {
    await sendPush(here, browser().target, message())
    const { publicKey } = await getVapidKeys(here)
    const [, token = '', key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(String(last().headers.authorization)) ?? []
    expect(key).toBe(publicKey)
    const point = Buffer.from(publicKey, 'base64url')
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
    const jwk = await importJWK({ kty: 'EC', crv: 'P-256', x: x as string, y: y as string }, 'ES256')
    const { payload } = await jwtVerify(token, jwk, { audience: new URL(url).origin })
    expect(payload.sub).toMatch(/^mailto:.+@/)
  })

  it('creates one pair of keys, even if several callers need it first at once', async () => {
    const fresh = () => getVapidKeys({ ...here })
    const all = await Promise.all(Array.from({ length: 5 }, fresh))
    expect(new Set(all.map(({ publicKey }) => publicKey)).size).toBe(1)
  })

  it('shortens a message that is too long for push services, at whole characters', async () => {
    const { target, read } = browser()
    await sendPush(here, target, message('ü'.repeat(5000)))
    expect(last().body.length).toBeLessThan(4096)
    expect(read(last()).message).toMatch(/^ü{100,}…+$/)
  })

  it.each([404, 410])('fails permanently when the push service answers %s', async (answer) => {
    receiver.answer(answer)
    await expect(sendPush(here, browser().target, message())).rejects.toMatchObject({ code: 'TARGET_GONE' })
  })
})
