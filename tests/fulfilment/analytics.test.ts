import { describe, expect, it } from 'vitest'
import {
  type CountedHandOff,
  countAccepted,
  countHandOff,
  countReversal,
} from '../../lib/fulfilment/analytics/count-fulfilment.ts'
import { app } from '../../lib/platform/app/app.ts'
import { newId, parseId } from '../../lib/platform/id.ts'
import { runInUnit, type Unit } from '../../lib/platform/store/unit.ts'
import { aCustodian } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'

const ANALYTICS = '/api/fulfilment/analytics'

const inUnit = (member: Member, work: (unit: Unit) => Promise<void>, now = app().clock()) =>
  runInUnit(app().db, { tenant: member.tenant, actor: null, now }, work)

const handOff = (custodianId: string, fields: Partial<CountedHandOff> = {}): CountedHandOff => ({
  custodianId: parseId(custodianId) as string,
  acceptedAt: '2026-03-01T10:00:00.000Z',
  handedOverAt: '2026-03-02T10:00:00.000Z',
  pieces: 2,
  isFirst: true,
  ...fields,
})

const read = async (member: Member, query = 'from=2026-03-01&to=2026-03-31') =>
  (await member.get(`${ANALYTICS}?${query}`)).body

describe('the analytics of fulfilment', () => {
  it('count orders, pieces, hours and late orders by custodian and day', async () => {
    const member = await aMember()
    const [one, two] = [await aCustodian(member), await aCustodian(member)]
    const late = { handedOverAt: '2026-03-04T10:00:00.000Z' }
    await inUnit(member, async (unit) => {
      await countHandOff(app(), unit, handOff(one.id))
      await countHandOff(app(), unit, handOff(one.id, { isFirst: false, pieces: 3 }))
    })
    await inUnit(member, (unit) => countHandOff(app(), unit, handOff(one.id, late)))
    await inUnit(member, (unit) => countHandOff(app(), unit, handOff(two.id)))
    const accepted = new Date('2026-03-02T09:00:00.000Z')
    await inUnit(member, (unit) => countAccepted(app(), unit, parseId(two.id) as string), accepted)
    const body = await read(member)
    expect(body.days).toEqual(
      expect.arrayContaining([
        {
          day: '2026-03-02',
          custodianId: one.id,
          accepted: 0,
          handedOver: 1,
          late: 0,
          handOffs: 2,
          pieces: 5,
          averageHours: 24,
        },
        {
          day: '2026-03-04',
          custodianId: one.id,
          accepted: 0,
          handedOver: 1,
          late: 1,
          handOffs: 1,
          pieces: 2,
          averageHours: 72,
        },
      ]),
    )
    expect(body.totals).toEqual({ accepted: 1, handedOver: 3, late: 1, handOffs: 4, pieces: 9, averageHours: 40 })
    expect(body.custodians.length).toBe(2)
    const own = await read(member, `from=2026-03-01&to=2026-03-31&custodianId=${two.id}`)
    expect(own.totals).toMatchObject({ accepted: 1, handedOver: 1, averageHours: 24 })
    expect((await read(member, 'from=2026-03-03&to=2026-03-04')).totals).toMatchObject({ handedOver: 1, late: 1 })
    expect((await read(await aMember())).days).toEqual([])
  })

  it('forget a hand-off that is reversed', async () => {
    const member = await aMember()
    const { id } = await aCustodian(member)
    await inUnit(member, (unit) => countHandOff(app(), unit, handOff(id)))
    await inUnit(member, (unit) => countReversal(app(), unit, handOff(id)))
    expect((await read(member)).totals).toEqual({
      accepted: 0,
      handedOver: 0,
      late: 0,
      handOffs: 0,
      pieces: 0,
      averageHours: null,
    })
  })

  it('call an order late by the setting, and count its day in the time zone of the tenant', async () => {
    const member = await aMember()
    const { id } = await aCustodian(member)
    await member.put('/api/configuration/settings/bulk', {
      settings: [
        { key: 'warehousing.handOverHours', value: 4 },
        { key: 'general.timezone', value: 'Asia/Tokyo' },
      ],
    })
    const times = { acceptedAt: '2026-03-01T11:59:59.000Z', handedOverAt: '2026-03-01T16:00:00.000Z' }
    await inUnit(member, (unit) => countHandOff(app(), unit, handOff(id, times)))
    expect((await read(member)).days).toMatchObject([{ day: '2026-03-02', late: 1 }])
  })

  it('cover a month by default and a quarter at most', async () => {
    const member = await aMember()
    const { body } = await member.get(ANALYTICS)
    expect((Date.parse(body.to) - Date.parse(body.from)) / 86_400_000).toBe(29)
    expect((await member.get(`${ANALYTICS}?from=2026-01-01&to=2026-04-03`)).status).toBe(400)
    expect((await member.get(`${ANALYTICS}?from=2026-01-01&to=2026-04-02`)).status).toBe(200)
    expect((await member.get(`${ANALYTICS}?from=2026-02-01&to=2026-01-31`)).status).toBe(400)
    expect((await (await aMember({ role: 'finance' })).get(ANALYTICS)).status).toBe(403)
    expect((await member.get(`${ANALYTICS}?custodianId=${newId(app().clock())}`)).body.days).toEqual([])
  })
})
