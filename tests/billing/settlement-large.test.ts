import { expect, it } from 'vitest'
import { buildAccountKey } from '../../lib/billing/account-key.ts'
import { WITHOUT_TARIFF } from '../../lib/billing/charges/charge.ts'
import { charges } from '../../lib/billing/charges/charge-store.ts'
import { collectCharges } from '../../lib/billing/settlements/collect-charges.ts'
import { freeCharges } from '../../lib/billing/settlements/decisions/free-charges.ts'
import { app } from '../../lib/platform/app/app.ts'
import { PLATFORM } from '../../lib/platform/events/outbox/outbox.ts'
import { partition } from '../../lib/platform/store/entities/entity.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { aPartner } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { drainEvents } from '../support/workers.ts'
import { listEvents } from './events.ts'
import { aLine, findFaults, MARCH, of, readBooks, settle } from './settling.ts'

const CHARGES = Number(process.env.CHARGES ?? 150)

/** Writes charges without the API, because there are many. */
const manyCharges = async ({ tenant }: Member, partnerId: string, number: number) => {
  const { db } = app()
  const left = Array.from({ length: number }, (_, i) => i)
  const worker = async () => {
    for (let some = left.splice(0, 8); some.length; some = left.splice(0, 8))
      await runInUnit(db, { tenant, actor: null, now: app().clock() }, async (unit) => {
        for (const i of some) {
          const occurredOn = `2026-03-${String(1 + (i % 31)).padStart(2, '0')}`
          unit.create(charges, {
            partnerId,
            scope: i % 2 ? 'storage' : 'sales',
            chargeType: 'fee',
            description: `Charge ${i}`,
            amount: i % 3 ? 100 + i : -50 - i,
            currency: 'EUR',
            subject: null,
            ...WITHOUT_TARIFF,
            occurredAt: `${occurredOn}T12:00:00.000Z`,
            occurredOn,
            settlementId: null,
            unsettledOf: buildAccountKey(partnerId, 'EUR'),
            isUnsettled: true,
          })
        }
      })
  }
  await Promise.all(Array.from({ length: 4 }, worker))
}

const begin = async (number: number) => {
  const member = await aMember()
  const { id } = await aPartner(member)
  await manyCharges(member, id, number)
  return { member, partnerId: id }
}

const REFUSED = [409, 'OPERATION_NOT_ALLOWED']

it(`collects ${CHARGES} charges after creating their settlement, which cannot be decided on before`, {
  timeout: 120_000 + CHARGES * 20,
}, async ({ annotate }) => {
  const { member, partnerId } = await begin(CHARGES)
  const { status, body } = await settle(member, partnerId, { basis: 'period', period: MARCH })
  expect(status).toBe(201)
  expect(body.lineItemCount).toBeLessThan(CHARGES)
  expect(await listEvents(member.tenant, 'finance.settlement.created', body.id)).toEqual([])
  for (const [action, sent] of [
    ['approve', {}],
    ['reject', { reason: 'Wrong' }],
    ['line-items', aLine()],
    ['statement', {}],
  ] as const) {
    const refused = await member.post(of(body, action), sent)
    expect([refused.status, refused.body.errorCode]).toEqual(REFUSED)
    expect(refused.body.detail).toContain('still being added')
  }
  const began = Date.now()
  await drainEvents({ duplicate: true })
  const seconds = (Date.now() - began) / 1000
  const books = await readBooks(member.tenant)
  expect(findFaults(books)).toEqual([])
  const { body: whole } = await member.get(of(body))
  expect(whole.lineItemCount).toBe(CHARGES)
  expect(whole.lineItems).toHaveLength(Math.min(CHARGES, 2000))
  expect(whole.totalAmount).toBe(books.charges.reduce((sum, { amount }) => sum + amount, 0))
  const events = await listEvents(member.tenant, 'finance.settlement.created', body.id)
  expect(events.map(({ data }) => data)).toMatchObject([{ totalAmount: whole.totalAmount }])

  const statement = await member.post(of(body, 'statement'))
  expect([statement.status, statement.body.status]).toEqual([200, 'locked'])
  expect((await member.post(of(body, 'approve'))).status).toBe(200)
  expect((await member.post(of(body, 'reject'), { reason: 'Wrong' })).body.status).toBe('rejected')
  expect((await settle(member, partnerId, { basis: 'period', period: MARCH })).status).toBe(409)
  await drainEvents({ duplicate: true })
  const after = await readBooks(member.tenant)
  expect(findFaults(after)).toEqual([])
  expect(after.charges.every(({ settlementId }) => settlementId === null)).toBe(true)
  const again = await settle(member, partnerId, { basis: 'period', period: MARCH, scopes: ['sales', 'storage'] })
  expect(again.status).toBe(201)
  expect((await settle(member, partnerId, { basis: 'period', period: MARCH })).status).toBe(201)
  await drainEvents({ shuffle: 3 })
  // A late task of the first rejection finds no charges of its own any more.
  await freeCharges(app(), { tenant: member.tenant, settlementId: body.id, fromPage: 0 }, app().clock())
  expect(findFaults(await readBooks(member.tenant))).toEqual([])
  await annotate(JSON.stringify({ charges: CHARGES, collectingTwiceSeconds: seconds }))
})

it('assigns each charge to one of several settlements that collect at the same time', async () => {
  const { member, partnerId } = await begin(120)
  const asked = [{}, { scopes: ['sales'] }, { basis: 'per_job', scopes: ['storage', 'sales'] }, { period: MARCH }]
  const made = await Promise.all(asked.map((fields) => settle(member, partnerId, fields)))
  expect(made.map(({ status }) => status)).toEqual(asked.map(() => 201))
  const { db, clock } = app()
  const tasks = made.flatMap(({ body }) =>
    [1, 2].map(() => collectCharges({ db }, { tenant: member.tenant, settlementId: body.id }, clock())),
  )
  await Promise.all(tasks)
  const books = await readBooks(member.tenant)
  expect(findFaults(books)).toEqual([])
  expect(books.charges.every(({ settlementId }) => settlementId)).toBe(true)
  expect(books.settlements.every(({ collecting }) => collecting === null)).toBe(true)
  const rejected = made.map(async ({ body }) => {
    await member.post(of(body, 'reject'), { reason: 'Wrong' })
    const data = { tenant: member.tenant, settlementId: body.id, fromPage: 0 }
    await Promise.all([freeCharges({ db }, data, clock()), freeCharges({ db }, data, clock())])
  })
  await Promise.all(rejected)
  const after = await readBooks(member.tenant)
  expect(findFaults(after)).toEqual([])
  expect(after.charges.every(({ settlementId }) => settlementId === null)).toBe(true)
})

it('leaves the rest to another task after the limit of one task', async () => {
  const { member, partnerId } = await begin(100)
  const { body } = await settle(member, partnerId)
  const { db, clock } = app()
  const data = { tenant: member.tenant, settlementId: body.id }
  const findTask = async (name: string) =>
    (await db.query({ pk: partition(PLATFORM, 'task') })).filter(
      (each) => each.task === name && (each.data as typeof data | undefined)?.settlementId === body.id,
    ).length
  await collectCharges({ db }, data, clock(), 2)
  expect(await findTask('billing.settlement.collect')).toBe(2)
  expect((await member.get(of(body))).body.lineItemCount).toBeLessThan(100)
  await drainEvents()
  expect((await member.get(of(body))).body.lineItemCount).toBe(100)
  await member.post(of(body, 'reject'), { reason: 'Wrong' })
  await freeCharges({ db }, { ...data, fromPage: 0 }, clock(), 2)
  expect(await findTask('billing.settlement.free')).toBe(2)
  await drainEvents()
  expect(findFaults(await readBooks(member.tenant))).toEqual([])
})
