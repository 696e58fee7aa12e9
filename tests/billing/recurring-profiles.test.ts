import { beforeAll, describe, expect, it } from 'vitest'
import { aPartner, aRecurringProfile } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { at } from './recurring-run.ts'

const PROFILES = '/api/billing/recurring-invoice-profiles'

let owner: Member
beforeAll(async () => {
  owner = await aMember()
})

const paths = ({ body }: { body: { violations?: { propertyPath: string }[] } }) =>
  body.violations?.map(({ propertyPath }) => propertyPath)

describe('a recurring profile', () => {
  it('is answered with all fields and its first period in the tenant’s time zone', async () => {
    const member = await aMember()
    await member.put('/api/configuration/settings/bulk', {
      settings: [{ key: 'general.timezone', value: 'Europe/Berlin' }],
    })
    const partner = await aPartner(member, { name: 'Nordlicht' })
    const { status, body, headers } = await member.post(PROFILES, {
      partnerId: partner.id,
      currencyCode: 'EUR',
      cadence: 'monthly',
      anchorDay: 31,
      startAt: '2099-06-01',
      lines: [{ description: 'Storage', quantity: 1.5, unitPrice: 850, taxCategoryId: 'reduced' }],
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      '@context': '/api/docs/contexts/RecurringInvoiceProfile',
      '@id': `${PROFILES}/${body.id}`,
      '@type': 'RecurringInvoiceProfile',
      id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      partnerId: partner.id,
      partnerName: 'Nordlicht',
      name: null,
      currencyCode: 'EUR',
      cadence: 'monthly',
      anchorDay: 31,
      status: 'active',
      dueDays: 0,
      autoIssue: true,
      startAt: '2099-06-01',
      endAt: null,
      nextInvoiceAt: '2099-06-29T22:00:00.000Z',
      lastInvoicedAt: null,
      notes: null,
      lines: [
        {
          ...{ description: 'Storage', quantity: 1.5, unitPrice: 850, reference: null },
          ...{ taxCategoryId: 'reduced', supplyType: null },
        },
      ],
      linesByDay: [{ validFrom: null, lines: body.lines }],
      createdAt: expect.any(String),
      updatedAt: body.createdAt,
    })
    expect((await member.get(headers.Location as string)).body).toEqual(body)
    await member.patch(`/api/partner/partners/${partner.id}`, { name: 'Südlicht' })
    expect((await member.get(`${PROFILES}/${body.id}`)).body.partnerName).toBe('Südlicht')
  })

  it('starts on the first day of a month or week by default', async () => {
    const anchorDay = undefined
    expect(await aRecurringProfile(owner, { anchorDay, startAt: '2099-01-02' })).toMatchObject({
      anchorDay: 1,
      nextInvoiceAt: '2099-02-01T00:00:00.000Z',
    })
    expect(await aRecurringProfile(owner, { anchorDay, cadence: 'weekly', startAt: '2099-01-02' })).toMatchObject({
      anchorDay: 1,
      nextInvoiceAt: '2099-01-05T00:00:00.000Z',
    })
  })

  it('is rejected with all violations at once', async () => {
    const wrong = await owner.post(PROFILES, {
      partnerId: 'x',
      currencyCode: 'euro',
      cadence: 'daily',
      anchorDay: 32,
      startAt: '2099-02-30',
      dueDays: -1,
      lines: [],
    })
    expect(wrong.status).toBe(400)
    const all = ['anchorDay', 'cadence', 'currencyCode', 'dueDays', 'lines', 'partnerId', 'startAt']
    expect(paths(wrong)?.sort()).toEqual(all)
    const missing = ['cadence', 'currencyCode', 'lines', 'partnerId', 'startAt']
    expect(paths(await owner.post(PROFILES, {}))?.sort()).toEqual(missing)
  })

  it('is rejected for impossible days, lines, currencies or partners', async () => {
    const line = { description: 'x', quantity: 1, unitPrice: 1 }
    const refused = async (fields: Record<string, unknown>) => paths({ body: await aRecurringProfile(owner, fields) })
    expect(await refused({ cadence: 'weekly', anchorDay: 8 })).toEqual(['anchorDay'])
    expect(await refused({ startAt: '2099-01-31', endAt: '2099-01-31' })).toEqual(['endAt'])
    expect(await refused({ startAt: '1999-01-31' })).toEqual(['startAt'])
    expect(await refused({ startAt: '9999-12-31' })).toEqual(['startAt'])
    expect(
      await refused({
        lines: [
          { ...line, quantity: 0.0000001 },
          { ...line, quantity: 2, unitPrice: Number.MAX_SAFE_INTEGER },
        ],
      }),
    ).toEqual(['lines[0].quantity', 'lines[1].unitPrice'])
    const largest = { ...line, unitPrice: Number.MAX_SAFE_INTEGER }
    expect(await refused({ lines: [largest, largest] })).toEqual(['lines'])
    expect(await refused({ lines: [{ ...line, unitPrice: -1 }] })).toEqual(['lines'])
    expect(await refused({ currencyCode: 'XQQ' })).toEqual(['currencyCode'])
    expect(await refused({ partnerId: (await aPartner(await aMember())).id })).toEqual(['partnerId'])
  })

  it('is returned again for the same Idempotency-Key', async () => {
    const { id: partnerId } = await aPartner(owner)
    const given = {
      partnerId,
      currencyCode: 'EUR',
      cadence: 'weekly',
      anchorDay: 1,
      startAt: '2099-01-01',
      lines: [{ description: 'x', quantity: 1, unitPrice: 1 }],
    }
    const key = { 'idempotency-key': 'profile-1' }
    const [first, second] = [await owner.post(PROFILES, given, key), await owner.post(PROFILES, given, key)]
    expect(second.body).toEqual(first.body)
    expect(second.headers['Idempotency-Replayed']).toBe('true')
  })

  it('is not found by another tenant', async () => {
    const { id } = await aRecurringProfile(owner)
    const stranger = await aMember()
    expect((await stranger.get(`${PROFILES}/${id}`)).status).toBe(404)
    for (const action of ['pause', 'resume', 'end'])
      expect((await stranger.post(`${PROFILES}/${id}/${action}`)).status).toBe(404)
  })
})

describe('the list of profiles', () => {
  it('is filtered by status and partner, newest first, with exact totals and without lines', async () => {
    const member = await aMember()
    const [a, b] = [await aPartner(member), await aPartner(member)]
    const made: { id: string; status: string; partnerId: string }[] = []
    for (const action of ['pause', 'end', ''])
      for (const partner of [a, b]) {
        const profile = await aRecurringProfile(member, { partnerId: partner.id })
        made.unshift(action ? (await member.post(`${PROFILES}/${profile.id}/${action}`)).body : profile)
      }
    for (const status of ['', 'active', 'paused', 'ended'])
      for (const partnerId of ['', a.id]) {
        const query = new URLSearchParams(Object.entries({ status, partnerId }).filter(([, value]) => value))
        const { body } = await member.get(`${PROFILES}?${query}`)
        const fits = made.filter(
          (each) => (!status || each.status === status) && (!partnerId || each.partnerId === partnerId),
        )
        expect(body.member.map(({ id }: { id: string }) => id)).toEqual(fits.map(({ id }) => id))
        expect(body.totalItems).toBe(fits.length)
        expect(body.member.every(({ lines }: { lines: unknown[] }) => lines.length === 0)).toBe(true)
      }
    expect(paths(await member.get(`${PROFILES}?status=over`))).toEqual(['status'])
  })
})

describe('pausing, resuming and ending', () => {
  const does = (member: Member, id: string, action: string) => member.post(`${PROFILES}/${id}/${action}`)

  it('follow the states, and do not leave the state ended', async () => {
    const { id } = await aRecurringProfile(owner)
    const steps: [string, number, string][] = [
      ['resume', 409, 'active'],
      ['pause', 200, 'paused'],
      ['pause', 409, 'paused'],
      ['resume', 200, 'active'],
      ['pause', 200, 'paused'],
      ['end', 200, 'ended'],
      ['end', 200, 'ended'],
      ['pause', 409, 'ended'],
      ['resume', 409, 'ended'],
    ]
    for (const [action, status, state] of steps) {
      const answer = await does(owner, id, action)
      expect(answer.status, action).toBe(status)
      if (status === 409) expect(answer.body.detail).toContain(`is ${state}`)
      else expect(answer.body).toMatchObject({ status: state, lines: [{ description: 'Storage' }] })
    }
    expect((await does(owner, (await aRecurringProfile(owner)).id, 'end')).body.status).toBe('ended')
  })

  it('happen once with two requests at the same time', async () => {
    const { id } = await aRecurringProfile(owner)
    const answers = await Promise.all([does(owner, id, 'pause'), does(owner, id, 'pause')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('continue with the first period that starts after resuming, not with today’s', async () => {
    const member = await aMember()
    const resumed = async (pausedAt: string, time: string) => {
      const { id } = await aRecurringProfile(member, { anchorDay: 30, startAt: '2099-01-30' })
      await at(pausedAt, member.tenant, (then) => does(then, id, 'pause'))
      return (await at(time, member.tenant, (then) => does(then, id, 'resume'))).body.nextInvoiceAt
    }
    const before = '2098-06-01T12:00:00Z'
    expect(await resumed(before, '2098-06-01T12:00:00Z')).toBe('2099-01-30T00:00:00.000Z')
    expect(await resumed(before, '2099-01-29T23:59:59Z')).toBe('2099-01-30T00:00:00.000Z')
    expect(await resumed(before, '2099-01-30T00:00:00Z')).toBe('2099-02-28T00:00:00.000Z')
    expect(await resumed(before, '2099-07-30T18:00:00Z')).toBe('2099-08-30T00:00:00.000Z')
    // A period that had begun before the pause waits, and is invoiced at once.
    expect(await resumed('2099-02-28T09:00:00Z', '2099-07-30T18:00:00Z')).toBe('2099-01-30T00:00:00.000Z')
  })

  it('leave no date for a next invoice if there is none', async () => {
    const next = { nextInvoiceAt: '2099-01-31T00:00:00.000Z' }
    const nothing = { nextInvoiceAt: null }
    const { id, ...made } = await aRecurringProfile(owner)
    expect(made).toMatchObject(next)
    expect((await does(owner, id, 'pause')).body).toMatchObject(nothing)
    expect((await owner.get(`${PROFILES}/${id}`)).body).toMatchObject(nothing)
    expect((await does(owner, id, 'resume')).body).toMatchObject(next)
    expect((await does(owner, id, 'end')).body).toMatchObject(nothing)
    const before = { startAt: '2099-01-01', endAt: '2099-01-31' }
    expect(await aRecurringProfile(owner, before)).toMatchObject({ status: 'active', ...nothing })
    expect(await aRecurringProfile(owner, { ...before, endAt: '2099-02-01' })).toMatchObject(next)
    const { body } = await owner.get(`${PROFILES}?itemsPerPage=3`)
    expect(body.member.map(({ nextInvoiceAt }: { nextInvoiceAt: string | null }) => nextInvoiceAt)).toEqual([
      next.nextInvoiceAt,
      null,
      null,
    ])
  })

  it('are reported as abilities by state', async () => {
    const { id } = await aRecurringProfile(owner)
    const scopes = ['pause', 'resume', 'end'].map((action) => `billing:recurring_profile:${action}`)
    const subject = `commerce:///billing/recurring-invoice-profiles/${id}`
    expect((await owner.post('/api/auth/can', { subject, scopes })).body).toEqual({
      'billing:recurring_profile:pause': { allowed: true },
      'billing:recurring_profile:resume': { allowed: false, reason: 'recurring invoice profile is active' },
      'billing:recurring_profile:end': { allowed: true },
    })
  })
})
