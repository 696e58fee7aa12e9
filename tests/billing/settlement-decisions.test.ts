import { beforeEach, describe, expect, it } from 'vitest'
import type { StoredLedgerEntry } from '../../lib/billing/ledger/ledger-entry.ts'
import { collectCharges } from '../../lib/billing/settlements/collect-charges.ts'
import { approveSettlement } from '../../lib/billing/settlements/decisions/approve-settlement.ts'
import { freeCharges } from '../../lib/billing/settlements/decisions/free-charges.ts'
import { markSettlementPaid } from '../../lib/billing/settlements/decisions/mark-settlement-paid.ts'
import { findSettlement } from '../../lib/billing/settlements/settlement-store.ts'
import { app } from '../../lib/platform/app/app.ts'
import { partition } from '../../lib/platform/store/entities/entity.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { aPartner } from '../support/builders.ts'
import { aMember, aProgramOf, type Member } from '../support/client.ts'
import { listEvents } from './events.ts'
import { aCharge, aLine, findFaults, MARCH, of, readBooks, SETTLEMENTS, set, settle } from './settling.ts'

let owner: Member
let partner: string
beforeEach(async () => {
  owner = await aMember()
  partner = (await aPartner(owner)).id
})

const paid = { paymentReference: 'SEPA 4711' }
const settled = async (amount = 4250, fields: object = {}) => {
  await aCharge(owner, partner, { amount })
  return (await settle(owner, partner, fields)).body
}

const approve = (settlement: { id: string }, by = owner, body: object = {}) => by.post(of(settlement, 'approve'), body)
const reject = (settlement: { id: string }, by = owner) => by.post(of(settlement, 'reject'), { reason: 'Wrong' })
const pay = (settlement: { id: string }, by = owner) => by.post(of(settlement, 'mark-paid'), paid)
const refusedBy = ({ status, body }: { status: number; body: { errorCode: string } }) => [status, body.errorCode]
const REFUSED = [409, 'OPERATION_NOT_ALLOWED']
const readEvents = async (topic: Parameters<typeof listEvents>[1], id: string) =>
  (await listEvents(owner.tenant, topic, id)).map(({ data }) => data)

/** Lists the partner’s ledger entries in the order in which they were written. */
const ledger = async () =>
  ((await app().db.query({ pk: partition(owner.tenant, 'ledger-entry') })) as unknown as StoredLedgerEntry[]).map(
    ({ recordKind: kind, recordId, amount, number }) => ({ kind, recordId, amount, number }),
  )
const owed = async () => (await ledger()).reduce((sum, { amount }) => sum + amount, 0)

describe('approving a settlement', () => {
  it('records who, when and why, posts the total and submits the payment', async () => {
    const settlement = await settled()
    const { status, body } = await approve(settlement, owner, { notes: 'As agreed' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'approved', approvedBy: owner.identity, approvalNotes: 'As agreed' })
    expect(Date.parse(body.approvedAt)).not.toBeNaN()
    expect(body.lineItems).toEqual(settlement.lineItems)
    expect(await readEvents('finance.settlement.posted', settlement.id)).toMatchObject([{ totalAmount: 4250 }])
    expect(await readEvents('finance.outgoing_payment.submitted', settlement.id)).toMatchObject([
      { paymentId: settlement.id, amount: 4250, currency: 'EUR', partnerId: partner, paymentReference: null },
    ])
    expect(await ledger()).toEqual([
      { kind: 'settlement', recordId: settlement.id, amount: 4250, number: settlement.settlementNumber },
    ])
  })

  it('is possible once from every pending state, with notes of at most 1000 characters', async () => {
    const open = await settled()
    expect((await approve(open, owner, { notes: 'x'.repeat(1001) })).status).toBe(400)
    const locked = await settled()
    await owner.post(of(locked, 'statement'))
    const reviewed = await settled()
    await owner.post(of(reviewed, 'statement'))
    await owner.post(of(reviewed, 'line-items'), aLine())
    for (const [settlement, state] of [
      [open, 'open'],
      [locked, 'locked'],
      [reviewed, 'under_review'],
    ] as const) {
      expect((await owner.get(of(settlement))).body.status).toBe(state)
      expect((await approve(settlement, owner, { notes: null })).status).toBe(200)
      expect(refusedBy(await approve(settlement))).toEqual(REFUSED)
    }
  })

  it('is never done by the platform', async () => {
    const settlement = await settled()
    const scope = { tenant: owner.tenant, actor: null, now: app().clock() }
    const { db } = app()
    await expect(runInUnit(db, scope, (unit) => approveSettlement(app(), unit, settlement.id))).rejects.toThrow(
      'platform',
    )
    await approve(settlement)
    await expect(runInUnit(db, scope, (unit) => markSettlementPaid(app(), unit, settlement.id, paid))).rejects.toThrow(
      'platform',
    )
  })
})

describe('marking a settlement as paid', () => {
  it('is possible once for an approved settlement, and completes the payment', async () => {
    const settlement = await settled()
    expect(refusedBy(await pay(settlement))).toEqual(REFUSED)
    await approve(settlement)
    expect((await owner.post(of(settlement, 'mark-paid'), {})).status).toBe(400)
    expect((await owner.post(of(settlement, 'mark-paid'), { ...paid, paymentMethod: 'gold' })).status).toBe(400)
    const { body } = await owner.post(of(settlement, 'mark-paid'), { ...paid, paymentMethod: 'bank_transfer' })
    expect(body).toMatchObject({ status: 'paid', ...paid, paymentMethod: 'bank_transfer' })
    expect(refusedBy(await pay(settlement))).toEqual(REFUSED)
    expect(refusedBy(await reject(settlement))).toEqual(REFUSED)
    expect(await readEvents('finance.settlement.paid', settlement.id)).toMatchObject([paid])
    expect(await readEvents('finance.outgoing_payment.completed', settlement.id)).toMatchObject([
      { paymentId: settlement.id, amount: 4250, completedAt: body.paidAt, ...paid },
    ])
    expect(await ledger()).toMatchObject([
      { kind: 'settlement', amount: 4250 },
      { kind: 'outgoing_payment', amount: -4250, recordId: settlement.id },
    ])
  })
})

describe('rejecting a settlement', () => {
  it('is possible once, before or after approval, and reverses its ledger entries', async () => {
    const pending = await settled()
    const { body } = await reject(pending)
    expect(body).toMatchObject({ status: 'rejected', rejectedBy: owner.identity, rejectionReason: 'Wrong' })
    expect(await ledger()).toEqual([])
    const approved = (await settle(owner, partner)).body
    await approve(approved)
    expect((await reject(approved)).status).toBe(200)
    for (const each of [pending, approved])
      for (const action of [approve, reject, pay]) expect(refusedBy(await action(each))).toEqual(REFUSED)
    expect(await owed()).toBe(0)
    expect((await ledger()).map(({ amount }) => amount)).toEqual([4250, -4250])
    expect((await settle(owner, partner)).body.totalAmount).toBe(4250)
  })

  it('keeps lines that were added by hand, as charges that the settlement in its place takes', async () => {
    const settlement = await settled(700)
    const add = async (fields: object) =>
      expect((await owner.post(of(settlement, 'line-items'), aLine(fields))).status).toBe(200)
    await add({ type: 'debit', amount: 300, description: 'Damage', itemOccurredAt: '2020-01-01' })
    await add({ type: 'adjustment', amount: -50, description: 'Rounding' })
    await add({ type: 'credit', amount: 20, description: 'Bonus' })
    await reject(settlement)
    const next = (await settle(owner, partner)).body
    expect(next.totalAmount).toBe(700 - 300 - 50 + 20)
    const shown = next.lineItems.map(({ type, description, amount }: Record<string, unknown>) => [
      type,
      description,
      amount,
    ])
    expect(shown).toEqual(
      expect.arrayContaining([
        ['debit', 'Damage', 300],
        ['debit', 'Rounding', 50],
        ['credit', 'Bonus', 20],
      ]),
    )
    await reject(next)
    expect((await settle(owner, partner)).body.totalAmount).toBe(370)
  })

  it('frees each added line once, also if a worker dies before it has told that it did', async () => {
    for (let i = 0; i < 110; i++) await aCharge(owner, partner, { amount: 1 })
    const settlement = (await settle(owner, partner)).body
    await collectCharges(app(), { tenant: owner.tenant, settlementId: settlement.id }, app().clock())
    await owner.post(of(settlement, 'line-items'), aLine({ type: 'debit', amount: 300 }))
    expect((await reject(settlement)).status).toBe(200)
    const task = { tenant: owner.tenant, settlementId: settlement.id, fromPage: 0 }
    const stored = await findSettlement(app().db, owner.tenant, settlement.id)
    expect(stored?.freeing).toBe(true)
    for (const pages of [stored?.linePages, undefined]) await freeCharges(app(), task, app().clock(), pages)
    const { member } = (await owner.get(`/api/billing/charges?partnerId=${partner}&itemsPerPage=100`)).body
    expect(member.filter(({ amount }: { amount: number }) => amount !== 1)).toMatchObject([
      { amount: -300, description: 'Agreed by telephone', scope: 'manual', settlementId: null },
    ])
  })
})

describe('the four-eyes principle', () => {
  it('requires different people for creating, adding a line, approving and paying, owners included', async () => {
    await set(owner, { 'billing.fourEyes': true })
    const [second, third, fourth] = [
      await aMember({ tenant: owner.tenant }),
      await aMember({ tenant: owner.tenant, role: 'admin' }),
      await aMember({ tenant: owner.tenant }),
    ]
    const settlement = await settled()
    await second.post(of(settlement, 'line-items'), aLine())
    for (const by of [owner, second]) expect(refusedBy(await approve(settlement, by))).toEqual(REFUSED)
    expect((await approve(settlement, third)).status).toBe(200)
    for (const by of [owner, second, third]) expect(refusedBy(await pay(settlement, by))).toEqual(REFUSED)
    expect((await pay(settlement, fourth)).status).toBe(200)
  })

  it('is one of people: a service account prepares in the name of its sponsor, and approves or pays nothing', async () => {
    await set(owner, { 'billing.fourEyes': true })
    const [sponsor, third, fourth] = [
      await aMember({ tenant: owner.tenant }),
      await aMember({ tenant: owner.tenant }),
      await aMember({ tenant: owner.tenant }),
    ]
    const program = await aProgramOf(sponsor)
    const settlement = await settled()
    expect((await program.post(of(settlement, 'line-items'), aLine())).status).toBe(200)
    expect(refusedBy(await approve(settlement, sponsor))).toEqual(REFUSED)
    const refused = await program.post(of(settlement, 'approve'), {})
    expect([refused.status, refused.body.errorCode]).toEqual([403, 'PERSON_REQUIRED'])
    expect((await approve(settlement, third)).status).toBe(200)
    const unpaid = await program.post(of(settlement, 'mark-paid'), paid)
    expect([unpaid.status, unpaid.body.errorCode]).toEqual([403, 'PERSON_REQUIRED'])
    expect((await pay(settlement, fourth)).status).toBe(200)
  })

  it('does not apply unless it is enabled', async () => {
    const settlement = await settled()
    expect((await approve(settlement)).status).toBe(200)
    expect((await pay(settlement)).status).toBe(200)
  })
})

describe('a total below 0', () => {
  it('cannot be paid, and is carried forward once to the partner’s next settlement in the currency', async () => {
    const below = await settled(-1000)
    await approve(below)
    expect(await readEvents('finance.outgoing_payment.submitted', below.id)).toEqual([])
    expect(refusedBy(await pay(below))).toEqual(REFUSED)
    expect((await settle(owner, partner, { currency: 'USD' })).body.lineItemCount).toBe(0)
    const other = (await aPartner(owner)).id
    expect((await settle(owner, other)).body.lineItemCount).toBe(0)
    await aCharge(owner, partner, { amount: 3000 })
    const all = await Promise.all([settle(owner, partner), settle(owner, partner), settle(owner, partner)])
    const totals = all.map(({ body }) => body.totalAmount).sort((a, b) => a - b)
    expect(totals.reduce((sum, each) => sum + each, 0)).toBe(2000)
    const carrying = all.flatMap(({ body }) =>
      body.lineItems.filter(({ type }: { type: string }) => type === 'adjustment'),
    )
    expect(carrying).toMatchObject([
      {
        amount: -1000,
        subject: `commerce:///billing/settlements/${below.id}`,
        description: expect.stringContaining(below.settlementNumber),
      },
    ])
    expect((await pay(below)).body.detail).toContain('SET-')
    expect(findFaults(await readBooks(owner.tenant))).toEqual([])
  })

  it('is not carried forward while it is pending', async () => {
    await settled(-1000)
    expect((await settle(owner, partner)).body.lineItemCount).toBe(0)
  })

  it('keeps the ledger correct, whatever becomes of the settlement that took it over', async () => {
    const below = await settled(-1000)
    await approve(below)
    const next = await settled(3000)
    expect(next.totalAmount).toBe(2000)
    expect(refusedBy(await reject(below))).toEqual(REFUSED)
    await approve(next)
    expect(await owed()).toBe(2000)
    await reject(next)
    expect(await owed()).toBe(-1000)
    const again = (await settle(owner, partner)).body
    expect(again.totalAmount).toBe(2000)
    await approve(again)
    await pay(again)
    expect(await owed()).toBe(0)
    expect(await ledger()).toContainEqual({
      kind: 'settlement',
      recordId: below.id,
      amount: 1000,
      number: below.settlementNumber,
    })
    expect(findFaults(await readBooks(owner.tenant))).toEqual([])
  })

  it('can be rejected until it is carried forward, and then is not', async () => {
    const below = await settled(-1000)
    await approve(below)
    expect((await reject(below)).status).toBe(200)
    expect(await owed()).toBe(0)
    expect((await settle(owner, partner)).body.lineItems).toMatchObject([{ type: 'debit', amount: 1000 }])
  })

  it('is taken over from several settlements by one with many charges, and returned when that is rejected', async () => {
    const below: { id: string }[] = []
    for (let i = 0; i < 4; i++) {
      const { body } = await settle(owner, partner, { currency: 'EUR' })
      await owner.post(of(body, 'line-items'), aLine({ type: 'debit', amount: 100 }))
      below.push(body)
    }
    for (const each of below) expect((await approve(each)).status).toBe(200)
    for (let i = 0; i < 8; i++) await aCharge(owner, partner, { occurredAt: `2026-03-${10 + i}T12:00:00Z` })
    const { status, body } = await settle(owner, partner)
    expect([status, body.lineItemCount, body.totalAmount]).toEqual([201, 11, 8 * 4250 - 300])
    expect((await approve(body)).status).toBe(200)
    expect(await owed()).toBe(8 * 4250 - 400)
    expect((await reject(body)).status).toBe(200)
    expect(await owed()).toBe(-400)
    const left = { tenant: owner.tenant, settlementId: body.id, fromPage: 0 }
    await freeCharges(app(), left, app().clock())
    expect(findFaults(await readBooks(owner.tenant))).toEqual([])
    expect((await settle(owner, partner)).body.totalAmount).toBe(8 * 4250 - 300)
  })

  it('is carried on through consecutive settlements below 0', async () => {
    for (const expected of [-1000, -2000, -3000]) {
      const settlement = await settled(-1000)
      expect(settlement.totalAmount).toBe(expected)
      await approve(settlement)
      expect(await owed()).toBe(expected)
    }
  })
})

describe('a settlement statement', () => {
  it('locks an open settlement, and is the same document in both formats until a line is added', async () => {
    const settlement = await settled(4250, { period: MARCH })
    const { status, body, headers } = await owner.post(of(settlement, 'statement'))
    expect([status, body.status, body.lineItemCount]).toEqual([200, 'locked', 1])
    const documents = async () => {
      const subject = encodeURIComponent(`commerce:///billing/settlements/${settlement.id}`)
      return (await owner.get(`/api/document/documents?subject=${subject}`)).body.member
    }
    const [document] = await documents()
    expect(document).toMatchObject({ type: 'settlement', status: 'final', number: settlement.settlementNumber })
    expect(headers.Link).toBe(`</api/document/documents/${document.id}/download?format=pdf>; rel="related"`)
    const again = await owner.post(of(settlement, 'statement'), { format: 'html' })
    expect(again.headers.Link).toContain(`${document.id}/download?format=html`)
    await owner.post(of(settlement, 'line-items'), aLine())
    expect((await owner.post(of(settlement, 'statement'))).body.status).toBe('under_review')
    expect(await documents()).toHaveLength(2)
    expect((await owner.post(of(settlement, 'statement'), { format: 'docx' })).status).toBe(400)
  })

  it('is available after a decision too, and does not change the state', async () => {
    const settlement = await settled()
    await approve(settlement)
    expect((await owner.post(of(settlement, 'statement'))).body.status).toBe('approved')
    await reject(settlement)
    expect((await owner.post(of(settlement, 'statement'))).body.status).toBe('rejected')
  })
})

it('answers the abilities of a settlement by its state', async () => {
  const below = await settled(-1000)
  const can = async (settlement: { id: string }) => {
    const subject = `commerce:///billing/settlements/${settlement.id}`
    const scopes = ['approve', 'mark_paid', 'reject'].map((action) => `billing:settlement:${action}`)
    return JSON.stringify((await owner.post('/api/auth/can', { subject, scopes })).body)
  }
  expect(await can(below)).toContain('settlement is below 0')
  await approve(below)
  expect(await can(below)).toContain('settlement is approved')
  await settled(10)
  expect(await can(below)).toContain('settlement was carried forward')
  expect((await owner.get(SETTLEMENTS)).body.totalItems).toBe(2)
})
