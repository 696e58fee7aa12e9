import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CustodianConnector, ParcelToLabel } from '../../lib/custodians/custodian-connector.ts'
import { errorOf } from './contract.ts'
import { startEasyPost } from './servers/easypost.ts'

const address = {
  name: 'Ada Lovelace',
  company: null,
  line1: 'Market Street 1',
  line2: null,
  city: 'Berlin',
  postalCode: '10115',
  region: null,
  countryCode: 'DE',
  phone: null,
  email: null,
}

const aParcel = (fields: Partial<ParcelToLabel> = {}): ParcelToLabel => ({
  reference: 'SH-01K9ZB4A7M2C5X8V1B6N3Q0W4E',
  from: address,
  to: address,
  weightGrams: 1200,
  sizeMillimetres: { length: 300, width: 200, height: 100 },
  carrier: null,
  service: null,
  format: 'PDF',
  ...fields,
})

describe('labels of EasyPost', () => {
  let vendor: Awaited<ReturnType<typeof startEasyPost>>
  const labels = () => vendor.connector.labels as NonNullable<CustodianConnector['labels']>
  beforeEach(async () => {
    vendor = await startEasyPost()
  })
  afterEach(() => vendor.stop())

  const offer = (fields: Partial<ParcelToLabel> = {}) => labels().offer(vendor.system(), aParcel(fields))

  it('are offered for the lowest price, without paying', async () => {
    expect(await offer()).toMatchObject({ carrier: 'DHL', service: 'Paket', price: { amount: 593, currency: 'EUR' } })
    expect(await offer({ carrier: 'ups' })).toMatchObject({ carrier: 'UPS', service: 'Standard' })
    expect(await offer({ service: 'express' })).toMatchObject({ service: 'Express' })
    expect(vendor.mode.bought).toBe(0)
  })

  it('come from the carrier account in publicKey', async () => {
    const system = vendor.system({ credentials: { ...vendor.credentials, publicKey: 'ca_ups' } })
    expect(await labels().offer(system, aParcel())).toMatchObject({ carrier: 'UPS' })
    const unknown = vendor.system({ credentials: { ...vendor.credentials, publicKey: 'DHL' } })
    expect((await errorOf(labels().offer(unknown, aParcel()))).message).toContain('publicKey')
  })

  it('say what the tenant has to enter where a credential is missing or names another service', async () => {
    const { integrationId: _, ...without } = vendor.credentials
    expect(
      (await errorOf(vendor.connector.test?.(vendor.system({ credentials: without })) as Promise<void>)).message,
    ).toBe('The credential integrationId is missing: it names the service that sells the labels, which is easypost.')
    const other = { ...without, integrationId: 'shippo' }
    expect(await errorOf(offerWith(other))).toMatchObject({ code: 'INVALID_CONFIG' })
    expect(vendor.server.asked).toHaveLength(0)
  })

  const offerWith = (credentials: typeof vendor.credentials | Record<string, string>) =>
    labels().offer(vendor.system({ credentials }), aParcel())

  it('are refused in our words where the parcel is wrong or nobody carries it', async () => {
    for (const fields of [{ weightGrams: 0 }, { carrier: 'GLS' }])
      expect(await errorOf(offer(fields), vendor.secrets)).toMatchObject({ code: 'INVALID_CONFIG', isUnclear: false })
  })

  it.for(['PDF', 'PNG', 'ZPL'] as const)('are bought with their file as %s', async (format) => {
    const offered = await offer({ format })
    const label = await labels().buy(vendor.system(), offered, format)
    expect(label).toMatchObject({ remoteId: offered.remoteId, carrier: 'DHL', trackingNumber: '00341', format })
    expect(label.file.length).toBeGreaterThan(5)
  })

  it('are converted where another format was registered', async () => {
    const offered = await offer({ format: 'PNG' })
    const { file } = await labels().buy(vendor.system(), offered, 'ZPL')
    expect(file.toString()).toContain('^XA')
  })

  it('are bought once, however often and at whatever point the answer is lost', async () => {
    const offered = await offer()
    const buy = () => labels().buy(vendor.system(), offered, 'PDF')
    expect(await labels().find(vendor.system(), offered.remoteId, 'PDF')).toBeUndefined()
    vendor.server.misbehave('none', 'lost')
    expect(await errorOf(buy())).toMatchObject({ isUnclear: true })
    vendor.mode.isFileGone = true
    expect(await errorOf(buy())).toMatchObject({ isUnclear: true })
    vendor.mode.isFileGone = false
    const found = await labels().find(vendor.system(), offered.remoteId, 'PDF')
    expect(await buy()).toEqual(found)
    expect(vendor.mode.bought).toBe(1)
  })

  it('are bought once if two callers buy at the same time', async () => {
    const offered = await offer()
    const bought = await Promise.all([1, 2].map(() => labels().buy(vendor.system(), offered, 'PDF')))
    expect(bought[0]).toEqual(bought[1])
    expect(vendor.mode.bought).toBe(1)
  })

  it('are unclear after payment until their file is loaded', async () => {
    const offered = await offer()
    vendor.mode.isFileGone = true
    expect(await errorOf(labels().buy(vendor.system(), offered, 'PDF'))).toMatchObject({ isUnclear: true })
    expect(vendor.mode.bought).toBe(1)
  })

  it.for([
    ['PDF', '<h1>The link has ended</h1>'],
    ['PNG', '%PDF-1.4 label'],
    ['ZPL', '%PDF-1.4 label'],
  ] as const)('are unclear after payment where the file is no %s', async ([format, file]) => {
    const offered = await offer({ format })
    vendor.mode.file = file
    const buy = () => labels().buy(vendor.system(), offered, format)
    expect(await errorOf(buy())).toMatchObject({ code: 'UNAVAILABLE', isUnclear: true })
    vendor.mode.file = undefined
    expect((await buy()).file.length).toBeGreaterThan(5)
    expect(vendor.mode.bought).toBe(1)
  })

  it('are given back, which the carrier decides later or refuses', async () => {
    const { remoteId } = await offer()
    const give = (id = remoteId) => labels().void(vendor.system(), id)
    expect(await give()).toEqual({ answer: 'pending' })
    expect(await give()).toEqual({ answer: 'pending' })
    Object.assign(vendor.shipments.get(remoteId) ?? {}, { refund_status: 'refunded' })
    expect(await give()).toEqual({ answer: 'accepted' })
    vendor.mode.refund = 'not_applicable'
    expect(await give((await offer()).remoteId)).toMatchObject({ answer: 'refused', reason: expect.any(String) })
    expect(await give('shp_99')).toMatchObject({ answer: 'refused' })
  })

  it('are followed by carrier and number, which several carriers use', async () => {
    const track = (carrier: string) => labels().track(vendor.system(), { carrier, trackingNumber: '0034' })
    expect(await track('DHL')).toMatchObject({ carrier: 'DHL', trackingNumber: '0034', events: [] })
    await track('DHL')
    await track('UPS')
    expect(vendor.trackers.size).toBe(2)
    const wrong = labels().track(vendor.system(), { carrier: null, trackingNumber: '?' })
    expect(await errorOf(wrong, vendor.secrets)).toMatchObject({ code: 'INVALID_CONFIG' })
  })

  const detail = (status: string, status_detail: string) => ({
    status,
    status_detail,
    datetime: '2026-03-02T09:00:00Z',
    message: 'Seen',
    tracking_location: { city: 'Köln', country: 'DE' },
  })

  it.for([
    ['pre_transit', 'label_created', 'created', null],
    ['in_transit', 'arrived_at_facility', 'in_transit', null],
    ['out_for_delivery', 'out_for_delivery', 'out_for_delivery', null],
    ['delivered', 'arrived_at_destination', 'delivered', null],
    ['in_transit', 'weather_delay', null, 'delayed'],
    ['available_for_pickup', 'arrived_at_pickup_location', null, 'ready_for_pickup'],
    ['return_to_sender', 'return', null, 'returning'],
    ['failure', 'delivery_exception', null, 'attempt_failed'],
    ['failure', 'lost', 'lost', null],
    ['failure', 'damaged', 'damaged', null],
    ['failure', 'refused', 'refused', null],
    ['error', 'unknown', null, null],
    ['awaiting_moonlight', 'awaiting_moonlight', null, null],
  ] as const)('turn %s with %s into state %s and flag %s', async ([status, more, state, flag]) => {
    const result = {
      tracking_code: '1',
      carrier: 'DHL',
      shipment_id: 'shp_1',
      weight: 12,
      tracking_details: [detail(status, more)],
    }
    const delivery = vendor.notify({ id: 'evt_1', description: 'tracker.updated', result })
    expect(vendor.connector.webhooks?.verify(delivery, vendor.credentials, new Date())).toBe(true)
    expect(vendor.connector.webhooks?.read(delivery)).toMatchObject({
      topic: 'tracker.updated',
      eventId: 'evt_1',
      parcel: { remoteId: 'shp_1', events: [{ state, flag, place: 'Köln, DE' }] },
    })
  })

  it('ignore what is not about a parcel and what somebody else signed', () => {
    const { webhooks } = vendor.connector
    const delivery = vendor.notify({ id: 'evt_1', description: 'batch.created', result: {} })
    expect(webhooks?.read(delivery)).toEqual({ topic: 'batch.created', eventId: 'evt_1' })
    expect(webhooks?.verify({ ...delivery, raw: Buffer.from('{}') }, vendor.credentials, new Date())).toBe(false)
    expect(webhooks?.verify(delivery, {}, new Date())).toBe(false)
    expect(webhooks?.verify({ ...delivery, headers: {} }, vendor.credentials, new Date())).toBe(false)
  })
})
