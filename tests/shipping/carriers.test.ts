import { beforeAll, describe, expect, it } from 'vitest'
import { aMember, type Member } from '../support/client.ts'
import { aShipment } from './parcels.ts'

const CARRIERS = '/api/shipping/carriers'

let member: Member
beforeAll(async () => {
  member = await aMember()
})

const RADKURIER = {
  code: 'radkurier',
  name: 'Radkurier Elbe',
  aliases: ['RKE'],
  trackingUrlTemplate: 'https://radkurier.example/track?code={number}',
}

describe('a carrier of the tenant’s own', () => {
  it('is listed before the known ones, and gives shipments its name and its link', async () => {
    const { status } = await member.post(CARRIERS, RADKURIER)
    expect(status).toBe(201)
    const { body } = await member.get(CARRIERS)
    expect(body.member[0]).toMatchObject({ code: 'radkurier', isOwn: true })
    expect(body.member.filter(({ isOwn }: { isOwn: boolean }) => !isOwn).length).toBeGreaterThan(25)
    expect(await aShipment(member, { carrier: 'rke Express', trackingNumber: 'a/b' })).toMatchObject({
      carrier: 'Radkurier Elbe',
      trackingUrl: 'https://radkurier.example/track?code=a%2Fb',
    })
    const stranger = await aMember()
    expect((await stranger.get(`${CARRIERS}/radkurier`)).status).toBe(404)
    expect((await aShipment(stranger, { carrier: 'RKE' })).carrier).toBe('RKE')
  })

  it('can be changed and deleted; its code is unique', async () => {
    const own = await aMember()
    await own.post(CARRIERS, RADKURIER)
    expect((await own.post(CARRIERS, RADKURIER)).body.errorCode).toBe('ALREADY_EXISTS')
    expect((await own.post(CARRIERS, { ...RADKURIER, code: 'dhl' })).body.errorCode).toBe('ALREADY_EXISTS')
    expect((await own.patch(`${CARRIERS}/radkurier`, { name: 'RK' })).body).toMatchObject({
      name: 'RK',
      aliases: ['RKE'],
    })
    expect((await own.delete(`${CARRIERS}/radkurier`)).status).toBe(204)
    expect((await own.get(`${CARRIERS}/radkurier`)).status).toBe(404)
  })

  it('needs an https link with the number in it', async () => {
    for (const trackingUrlTemplate of ['http://a.example/{number}', 'https://a.example/', 'javascript:{number}'])
      expect((await member.post(CARRIERS, { ...RADKURIER, code: 'x', trackingUrlTemplate })).status).toBe(400)
  })
})

describe('a carrier that the platform knows', () => {
  it('can be read, and neither changed nor deleted', async () => {
    expect((await member.get(`${CARRIERS}/postnl`)).body).toMatchObject({ name: 'PostNL', isOwn: false })
    expect((await member.patch(`${CARRIERS}/dhl`, { name: 'X' })).status).toBe(409)
    expect((await member.delete(`${CARRIERS}/dhl`)).status).toBe(409)
  })
})
