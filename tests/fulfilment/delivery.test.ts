import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CustodianConnector, Dispatch, ParcelToLabel } from '../../lib/custodians/custodian-connector.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { workOnLabel } from '../../lib/shipping/labels/work-on-label.ts'
import { importing } from '../sales/orders.ts'
import { aCustodian, aVariant } from '../support/builders.ts'
import { aMember, client, type Member } from '../support/client.ts'
import { readPdf } from '../support/pdf.ts'
import {
  aConnected,
  anInternal,
  anOrder,
  aPolicy,
  INCIDENTS,
  ORDERS,
  ordersOf,
  playing,
  remote,
  settled,
  stocking,
} from './fulfilling.ts'

const SHIPMENTS = '/api/shipping/shipments'

let owner: Member
beforeEach(async () => {
  owner = await aMember()
  await aPolicy(owner)
})
afterEach(() => useApp(undefined))

const AT_FIRM = {
  name: 'Test Kunde',
  company: 'ACME GmbH, Wareneingang Tor 3',
  line1: 'Weg 1',
  line2: 'Hinterhaus',
  city: 'Kiel',
  postalCode: '24103',
  countryCode: 'DE',
}
const TOLD = {
  customer: { name: 'Test Kunde', email: 'kunde@example.com' },
  shippingAddress: AT_FIRM,
  billingAddress: { name: 'Test Kunde', phone: '+49 431 777', countryCode: 'DE' },
  customerNote: 'Please deliver to the neighbour',
}
const REACHED = { ...AT_FIRM, region: null, phone: '+49 431 777', email: 'kunde@example.com' }

/** Imports an order for a custodian that has its goods. */
const arriving = async (custodianId: string, fields: object = TOLD) => {
  const variant = await aVariant(owner)
  await stocking(owner, variant.id, custodianId, 10)
  const order = await anOrder(owner, [{ sku: variant.sku, quantity: 2 }], { ...fields })
  await settled()
  const [fulfilmentOrder] = await ordersOf(owner, order.id)
  return { order, fulfilmentOrder }
}

/** Plays a custodian's system that keeps the requests that it gets. */
const listening = () => {
  const requests: Dispatch[] = []
  playing({
    async dispatch(_system, dispatch) {
      requests.push(dispatch)
      return remote(dispatch.reference)
    },
  })
  return requests
}

const readText = async (storagePath: string) => {
  const { pages } = await readPdf(await app().files.get(storagePath))
  return pages.join(' ').replace(/\s+/g, ' ')
}

/** Buys a label, and returns what its provider was told of the parcel. */
const labelling = async (shipmentId: string): Promise<ParcelToLabel | undefined> => {
  const fields = { type: 'shipping_api', enabledCapabilities: ['label_generation'] }
  const connectionConfig = { publicKey: 'p', secretKey: 's', integrationId: 'i' }
  const { id: custodianId } = await aCustodian(owner, { ...fields, connectionConfig })
  const from = { company: 'Teehaus', line1: 'Speicherstadt 12', city: 'Hamburg', countryCode: 'DE', phone: '040 555' }
  await owner.post(`${SHIPMENTS}/${shipmentId}/label`, { custodianId, weightGrams: 1200, from })
  let told: ParcelToLabel | undefined
  const labels = {
    async offer(_system: unknown, parcel: ParcelToLabel) {
      told = parcel
      return { remoteId: 'r', rateId: 'p', carrier: 'DHL', service: 'Paket', price: null }
    },
    buy: async () => ({
      ...{ remoteId: 'r', carrier: 'DHL', service: 'Paket', trackingNumber: '4711', trackingUrl: null },
      ...{ format: 'PDF', file: Buffer.from('%PDF-1.7 label') },
    }),
  } as unknown as NonNullable<CustodianConnector['labels']>
  const connector: CustodianConnector = { type: 'shipping_api', capabilities: ['label_generation'], labels }
  const open = async () => ({ connector, system: {} as never })
  await workOnLabel(app(), { tenant: owner.tenant, shipmentId }, open)
  return told
}

describe('what a customer tells with an order', () => {
  it('reaches the system of the custodian, with the company in a line of its own', async () => {
    const requests = listening()
    const { order, fulfilmentOrder } = await arriving((await aConnected(owner)).id)
    expect((await owner.get(`/api/sales/orders/${order.id}`)).body).toMatchObject({
      shippingAddress: { ...AT_FIRM, region: null, phone: null, email: null },
      billingAddress: { phone: '+49 431 777' },
      customer: { ...TOLD.customer, phone: null },
      customerNote: TOLD.customerNote,
    })
    expect(fulfilmentOrder).toMatchObject({ deliveryAddress: REACHED, customerNote: TOLD.customerNote })
    expect(requests).toMatchObject([{ deliveryAddress: REACHED, customerNote: TOLD.customerNote }])
  })

  it('reaches the people who pack, the papers and the label, but not the page that anybody with its link reads', async () => {
    const { fulfilmentOrder } = await arriving((await anInternal(owner)).id)
    const listed = await owner.post('/api/fulfilment/pick-lists', { fulfilmentOrderIds: [fulfilmentOrder.id] })
    const pickList = await readText(listed.body.storagePath)
    for (const shown of [AT_FIRM.company, AT_FIRM.name, '+49 431 777', TOLD.customerNote])
      expect(pickList).toContain(shown)

    const made = await owner.post(SHIPMENTS, { fulfilmentOrderId: fulfilmentOrder.id })
    expect(made.body).toMatchObject({ deliveryAddress: REACHED, customerNote: TOLD.customerNote })
    const rendered = await owner.post(`${SHIPMENTS}/${made.body.id}/delivery-note`)
    const deliveryNote = await readText(rendered.body.storagePath)
    expect(deliveryNote).toContain(`${AT_FIRM.company} ${AT_FIRM.name} Weg 1 Hinterhaus 24103 Kiel`)
    expect(deliveryNote).toContain(TOLD.customerNote)
    expect(await labelling(made.body.id)).toMatchObject({ to: REACHED, from: { phone: '040 555' } })

    const { body: shipment } = await owner.get(`${SHIPMENTS}/${made.body.id}`)
    const page = await client().get(new URL(shipment.trackingPageUrl).pathname)
    expect(page.status).toBe(200)
    for (const secret of [AT_FIRM.company, '777', 'kunde@example.com', 'neighbour'])
      expect(JSON.stringify(page.body) + page.text).not.toContain(secret)
  })

  it('is hidden in the audit trail', async () => {
    const { order, fulfilmentOrder } = await arriving((await anInternal(owner)).id)
    for (const id of [order.id, fulfilmentOrder.id]) {
      const { body } = await owner.get(`/api/audit/entries?subjectId=${id}`)
      const text = JSON.stringify(body)
      for (const secret of ['ACME', '+49 431 777', 'kunde@example.com', 'neighbour']) expect(text).not.toContain(secret)
    }
  })

  it('is brought to those who have not begun if it changes later, and raises no incident with the others', async () => {
    const requests = listening()
    const { order } = await arriving((await aConnected(owner)).id)
    const changed = { ...order.row, modifiedAt: '2099-01-01T00:00:00Z', customerNote: 'Ring twice' }
    await importing(owner, order.channelId, [changed])
    await settled()
    expect(requests).toHaveLength(1)
    expect((await owner.get(INCIDENTS)).body.member).toEqual([])

    const other = await arriving((await anInternal(owner)).id)
    await importing(owner, other.order.channelId, [
      { ...changed, ...other.order.row, customerNote: 'Ring twice', modifiedAt: '2099-01-01T00:00:00Z' },
    ])
    await settled()
    const live = (await ordersOf(owner, other.order.id)).filter(({ status }: { status: string }) => status === 'open')
    expect(live).toMatchObject([{ customerNote: 'Ring twice' }])
  })
})

describe('the region of an address', () => {
  it('stays in the order as the shop says it, and is sent as the post of the country knows it', async () => {
    const requests = listening()
    const shippingAddress = { ...AT_FIRM, city: 'Shinjuku', postalCode: '160-0022', region: 'JP13', countryCode: 'JP' }
    const { order, fulfilmentOrder } = await arriving((await aConnected(owner)).id, { ...TOLD, shippingAddress })
    expect((await owner.get(`/api/sales/orders/${order.id}`)).body.shippingAddress.region).toBe('JP13')
    expect((await owner.get(`${ORDERS}/${fulfilmentOrder.id}`)).body.deliveryAddress.region).toBe('JP13')
    expect(requests[0]?.deliveryAddress.region).toBe('Tokyo')
  })

  it('is printed and put on the label as the post of the country knows it', async () => {
    const shippingAddress = { ...AT_FIRM, city: 'Fresno', postalCode: '93701', region: 'California', countryCode: 'US' }
    const { fulfilmentOrder } = await arriving((await anInternal(owner)).id, { ...TOLD, shippingAddress })
    const { body: shipment } = await owner.post(SHIPMENTS, { fulfilmentOrderId: fulfilmentOrder.id })
    expect(await labelling(shipment.id)).toMatchObject({ to: { region: 'CA' } })
    const rendered = await owner.post(`${SHIPMENTS}/${shipment.id}/delivery-note`)
    const text = await readText(rendered.body.storagePath)
    expect(text).toContain('Fresno CA')
    expect(text).not.toContain('California')
  })
})

describe('an address that a system does not take as it is', () => {
  const LIMITS = {
    longest: { company: 20, line1: 12, note: 10, phone: 9 },
    required: ['name', 'city'],
    requiredAbroad: [],
  }

  /** Plays a system that takes little of an address. */
  const limiting = () => {
    const requests: Dispatch[] = []
    playing({
      limits: LIMITS as never,
      async dispatch(_system, dispatch) {
        requests.push(dispatch)
        return remote(dispatch.reference)
      },
    })
    return requests
  }

  it('is made to fit, and what was shortened is a warning of the fulfilment order', async () => {
    const requests = limiting()
    const shippingAddress = { ...AT_FIRM, line1: 'Am Alten Weg 1', line2: null, phone: '+49 431 555 666' }
    const { fulfilmentOrder } = await arriving((await aConnected(owner)).id, { ...TOLD, shippingAddress })
    expect(requests).toMatchObject([
      {
        deliveryAddress: { company: 'ACME GmbH, Wareneing', line1: 'Am Alten Weg', line2: '1', phone: null },
        customerNote: 'Please del',
      },
    ])
    const { body } = await owner.get(`${ORDERS}/${fulfilmentOrder.id}`)
    expect(body.deliveryAddress).toMatchObject({ company: AT_FIRM.company, line1: 'Am Alten Weg 1' })
    expect(body.warnings).toEqual([
      'The company was shortened to 20 characters.',
      'The phone was left out, because it has more than 9 characters.',
      'The note of the customer was shortened to 10 characters.',
    ])
  })

  it('is an incident before anything is sent, which ends once the address is right', async () => {
    const requests = limiting()
    const shippingAddress = { ...AT_FIRM, city: null }
    const { order, fulfilmentOrder } = await arriving((await aConnected(owner)).id, { ...TOLD, shippingAddress })
    expect(requests).toEqual([])
    expect(fulfilmentOrder).toMatchObject({ request: 'unsent', requestMessage: 'The address has no city.' })
    const [incident] = (await owner.get(`${INCIDENTS}?status=open`)).body.member
    expect(incident).toMatchObject({ reason: 'unfit_address', salesOrderId: order.id })
    expect(incident.description).toContain('The address has no city.')

    const changed = { ...order.row, shippingAddress: AT_FIRM, modifiedAt: '2099-01-01T00:00:00Z' }
    await importing(owner, order.channelId, [changed])
    await settled()
    expect(requests).toHaveLength(1)
    expect((await owner.get(`${INCIDENTS}?status=open`)).body.member).toEqual([])
  })

  it('keeps a label abroad from being asked for without a phone, and warns of a name that the carrier cuts', async () => {
    const fields = { type: 'shipping_api', enabledCapabilities: ['label_generation'] }
    const connectionConfig = { publicKey: 'p', secretKey: 's', integrationId: 'i' }
    const { id: custodianId } = await aCustodian(owner, { ...fields, connectionConfig })
    const from = {
      company: 'Teehaus',
      line1: 'Speicherstadt 12',
      city: 'Hamburg',
      countryCode: 'DE',
      phone: '040 5551',
    }
    const made = async (deliveryAddress: object) => (await owner.post(SHIPMENTS, { deliveryAddress })).body.id
    const ask = (id: string, given: object = {}) =>
      owner.post(`${SHIPMENTS}/${id}/label`, { custodianId, weightGrams: 1200, from, ...given })
    const abroad = { name: 'Ada', line1: '12 High Street', city: 'London', postalCode: 'N1 9GU', countryCode: 'GB' }
    const refused = await ask(await made(abroad))
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'The carrier would refuse the parcel: its address has no phone.',
    ])
    const silent = await ask(await made({ ...abroad, phone: '+44 20 7946 0000' }), { from: { ...from, phone: null } })
    expect([silent.status, silent.body.violations]).toMatchObject([400, [{ propertyPath: 'from' }]])
    expect((await ask(await made({ ...abroad, countryCode: 'DE', phone: null }))).status).toBe(202)
    const long = await made({
      ...abroad,
      name: 'Augusta Ada King-Noel, Countess of Lovelace',
      phone: '+44 20 7946 0000',
    })
    expect((await ask(long, { carrier: 'UPS' })).body.label.warnings).toEqual([
      'The name was shortened to 35 characters.',
    ])
  })
})
