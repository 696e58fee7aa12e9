import { beforeAll, describe, expect, it } from 'vitest'
import { app } from '../../lib/platform/app/app.ts'
import { newId, parseId } from '../../lib/platform/id.ts'
import { aCustodian } from '../support/builders.ts'
import { aMember, type Member, send } from '../support/client.ts'
import { dyingAt } from '../support/dying.ts'
import {
  aCustomCustodian,
  aNotice,
  anOrderAt,
  CUSTODIANS,
  follow,
  inMinutes,
  orderOf,
  tell,
  webhooksOf,
} from './world.ts'

let owner: Member
beforeAll(async () => {
  owner = await aMember()
})

describe('a webhook of a custodian', () => {
  it('is applied to the order that it names, once, and shown in the log', async () => {
    const custodian = await aCustomCustodian(owner)
    const order = await anOrderAt(owner, custodian)
    expect((await tell(custodian, aNotice(order.reference))).status).toBe(202)
    await follow(owner)
    expect(await orderOf(owner, order)).toMatchObject({ status: 'in_progress', remoteId: `W-${order.reference}` })
    const [shown, ...others] = await webhooksOf(owner, custodian.id)
    expect(others).toEqual([])
    expect(shown).toMatchObject({
      '@type': 'CustodianWebhookDelivery',
      '@id': `${CUSTODIANS}/${custodian.id}/webhook-deliveries/${shown?.id}`,
      custodianId: custodian.id,
      custodianType: 'custom',
      topic: 'fulfilment_order.updated',
      status: 'processed',
      errorMessage: null,
    })
    expect((await owner.get(`${CUSTODIANS}/${custodian.id}/webhook-deliveries/${shown?.id}`)).body).toEqual({
      ...shown,
      '@context': expect.anything(),
    })
  })

  it('that overtakes the answer of the dispatch begins the polling of its order', async () => {
    const custodian = await aCustomCustodian(owner)
    const order = await anOrderAt(owner, custodian)
    const listPolled = async () =>
      (await app().db.query({ pk: `T#${owner.tenant}#polled-order` })).filter(({ sk }) => sk.endsWith(`#${order.id}`))
    expect(await listPolled()).toEqual([])
    await tell(custodian, aNotice(order.reference))
    await follow(owner)
    const polled = await listPolled()
    expect(polled).toHaveLength(1)
    await tell(custodian, aNotice(order.reference, { state: 'on_hold' }))
    await follow(owner)
    expect(await listPolled()).toEqual(polled)
  })

  it('has one effect if it comes again, also at the same time', async () => {
    const custodian = await aCustomCustodian(owner)
    const order = await anOrderAt(owner, custodian)
    const body = aNotice(order.reference)
    const answers = await Promise.all([1, 2, 3].map(() => tell(custodian, body, { event: 'msg_same' })))
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
    await follow(owner)
    const { rev } = await orderOf(owner, order)
    await tell(custodian, body, { event: 'msg_same' })
    await follow(owner)
    expect((await orderOf(owner, order)).rev).toBe(rev)
    const shown = await webhooksOf(owner, custodian.id)
    expect(shown.map(({ status }) => status)).toEqual(['processed', 'processed', 'processed', 'processed'])
    expect(shown.filter(({ repeats }) => repeats === null)).toHaveLength(1)
  })

  it('is refused without a valid signature, and nothing of its body is stored', async () => {
    const custodian = await aCustomCustodian(owner)
    const order = await anOrderAt(owner, custodian)
    const text = JSON.stringify(aNotice(order.reference))
    const unsigned = await send('POST', `/hooks/custodians/${custodian.id}`, { body: text })
    const forged = await tell({ ...custodian, secret: 'another secret of somebody else' }, text)
    const late = await tell(custodian, text, { at: new Date(Date.now() - 600_000) })
    expect([unsigned.status, forged.status, late.status]).toEqual([401, 401, 401])
    await follow(owner)
    expect(await orderOf(owner, order)).toMatchObject({ status: 'open' })
    const shown = await webhooksOf(owner, custodian.id)
    expect(shown.map(({ status }) => status)).toEqual(['signature_failed', 'signature_failed', 'signature_failed'])
    const bodies = await app().db.query({ pk: `T#${owner.tenant}#custodian-webhook-body` })
    expect(bodies.filter(({ sk }) => shown.some(({ id }) => id === sk))).toEqual([])
    const replayed = await owner.post(`${CUSTODIANS}/${custodian.id}/webhook-deliveries/${shown[0]?.id}/replay`)
    expect(replayed.status).toBe(409)
  })

  it('finds no address at custodians that may not send any, that are not connected or do not exist', async () => {
    const custodian = await aCustomCustodian(owner)
    const body = aNotice('FO-01K9ZB4A7M2C5X8V1B6N3Q0W4E')
    expect((await tell({ ...custodian, id: newId(new Date()) }, body)).status).toBe(404)
    expect((await tell({ ...custodian, id: 'nobody' }, body)).status).toBe(404)
    await owner.post(`${CUSTODIANS}/${custodian.id}/disable-capability`, { capability: 'webhook_receipt' })
    expect((await tell(custodian, body)).status).toBe(404)
    await owner.post(`${CUSTODIANS}/${custodian.id}/enable-capability`, { capability: 'webhook_receipt' })
    expect((await tell(custodian, body)).status).toBe(202)
    await owner.post(`${CUSTODIANS}/${custodian.id}/disconnect`)
    expect((await tell(custodian, body)).status).toBe(404)
  })

  it('is kept if its body cannot be read, with the reason', async () => {
    const custodian = await aCustomCustodian(owner)
    const { reference } = await anOrderAt(owner, custodian)
    const wrong = [
      'hello',
      { data: {} },
      { type: 'fulfilment_order.updated', data: {} },
      aNotice(reference, { parcels: 7 }),
      aNotice(reference, { cancelled: [{ sku: 'TEA', quantity: -1 }] }),
      aNotice(reference, { parcels: [{ lines: [] }] }),
      'null',
      // The byte is no character of UTF-8.
      Buffer.from(JSON.stringify(aNotice(reference, { reason: 'AB\u00ff1' })), 'latin1'),
    ]
    for (const body of wrong) expect((await tell(custodian, body)).status).toBe(202)
    const shown = await webhooksOf(owner, custodian.id)
    expect(shown.map(({ status }) => status)).toEqual(wrong.map(() => 'invalid_payload'))
    for (const { errorMessage } of shown) expect(errorMessage).toMatch(/^The body .*\.$/)
  })

  it('of another type than we know is processed without an effect, and shown with its topic and its repeats', async () => {
    const custodian = await aCustomCustodian(owner)
    const body = { type: 'moon.landed', data: {} }
    for (const _ of [1, 2]) expect((await tell(custodian, body, { event: 'msg_moon' })).status).toBe(202)
    const [repeat, first] = await webhooksOf(owner, custodian.id)
    const shown = { status: 'processed', topic: 'moon.landed', externalEventId: 'msg_moon' }
    expect(first).toMatchObject({ ...shown, errorMessage: null, repeats: null })
    expect(repeat).toMatchObject({ ...shown, repeats: first?.id })
  })

  it('that is refused or cannot be read has the topic that its headers name', async () => {
    const webhookSecret = 'a secret that is long enough'
    const { id } = await aCustodian(owner, {
      type: 'fulfilment_api_a',
      enabledCapabilities: ['webhook_receipt'],
      connectionConfig: { accessToken: 'a', channelId: '7', webhookSecret },
    })
    const headers = { 'x-webhook-topic': 'order.shipped' }
    expect((await tell({ id, secret: 'another secret of somebody else' }, {}, { headers })).status).toBe(401)
    expect((await tell({ id, secret: webhookSecret }, 'hello', { headers })).status).toBe(202)
    expect((await tell({ id, secret: webhookSecret }, '[]', { headers: { 'x-webhook-topic': '<b>' } })).status).toBe(
      202,
    )
    expect((await webhooksOf(owner, id)).map(({ status, topic }) => [status, topic])).toEqual([
      ['invalid_payload', null],
      ['invalid_payload', 'order.shipped'],
      ['signature_failed', 'order.shipped'],
    ])
  })

  it('cannot change an order of another custodian or of another tenant', async () => {
    const [custodian, other] = [await aCustomCustodian(owner), await aCustomCustodian(owner)]
    const stranger = await aMember()
    const foreign = await anOrderAt(stranger, await aCustomCustodian(stranger))
    const orders = [await anOrderAt(owner, other), foreign]
    for (const { reference } of orders) await tell(custodian, aNotice(reference, { state: 'cancelled' }))
    await follow(owner, inMinutes(20))
    expect(await orderOf(owner, orders[0] as never)).toMatchObject({ status: 'open', rev: 1 })
    expect(await orderOf(stranger, foreign)).toMatchObject({ status: 'open', rev: 1 })
    expect((await webhooksOf(owner, custodian.id)).map(({ status }) => status)).toEqual(['failed', 'failed'])
    expect((await stranger.get(`${CUSTODIANS}/${custodian.id}/webhook-deliveries`)).status).toBe(404)
  })

  it('waits for an order that is not stored yet, fails after a quarter of an hour and can be replayed', async () => {
    const custodian = await aCustomCustodian(owner)
    const id = newId(new Date())
    await tell(custodian, aNotice(`FO-${id}`))
    await follow(owner)
    expect(await webhooksOf(owner, custodian.id)).toMatchObject([{ status: 'received' }])
    await follow(owner, inMinutes(2))
    expect(await webhooksOf(owner, custodian.id)).toMatchObject([{ status: 'received' }])
    await follow(owner, inMinutes(20))
    const [failed] = await webhooksOf(owner, custodian.id)
    expect(failed).toMatchObject({ status: 'failed', errorMessage: expect.stringContaining('no order') })
    const replay = `${CUSTODIANS}/${custodian.id}/webhook-deliveries/${failed?.id}/replay`
    const stranger = await aMember()
    expect((await stranger.post(replay)).status).toBe(404)
    const another = await aCustomCustodian(owner)
    expect((await owner.post(replay.replace(custodian.id, another.id))).status).toBe(404)
    expect((await owner.post(replay)).body).toMatchObject({ status: 'received', errorMessage: null })
  })

  it('that comes before the answer of the dispatch is applied as soon as the order is found', async () => {
    const custodian = await aCustomCustodian(owner)
    const order = await anOrderAt(owner, custodian)
    expect(order).toMatchObject({ request: 'sending', remoteId: null })
    await tell(custodian, aNotice(order.reference, { state: 'accepted' }))
    await follow(owner)
    expect(await orderOf(owner, order)).toMatchObject({ request: 'accepted', remoteId: `W-${order.reference}` })
  })

  it('is applied once, whenever the worker dies', async () => {
    for (const after of [false, true]) {
      const custodian = await aCustomCustodian(owner)
      const order = await anOrderAt(owner, custodian)
      await tell(custodian, aNotice(order.reference))
      await expect(follow(owner, dyingAt(1, after))).rejects.toThrow('killed')
      await follow(owner)
      expect(await orderOf(owner, order)).toMatchObject({ status: 'in_progress', rev: 2 })
      expect(await webhooksOf(owner, custodian.id)).toMatchObject([{ status: 'processed' }])
    }
  })
})

describe('the log of webhooks', () => {
  it('needs the scope to read it, and that to change custodians to replay', async () => {
    const custodian = await aCustomCustodian(owner)
    await tell(custodian, { type: 'moon.landed', data: {} })
    const [shown] = await webhooksOf(owner, custodian.id)
    const reader = await aMember({ tenant: owner.tenant, role: 'viewer' })
    const path = `${CUSTODIANS}/${custodian.id}/webhook-deliveries`
    expect((await reader.get(path)).status).toBe(200)
    expect((await reader.post(`${path}/${shown?.id}/replay`)).status).toBe(403)
    const nobody = await aMember({ tenant: owner.tenant, scopes: [] })
    expect((await nobody.get(path)).status).toBe(403)
    expect((await owner.get(`${path}?status=processed`)).body.totalItems).toBe(1)
    expect((await owner.get(`${path}?status=failed`)).body.totalItems).toBe(0)
    expect((await owner.get(`${path}?status=eaten`)).status).toBe(400)
  })

  it('limits signed webhooks by custodian, not by the address that many share', async () => {
    const custodian = await aCustomCustodian(owner)
    await tell(custodian, { type: 'moon.landed', data: {} }, { from: '198.51.100.251' })
    const gates = await app().db.query({ pk: `G#hook#${parseId(custodian.id)}` })
    expect(gates).toHaveLength(1)
  })
})
