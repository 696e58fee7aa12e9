import { buyFor } from '../shipping/buy-for.ts'
import { aCustodian } from '../support/builders.ts'
import type { Member } from '../support/client.ts'
import type { Made } from './fixtures.ts'

type Fixture = (member: Member) => Promise<Made>

let made = 0

const aShipment = async (member: Member) => {
  const deliveryAddress = { name: 'Ada Lovelace', line1: 'Kanalstr. 7', city: 'Hamburg', countryCode: 'DE' }
  const given = { orderNumber: `DE-${++made}`, carrier: 'DHL', trackingNumber: `00340${made}`, deliveryAddress }
  return (await member.post('/api/shipping/shipments', { ...given, lines: [{ sku: 'TEA', quantity: 2 }] })).body
}

const withShipment =
  (body?: unknown): Fixture =>
  async (member) => ({ params: { id: (await aShipment(member)).id }, body })

const aCarrier = () => ({ code: `carrier-${++made}`, name: `Radkurier ${made}` })

const withCarrier =
  (body?: unknown): Fixture =>
  async (member) => ({ params: { code: (await member.post('/api/shipping/carriers', aCarrier())).body.code }, body })

const labelFor = async (member: Member) => {
  const { id: custodianId } = await aCustodian(member, {
    type: 'shipping_api',
    enabledCapabilities: ['label_generation'],
    connectionConfig: { publicKey: 'public', secretKey: 'secret', integrationId: 'integration' },
  })
  const from = { company: 'Teehaus', line1: 'Speicherstadt 12', city: 'Hamburg', countryCode: 'DE' }
  return { custodianId, weightGrams: 1200, from }
}

/** Creates a shipment whose label is bought, as the worker leaves it. */
const aLabelledShipment = async (member: Member) => {
  const { id } = await aShipment(member)
  const body = await labelFor(member)
  await member.post(`/api/shipping/shipments/${id}/label`, body)
  await buyFor(member, id)
  return id
}

export const SHIPMENT_FIXTURES: Readonly<Record<string, Fixture>> = {
  listShipments: withShipment(),
  createShipment: async () => ({
    body: { orderNumber: 'DE-100045', carrier: 'DHL', lines: [{ sku: 'TEA-GREEN-100', quantity: 2 }] },
    other: { orderNumber: 'DE-100046', carrier: 'DHL' },
  }),
  getShipment: withShipment(),
  updateShipment: withShipment({ trackingNumber: '1Z999', carrier: 'UPS' }),
  cancelShipment: withShipment({ reason: 'Packed twice' }),
  addShipmentEvent: withShipment({ state: 'delivered', signedBy: 'A. Lovelace' }),
  replaceTrackingLink: withShipment(),
  renderDeliveryNote: withShipment({ locale: 'de_DE' }),
  buyShipmentLabel: async (member) => ({
    params: { id: (await aShipment(member)).id },
    body: await labelFor(member),
  }),
  uploadShipmentLabel: withShipment({ file: Buffer.from('^XA^FO50,50^FDDE-100045^FS^XZ').toString('base64') }),
  voidShipmentLabel: async (member) => ({ params: { id: await aLabelledShipment(member) } }),
  getTrackingPage: async (member) => {
    const { trackingPageUrl } = await aShipment(member)
    return { params: { token: trackingPageUrl.slice(trackingPageUrl.lastIndexOf('/') + 1) } }
  },
  listCarriers: withCarrier(),
  createCarrier: async () => ({ body: aCarrier() }),
  getCarrier: withCarrier(),
  updateCarrier: withCarrier({ aliases: ['RKE'] }),
  deleteCarrier: withCarrier(),
}
