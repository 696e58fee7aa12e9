import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CustodianError, type TrackedParcel } from '../../lib/custodians/custodian-connector.ts'
import { getCustodianConnector } from '../../lib/custodians/registry.ts'
import { follow, inMinutes } from '../custodians/world.ts'
import { aCustodian } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { buyFor } from './buy-for.ts'
import { anAddress, anEvent, aShipment, SHIPMENTS } from './parcels.ts'

const FROM = { company: 'Teehaus', line1: 'Speicherstadt 12', city: 'Hamburg', postalCode: '20457', countryCode: 'DE' }
const connector = getCustodianConnector('shipping_api')
const { labels } = connector

let member: Member
let custodianId: string
beforeEach(async () => {
  member = await aMember()
  const fields = { type: 'shipping_api', enabledCapabilities: ['label_generation'] }
  const connectionConfig = { publicKey: 'any', secretKey: 's', integrationId: 'easypost' }
  custodianId = (await aCustodian(member, { ...fields, connectionConfig })).id
})
afterEach(() => {
  Object.assign(connector, { labels })
})

/** A shipment whose label was bought, and the answers of the system that sold it. */
const aLabelledParcel = async () => {
  const answers: (() => Partial<TrackedParcel>)[] = []
  const asked: string[] = []
  const track = async (_system: unknown, { trackingNumber }: { trackingNumber: string }) => {
    asked.push(trackingNumber)
    const none = { remoteId: null, trackingUrl: null, promisedBy: null, signedBy: null, events: [] }
    return { ...none, carrier: 'DHLPaket', trackingNumber, ...answers.shift()?.() }
  }
  Object.assign(connector, { labels: { ...labels, track } })
  const { id } = await aShipment(member, { trackingNumber: null, deliveryAddress: anAddress() })
  await member.post(`${SHIPMENTS}/${id}/label`, { custodianId, weightGrams: 1200, from: FROM })
  await buyFor(member, id)
  return { id: id, answers, asked }
}

const read = async (id: string) => (await member.get(`${SHIPMENTS}/${id}`)).body
const HOUR = 60

describe('a parcel with a label of the tenant’s own', () => {
  it('is looked at until it has arrived, also after answers that failed', async () => {
    const { id, answers, asked } = await aLabelledParcel()
    answers.push(
      () => ({ events: [anEvent()] }),
      () => {
        throw new CustodianError('UNAVAILABLE', 'The provider did not answer.')
      },
      () => ({ events: [anEvent(), anEvent({ state: 'delivered', occurredAt: '2026-03-03T08:00:00.000Z' })] }),
    )
    await follow(member, inMinutes(HOUR))
    expect(asked).toEqual([])
    await follow(member, inMinutes(7 * HOUR))
    expect(await read(id)).toMatchObject({ status: 'in_transit' })
    await follow(member, inMinutes(14 * HOUR))
    expect(await read(id)).toMatchObject({ status: 'in_transit' })
    await follow(member, inMinutes(21 * HOUR))
    expect(await read(id)).toMatchObject({ status: 'delivered' })
    await follow(member, inMinutes(50 * HOUR))
    expect(asked).toHaveLength(3)
  })

  it('is forgotten after two months', async () => {
    const { asked } = await aLabelledParcel()
    await follow(member, inMinutes(61 * 24 * HOUR))
    await follow(member, inMinutes(90 * 24 * HOUR))
    expect(asked).toEqual([])
  })
})
