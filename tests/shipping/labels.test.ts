import { beforeEach, describe, expect, it } from 'vitest'
import {
  type CustodianConnector,
  CustodianError,
  type CustodianSystem,
  type Label,
  type LabelOffer,
} from '../../lib/custodians/custodian-connector.ts'
import { app } from '../../lib/platform/app/app.ts'
import { workOnLabel } from '../../lib/shipping/labels/work-on-label.ts'
import { recordTrackedParcel } from '../../lib/shipping/shipments/record-tracked-parcel.ts'
import { aCustodian } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { dyingAt } from '../support/dying.ts'
import { anAddress, anEvent, aShipment, inUnitOf, listTasks, SHIPMENTS } from './parcels.ts'

const FROM = { company: 'Teehaus', line1: 'Speicherstadt 12', city: 'Hamburg', postalCode: '20457', countryCode: 'DE' }
const PDF = Buffer.from('%PDF-1.7 label')

/** A provider of labels that counts what was bought, and whose answers can be lost. */
const aProvider = () => {
  const bought = new Map<string, string>()
  const calls: string[] = []
  const failures: CustodianError[] = []
  const label = (remoteId: string): Label => ({
    ...{ remoteId, carrier: 'dhl', service: 'Paket', trackingUrl: null, format: 'PDF', file: PDF },
    trackingNumber: `N-${remoteId}`,
  })
  const begin = (call: string) => {
    calls.push(call)
    const failure = failures[0]
    if (failure && !failure.isUnclear) throw failures.shift()
  }
  const end = () => {
    if (failures.length) throw failures.shift()
  }
  const labels: NonNullable<CustodianConnector['labels']> = {
    async offer(_system, { reference, weightGrams }): Promise<LabelOffer> {
      begin('offer')
      const remoteId = `${reference}-${calls.length}`
      end()
      return {
        remoteId,
        rateId: 'r',
        carrier: 'DHL',
        service: 'Paket',
        price: { amount: weightGrams, currency: 'EUR' },
      }
    },
    async buy(_system, { remoteId, rateId }) {
      begin('buy')
      bought.set(`${remoteId} ${calls.length}`, rateId)
      end()
      return label(remoteId)
    },
    async find(_system, remoteId) {
      begin('find')
      return [...bought.keys()].some((key) => key.startsWith(`${remoteId} `)) ? label(remoteId) : undefined
    },
    async void() {
      begin('void')
      return { answer: 'accepted' }
    },
    track: () => Promise.reject(new Error('not asked for')),
  }
  const connector: CustodianConnector = { type: 'shipping_api', capabilities: ['label_generation'], labels }
  return { calls, bought, failures, labels, open: async () => ({ connector, system: {} as CustodianSystem }) }
}

let member: Member
let custodianId: string
beforeEach(async () => {
  member = await aMember()
  const fields = { type: 'shipping_api', enabledCapabilities: ['label_generation'] }
  const connectionConfig = { publicKey: 'p', secretKey: 's', integrationId: 'i' }
  custodianId = (await aCustodian(member, { ...fields, connectionConfig })).id
})

const aParcelToShip = async () => (await aShipment(member, { trackingNumber: null, deliveryAddress: anAddress() })).id
const request = (id: string, fields: object = {}) =>
  member.post(`${SHIPMENTS}/${id}/label`, { custodianId, weightGrams: 1200, from: FROM, ...fields })
const read = async (id: string) => (await member.get(`${SHIPMENTS}/${id}`)).body
const work = (id: string, { open }: Pick<ReturnType<typeof aProvider>, 'open'>, using = app()) =>
  workOnLabel(using, { tenant: member.tenant, shipmentId: id }, open)

describe('the label of a shipment', () => {
  it('is bought in the background, and its file is kept as a document', async () => {
    const [id, provider] = [await aParcelToShip(), aProvider()]
    const { status, body } = await request(id)
    expect([status, body.label.status, body.trackingNumber]).toEqual([202, 'requested', null])
    expect(await listTasks('shipping.labels.work', member.tenant)).toHaveLength(1)
    await work(id, provider)
    const { label, ...shipment } = await read(id)
    expect(label).toMatchObject({
      status: 'bought',
      price: { amount: 1200, currency: 'EUR' },
      format: 'PDF',
      custodianId,
    })
    expect(shipment).toMatchObject({ carrier: 'DHL', service: 'Paket', trackingNumber: expect.stringMatching(/^N-/) })
    const document = await member.get(`/api/document/documents/${label.documentId}`)
    expect(document.body).toMatchObject({ type: 'shipping_label', status: 'final', primaryFormat: 'pdf' })
    expect((await app().files.get(document.body.storagePath)).equals(PDF)).toBe(true)
    const download = await member.get(`/api/document/documents/${label.documentId}/download`, {
      accept: 'application/json',
    })
    expect(download.body).toMatchObject({ mimeType: 'application/pdf', sizeBytes: PDF.length })
    await work(id, provider)
    expect(provider.calls).toEqual(['offer', 'buy'])
  })

  it('is bought once when the answer was lost: it is looked up', async () => {
    const [id, provider] = [await aParcelToShip(), aProvider()]
    await request(id)
    const buy = provider.labels.buy
    provider.labels.buy = async (...given) => {
      await buy(...given)
      throw new CustodianError('UNAVAILABLE', 'The provider did not answer.', { isUnclear: true })
    }
    await work(id, provider)
    expect((await read(id)).label).toMatchObject({ status: 'offered', message: 'The provider did not answer.' })
    await work(id, provider)
    expect((await read(id)).label.status).toBe('bought')
    expect(provider.calls).toEqual(['offer', 'buy', 'find'])
  })

  it('is bought once by a worker that dies between any two steps', async () => {
    for (let transaction = 1; transaction <= 3; transaction++)
      for (const after of [false, true]) {
        const [id, provider] = [await aParcelToShip(), aProvider()]
        await request(id)
        await expect(work(id, provider, dyingAt(transaction, after))).rejects.toThrow('killed')
        const late = { ...app(), clock: () => new Date(Date.now() + 120_000) }
        await work(id, provider, late)
        await work(id, provider, late)
        expect([transaction, after, (await read(id)).label.status, provider.bought.size]).toEqual([
          ...[transaction, after, 'bought', 1],
        ])
      }
  })

  it('is bought by one of two workers', async () => {
    const [id, provider] = [await aParcelToShip(), aProvider()]
    await request(id)
    const { buy } = provider.labels
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    provider.labels.buy = async (...given) => {
      reached.resolve()
      await released.promise
      return await buy(...given)
    }
    const first = work(id, provider)
    await reached.promise
    await expect(work(id, provider)).rejects.toThrow()
    released.resolve()
    await first
    expect(provider.calls).toEqual(['offer', 'buy'])
  })

  it('fails with the reason when the provider refuses it, and can be requested again', async () => {
    const [id, provider] = [await aParcelToShip(), aProvider()]
    await request(id)
    provider.failures.push(new CustodianError('UPSTREAM_ERROR', 'The provider refuses the address.'))
    await work(id, provider)
    expect((await read(id)).label).toMatchObject({ status: 'failed', message: 'The provider refuses the address.' })
    expect((await request(id)).body.label).toMatchObject({ status: 'requested', message: null })
  })

  it('does not fail while it is not known whether it was bought, even if the look-up is refused', async () => {
    const [id, provider] = [await aParcelToShip(), aProvider()]
    await request(id)
    provider.labels.buy = () => Promise.reject(new CustodianError('UNAVAILABLE', 'Lost.', { isUnclear: true }))
    await work(id, provider)
    provider.labels.find = () => Promise.reject(new CustodianError('AUTH_FAILED', 'The keys are not accepted.'))
    for (let attempt = 0; attempt < 8; attempt++) await work(id, provider)
    expect((await read(id)).label).toMatchObject({
      status: 'offered',
      message: 'It is not known whether the label was bought. Request it again to look it up.',
    })
    expect(provider.calls).toEqual(['offer'])
    expect((await request(id)).body.label.status).toBe('offered')
  })

  it('is refused for a parcel that left, a custodian that sells none, and an unknown sender', async () => {
    const id = await aParcelToShip()
    expect((await request(id, { from: undefined })).body.violations[0].propertyPath).toBe('from')
    expect((await request(id, { custodianId: (await aCustodian(await aMember())).id })).status).toBe(400)
    expect((await request(id, { custodianId: (await aCustodian(member)).id })).status).toBe(409)
    expect((await request((await aShipment(member)).id)).body.detail).toContain('delivery address')
    await member.post(`${SHIPMENTS}/${id}/events`, { state: 'in_transit' })
    expect((await request(id)).status).toBe(409)
  })
})

describe('voiding a label', () => {
  const bought = async () => {
    const [id, provider] = [await aParcelToShip(), aProvider()]
    await request(id)
    await work(id, provider)
    return { id, provider }
  }

  it('asks for the money back, after which the shipment can be cancelled or get another label', async () => {
    const { id, provider } = await bought()
    expect((await member.post(`${SHIPMENTS}/${id}/cancel`)).status).toBe(409)
    expect((await member.post(`${SHIPMENTS}/${id}/label/void`)).body.label.status).toBe('voiding')
    await work(id, provider)
    expect((await read(id)).label.status).toBe('void')
    expect((await request(id)).body.label.status).toBe('requested')
  })

  it('says why it was refused, and waits for a decision', async () => {
    const { id, provider } = await bought()
    await member.post(`${SHIPMENTS}/${id}/label/void`)
    provider.labels.void = async () => ({ answer: 'pending' })
    await work(id, provider)
    expect((await read(id)).label.status).toBe('voiding')
    provider.labels.void = async () => ({ answer: 'refused', reason: 'The label was used.' })
    await work(id, provider)
    expect((await read(id)).label).toMatchObject({ status: 'bought', message: 'The label was used.' })
  })

  it('comes before another label is bought', async () => {
    const { id, provider } = await bought()
    expect((await request(id)).body.detail).toBe('The label of the shipment is bought.')
    await member.post(`${SHIPMENTS}/${id}/label/void`)
    expect((await request(id)).body.detail).toBe('The label of the shipment is voiding.')
    await work(id, provider)
    expect(provider.calls).toEqual(['offer', 'buy', 'void'])
  })

  it('is refused without a bought label, and once the parcel has left', async () => {
    expect((await member.post(`${SHIPMENTS}/${await aParcelToShip()}/label/void`)).status).toBe(409)
    const { id } = await bought()
    await member.post(`${SHIPMENTS}/${id}/events`, { state: 'in_transit' })
    expect((await member.post(`${SHIPMENTS}/${id}/label/void`)).status).toBe(409)
  })
})

describe('a carrier’s news about a parcel of our own', () => {
  const tell = (fields: object) =>
    inUnitOf(member, (unit) =>
      recordTrackedParcel(app().db, unit, custodianId, {
        ...{ remoteId: null, carrier: 'DHL', trackingNumber: '4711', trackingUrl: null, promisedBy: '2026-03-04' },
        ...{ signedBy: null, events: [anEvent()] },
        ...fields,
      }),
    )

  it('reach the shipment with this number and carrier, and no other', async () => {
    const [ups, dhl] = [
      await aShipment(member, { carrier: 'UPS', trackingNumber: '4711' }),
      await aShipment(member, { carrier: 'DHL', trackingNumber: '4711' }),
    ]
    expect((await tell({ carrier: 'dhl paket' }))?.id).toBe(dhl.id)
    const delivered = anEvent({ state: 'delivered', occurredAt: '2026-03-04T09:00:00.000Z' })
    await tell({ events: [delivered], signedBy: 'Lovelace' })
    expect(await read(dhl.id)).toMatchObject({
      status: 'delivered',
      promisedBy: '2026-03-04',
      proofOfDelivery: { signedBy: 'Lovelace', at: delivered.occurredAt },
    })
    expect((await read(ups.id)).status).toBe('created')
    expect(await tell({ carrier: 'GLS' })).toBeUndefined()
    expect(await tell({ trackingNumber: 'other' })).toBeUndefined()
  })
})
