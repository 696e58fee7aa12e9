import { createHmac } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CustodianConnector } from '../../lib/custodians/custodian-connector.ts'
import { getCustodianConnector } from '../../lib/custodians/registry.ts'
import { app } from '../../lib/platform/app/app.ts'
import { CUSTODIAN_TYPES } from '../../schemas/warehousing/custodian.ts'
import { aShipment, SHIPMENTS } from '../shipping/parcels.ts'
import { aCustodian } from '../support/builders.ts'
import { aMember, type Member, send } from '../support/client.ts'
import { aCustomCustodian, aNotice, follow, inMinutes, tell as tellCustom, webhooksOf } from './world.ts'

const SECRET = 'the-secret-of-the-webhooks'

let owner: Member
let custodianId: string
beforeAll(async () => {
  owner = await aMember()
  const connectionConfig = { publicKey: 'any', secretKey: 'key', integrationId: 'easypost', webhookSecret: SECRET }
  const enabledCapabilities = ['label_generation', 'webhook_receipt']
  custodianId = (await aCustodian(owner, { type: 'shipping_api', enabledCapabilities, connectionConfig })).id
})

/** A body that several connectors can read. */
const SHIPPED = { webhook_type: 'Shipment Update', partner_order_id: 'FO-1' }

let sent = 0

const tell = async (trackingNumber: string, status: string, datetime: string) => {
  const body = JSON.stringify({
    id: `evt_${++sent}`,
    description: 'tracker.updated',
    result: {
      tracking_code: trackingNumber,
      carrier: 'DHL',
      tracking_details: [{ status, datetime, message: 'As the carrier says', tracking_location: { city: 'Leipzig' } }],
    },
  })
  const signature = `hmac-sha256-hex=${createHmac('sha256', SECRET).update(body).digest('hex')}`
  return await send('POST', `/hooks/custodians/${custodianId}`, { body, headers: { 'x-hmac-signature': signature } })
}

const read = async ({ id }: { id: string }) => (await owner.get(`${SHIPMENTS}/${id}`)).body

describe('a webhook about a parcel of the tenant’s own', () => {
  it('moves the shipment with its number', async () => {
    const shipment = await aShipment(owner)
    expect((await tell(shipment.trackingNumber, 'in_transit', '2026-03-02T08:00:00Z')).status).toBe(202)
    await tell(shipment.trackingNumber, 'delivered', '2026-03-03T08:00:00Z')
    await follow(owner)
    expect(await read(shipment)).toMatchObject({ status: 'delivered', deliveredAt: '2026-03-03T08:00:00.000Z' })
    const shown = await webhooksOf(owner, custodianId)
    expect(shown).toMatchObject([{ status: 'processed', errorMessage: null }, { status: 'processed' }])
  })

  it('that comes before the number is known waits for it, but not for ever', async () => {
    await tell('00340999', 'in_transit', '2026-03-02T08:00:00Z')
    await tell('nobody-knows', 'in_transit', '2026-03-02T08:00:00Z')
    await follow(owner)
    const shipment = await aShipment(owner, { trackingNumber: '00340999' })
    await follow(owner, inMinutes(2))
    expect(await read(shipment)).toMatchObject({ status: 'in_transit' })
    const statusOf = async () => (await webhooksOf(owner, custodianId)).map(({ status }) => status)
    expect(await statusOf()).toContain('received')
    await follow(owner, inMinutes(16))
    expect(await statusOf()).not.toContain('received')
  })
})

describe('the headers of a webhook', () => {
  it('are kept if a connector reads them, and no other', async () => {
    const read = new Set<string>()
    const headers = new Proxy({} as Record<string, string>, {
      get: (_target, name) => {
        read.add(String(name))
        return undefined
      },
    })
    const bodies = [
      {},
      { topic: 't', id: 'e' },
      { type: 'fulfilment_order.updated', data: { reference: 'FO-1' } },
      SHIPPED,
    ]
    for (const type of CUSTODIAN_TYPES)
      for (const body of bodies) readQuietly(getCustodianConnector(type), headers, body)
    expect([...read].sort()).toEqual(['webhook-id', 'x-shiphero-message-id', 'x-webhook-topic'])
  })

  it('are never kept if they are a secret', async () => {
    const member = await aMember()
    const custodian = await aCustomCustodian(member)
    const body = aNotice('FO-1')
    const secret = { 'x-webhook-token': 'secret', 'x-webhook-signature': 'secret', authorization: 'secret' }
    expect(
      (await tellCustom(custodian, body, { headers: { ...secret, 'x-webhook-topic': 'order_shipped' } })).status,
    ).toBe(202)
    const [kept] = await app().db.query({ pk: `T#${member.tenant}#custodian-webhook-body` })
    expect(kept?.headers).toEqual({ 'webhook-id': expect.any(String), 'x-webhook-topic': 'order_shipped' })
  })
})

const readQuietly = ({ webhooks }: CustodianConnector, headers: Record<string, string>, body: object) => {
  try {
    webhooks?.read({ headers, raw: Buffer.from(JSON.stringify(body)) })
  } catch {
    // Only the headers matter.
  }
}
