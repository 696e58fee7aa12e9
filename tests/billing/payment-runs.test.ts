import { beforeEach, describe, expect, it } from 'vitest'
import { app } from '../../lib/platform/app/app.ts'
import { addDays } from '../../lib/platform/calendar/day.ts'
import { newId } from '../../lib/platform/id.ts'
import { aPartner } from '../support/builders.ts'
import { aMember, aProgramOf, type Member } from '../support/client.ts'
import { checkPaymentFile } from './check-payment-file.ts'
import { listEvents } from './events.ts'
import {
  aBill,
  act,
  aPayee,
  aPayer,
  DEBTOR,
  findBillFaults,
  findRunFaults,
  ofBill,
  ofRun,
  REFERENCE,
  RUNS,
  readLedger,
  run,
  scheduledBills,
} from './paying-bills.ts'
import { aCharge, of, set, settle } from './settling.ts'

let owner: Member
let partner: { id: string; name: string }
beforeEach(async () => {
  owner = await aPayer()
  partner = await aPayee(owner)
})

type Answer = {
  status: number
  body: { errorCode?: string; detail?: string; violations?: { propertyPath: string; message: string }[] }
}
const refusedBy = ({ status, body }: Answer) => [status, body.errorCode]
const paths = ({ body }: Answer) => body.violations?.map(({ propertyPath }) => propertyPath)
const messages = ({ body }: Answer) => body.violations?.map(({ message }) => message).join(' ')
const REFUSED = [409, 'OPERATION_NOT_ALLOWED']
const TODAY = () => app().clock().toISOString().slice(0, 10)
const submit = (created: { id: string }, by = owner) => by.post(ofRun(created, 'submit'))
const confirm = (created: { id: string }, body: object = {}, by = owner) => by.post(ofRun(created, 'confirm'), body)
const reject = (created: { id: string }, body: object = {}) =>
  owner.post(ofRun(created, 'reject'), { reason: 'The account was closed', ...body })
const statusOf = async (bill: { id: string }) => (await owner.get(ofBill(bill))).body.status

const approvedSettlement = async (partnerId: string, amount = 4250) => {
  await aCharge(owner, partnerId, { amount })
  const { body } = await settle(owner, partnerId)
  await owner.post(of(body, 'approve'))
  return body
}

describe('a payment run', () => {
  it('pays bills and settlements once the bank has', async () => {
    const [first, second] = await scheduledBills(owner, partner.id, [11_900, 5000])
    const settlement = await approvedSettlement(partner.id)
    const asked = { billIds: [first?.id, second?.id], settlementIds: [settlement.id] }
    const { status, body } = await run(owner, asked)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      '@type': 'PaymentRun',
      status: 'draft',
      currency: 'EUR',
      executionDate: TODAY(),
      debtorAccount: { accountHolder: DEBTOR.accountHolder, iban: 'DE02…2051', bic: DEBTOR.bic },
      itemCount: 3,
      totalAmount: 21_150,
      pendingCount: 3,
      isProcessing: false,
      createdBy: owner.identity,
    })
    expect(body.items.map((item: { number: string; amount: number }) => [item.number, item.amount])).toEqual([
      [first?.billNumber, 11_900],
      [second?.billNumber, 5000],
      [settlement.settlementNumber, 4250],
    ])
    expect(body.items[0].payee.iban).toBe('DE89…3000')
    expect((await owner.get(ofRun(body))).body).toEqual(body)
    expect((await owner.get(`${RUNS}?status=draft`)).body.member).toMatchObject([{ id: body.id, items: [] }])
    expect((await owner.get(ofBill(first as { id: string }))).body).toMatchObject({
      status: 'scheduled',
      paymentRunId: body.id,
    })

    expect((await submit(body)).body).toMatchObject({ status: 'submitted', submittedBy: owner.identity })
    const submitted = await listEvents(owner.tenant, 'finance.outgoing_payment.submitted', first?.id as string)
    expect(submitted.map(({ data }) => data)).toMatchObject([{ paymentId: first?.id, amount: 11_900 }])
    expect(await listEvents(owner.tenant, 'finance.outgoing_payment.submitted', settlement.id)).toHaveLength(1)
    const confirmed = await confirm(body)
    expect(confirmed.body).toMatchObject({ status: 'completed', paidCount: 3, pendingCount: 0 })
    expect((await owner.get(ofRun(body))).body).toEqual(confirmed.body)
    expect((await owner.get(ofBill(first as { id: string }))).body).toMatchObject({
      status: 'paid',
      paymentMethod: 'bank_transfer',
      paymentReference: body.items[0].id,
      paymentRunId: body.id,
    })
    expect((await owner.get(of(settlement))).body).toMatchObject({ status: 'paid', paymentRunId: body.id })
    for (const { id } of [first, second, settlement] as { id: string }[])
      expect(await listEvents(owner.tenant, 'finance.outgoing_payment.completed', id)).toHaveLength(1)
    expect((await readLedger(owner.tenant)).reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
    expect([...(await findBillFaults(owner.tenant)), ...(await findRunFaults(owner.tenant))]).toEqual([])
  })

  it('takes all that is due until a day, but nothing in another run, state or currency', async () => {
    const [due, later] = await scheduledBills(owner, partner.id, [100, 200])
    await owner.post(ofBill(later as { id: string }, 'schedule'), { scheduledPaymentDate: '2099-01-01' })
    await aBill(owner, partner.id)
    const dollars = await aBill(owner, partner.id, { currency: 'USD' })
    for (const action of ['approve', 'schedule']) await act(owner, dollars, action)
    const settlement = await approvedSettlement(partner.id)
    await approvedSettlement((await aPartner(owner)).id)
    const { body } = await run(owner, { dueUntil: TODAY() })
    expect(body.items.map(({ subject }: { subject: string }) => subject)).toEqual([
      `commerce:///billing/bills/${due?.id}`,
      `commerce:///billing/settlements/${settlement.id}`,
    ])
    const nothing = await run(owner, { dueUntil: TODAY() })
    expect(refusedBy(nothing)).toEqual(REFUSED)
    expect((await run(owner, { dueUntil: '2099-01-01' })).body.items).toMatchObject([{ number: later?.billNumber }])
  })

  it('is created once for an Idempotency-Key', async () => {
    const [bill] = await scheduledBills(owner, partner.id, [100])
    const key = { 'idempotency-key': 'run-1' }
    const asked = { billIds: [bill?.id] }
    const [first, again] = [await run(owner, asked, key), await run(owner, asked, key)]
    expect(first.status).toBe(201)
    expect(again.body).toEqual(first.body)
  })

  it('refuses what it cannot pay, and names all of it', async () => {
    const [bill] = await scheduledBills(owner, partner.id, [100])
    const open = await aBill(owner, partner.id)
    const dollars = await aBill(owner, partner.id, { currency: 'USD' })
    for (const action of ['approve', 'schedule']) await act(owner, dollars, action)
    const huge = await aBill(owner, partner.id, { totalAmount: 100_000_000_000 })
    for (const action of ['approve', 'schedule']) await act(owner, huge, action)
    const settlement = await approvedSettlement(partner.id, -500)
    const missing = newId(new Date())
    expect(paths(await run(owner, { billIds: [bill?.id, missing], settlementIds: [missing] }))).toEqual([
      'billIds[1]',
      'settlementIds[0]',
    ])
    const refused = await run(owner, {
      billIds: [open.id, bill?.id, dollars.id, huge.id],
      settlementIds: [settlement.id],
    })
    expect(refusedBy(refused)).toEqual(REFUSED)
    expect(paths(refused)).toEqual(['billIds[0]', 'billIds[2]', 'billIds[3]', 'settlementIds[0]'])
    for (const part of ['received', 'USD', '999,999,999.99', 'nothing to pay'])
      expect(messages(refused)).toContain(part)
    for (const wrong of [
      {},
      { billIds: [] },
      { billIds: [bill?.id], dueUntil: TODAY() },
      { billIds: [bill?.id], executionDate: addDays(TODAY(), -1) },
      { billIds: [bill?.id], debtorAccount: { iban: 'DE02120300000000202052' } },
      { billIds: [bill?.id], debtorAccount: { ...DEBTOR, bic: 'x' } },
    ])
      expect((await run(owner, wrong)).status).toBe(400)
    expect((await owner.get(RUNS)).body.totalItems).toBe(0)
  })

  it('names every partner without an account, a city or a country', async () => {
    const poor = await aPartner(owner, { name: 'Nordlicht' })
    const lost = await aPayee(owner, { name: 'Westwind', address: { line1: 'Kai 1', countryCode: 'DE' } })
    const stateless = await aPayee(owner, { name: 'Ostsee', address: { city: 'Kiel' } })
    const known = await aPayee(owner, { name: 'Alpen', address: { city: 'Kiel' }, countryCode: 'DE' })
    for (const { id } of [poor, lost, stateless, known, partner]) await scheduledBills(owner, id, [100])
    const refused = await run(owner, { dueUntil: TODAY() })
    expect(refusedBy(refused)).toEqual(REFUSED)
    expect(refused.body.violations).toHaveLength(3)
    for (const part of [
      /Nordlicht \(\w+\) has no bank account and has an address/,
      /Westwind .* city/,
      /Ostsee .* country/,
    ])
      expect(messages(refused)).toMatch(part)
  })

  it('names every partner whose account is outside SEPA, by id and by date', async () => {
    const outside = {
      TR: 'TR330006100519786457841326',
      AE: 'AE070331234567890123456',
      BR: 'BR9700360305000010009795493P1',
      SA: 'SA0380000000608010167519',
    }
    const inside = ['GB82WEST12345698765432', 'CH9300762011623852957', 'RS35260005601001611379']
    const billIds: string[] = []
    const pay = async (name: string, iban: string) => {
      const { id } = await aPayee(owner, { name, bankAccount: { iban } })
      billIds.push(...(await scheduledBills(owner, id, [10_000])).map((bill) => bill.id))
    }
    for (const iban of inside) await pay('Inside', iban)
    const kept = [...billIds]
    for (const [name, iban] of Object.entries(outside)) await pay(name, iban)
    for (const asked of [{ billIds }, { dueUntil: TODAY() }]) {
      const refused = await run(owner, asked)
      expect(refusedBy(refused)).toEqual(REFUSED)
      expect(refused.body.violations).toHaveLength(4)
      for (const country of Object.keys(outside))
        expect(messages(refused)).toMatch(
          new RegExp(`Partner ${country} \\(\\w+\\) has an account in ${country}, which is not in SEPA\\.`),
        )
    }
    expect((await run(owner, { billIds: kept })).status).toBe(201)
  })

  it('pays from an account in SEPA only', async () => {
    const [bill] = await scheduledBills(owner, partner.id, [100])
    const asked = { billIds: [bill?.id] }
    const turkish = { iban: 'TR330006100519786457841326', accountHolder: 'Own' }
    const refused = await run(owner, { ...asked, debtorAccount: turkish })
    expect(refused.body.violations).toEqual([
      { propertyPath: 'debtorAccount.iban', message: 'must not be in TR, which is not in SEPA' },
    ])
    await set(owner, { 'billing.bankAccount': turkish })
    expect(refusedBy(await run(owner, asked))).toEqual(REFUSED)
  })

  it('says on which day banks pay what is to be paid on one of their closing days', async () => {
    const [bill] = await scheduledBills(owner, partner.id, [100])
    // Christmas Day of 2099 is a Friday.
    const { body } = await run(owner, { billIds: [bill?.id], executionDate: '2099-12-25' })
    expect(body).toMatchObject({ executionDate: '2099-12-25', bankingDay: '2099-12-28' })
  })

  it('needs an account to pay from, with correct check digits', async () => {
    const [bill] = await scheduledBills(owner, partner.id, [100])
    const asked = { billIds: [bill?.id] }
    await set(owner, { 'billing.bankAccount': { ...DEBTOR, iban: 'DE02120300000000202052' } })
    expect(refusedBy(await run(owner, asked))).toEqual(REFUSED)
    await set(owner, { 'billing.bankAccount': { bankName: 'Bank' } })
    expect(refusedBy(await run(owner, asked))).toEqual(REFUSED)
    const { iban } = DEBTOR
    expect(paths(await run(owner, { ...asked, debtorAccount: { iban } }))).toEqual(['debtorAccount.accountHolder'])
    const { status, body } = await run(owner, { ...asked, debtorAccount: { iban, accountHolder: 'Own' } })
    expect([status, body.debtorAccount]).toEqual([201, { accountHolder: 'Own', iban: 'DE02…2051', bic: null }])
  })

  it('is refused to those without the scope, and hidden from other tenants', async () => {
    const [bill] = await scheduledBills(owner, partner.id, [100])
    const { body } = await run(owner, { billIds: [bill?.id] })
    const viewer = await aMember({ tenant: owner.tenant, role: 'viewer' })
    expect((await viewer.get(ofRun(body))).status).toBe(200)
    expect((await viewer.get(ofRun(body, 'file'))).status).toBe(403)
    for (const action of ['submit', 'confirm', 'cancel']) {
      expect((await viewer.post(ofRun(body, action))).status).toBe(403)
      expect((await (await aPayer()).post(ofRun(body, action))).status).toBe(404)
    }
    const stranger = await aPayer()
    expect((await stranger.get(ofRun(body, 'file'))).status).toBe(404)
    expect((await run(stranger, { billIds: [bill?.id] })).status).toBe(400)
  })
})

describe('a bill in a live run', () => {
  it('cannot be paid, disputed, cancelled or moved by hand, or be in another run', async () => {
    const [bill] = await scheduledBills(owner, partner.id, [100])
    const settlement = await approvedSettlement(partner.id)
    const asked = { billIds: [bill?.id], settlementIds: [settlement.id] }
    const { body } = await run(owner, asked)
    for (const step of ['draft', 'submitted']) {
      for (const action of ['schedule', 'mark-paid', 'dispute', 'cancel']) {
        const refused = await act(owner, bill as { id: string }, action)
        expect(refusedBy(refused)).toEqual(REFUSED)
        expect(refused.body.detail).toContain(body.id)
      }
      expect(refusedBy(await owner.post(of(settlement, 'mark-paid'), REFERENCE))).toEqual(REFUSED)
      expect(refusedBy(await owner.post(of(settlement, 'reject'), { reason: 'Wrong' }))).toEqual(REFUSED)
      const twice = await run(owner, asked)
      expect(refusedBy(twice)).toEqual(REFUSED)
      expect(messages(twice)).toContain(body.id)
      if (step === 'draft') await submit(body)
    }
    expect(await findRunFaults(owner.tenant)).toEqual([])
  })

  it('is in one run, however many want it at once', async () => {
    const bills = await scheduledBills(owner, partner.id, [100, 200, 300])
    const ids = bills.map(({ id }) => id)
    const answers = await Promise.all([
      run(owner, { billIds: ids }),
      run(owner, { billIds: ids.slice(1) }),
      run(owner, { dueUntil: TODAY() }),
      run(owner, { billIds: [ids[0]] }),
      act(owner, bills[0] as { id: string }, 'mark-paid'),
    ])
    for (const { status } of answers) expect([200, 201, 409]).toContain(status)
    expect([...(await findBillFaults(owner.tenant)), ...(await findRunFaults(owner.tenant))]).toEqual([])
  })
})

describe('a cancelled run', () => {
  it('frees its bills as they were, and is possible only before it is submitted', async () => {
    const [bill] = await scheduledBills(owner, partner.id, [100])
    const settlement = await approvedSettlement(partner.id)
    const asked = { billIds: [bill?.id], settlementIds: [settlement.id] }
    const { body } = await run(owner, asked)
    const cancelled = await owner.post(ofRun(body, 'cancel'))
    expect(cancelled.body).toMatchObject({ status: 'cancelled', itemCount: 0, totalAmount: 0, pendingCount: 0 })
    expect(cancelled.body.items.map(({ status }: { status: string }) => status)).toEqual(['removed', 'removed'])
    expect((await owner.get(ofBill(bill as { id: string }))).body).toMatchObject({
      status: 'scheduled',
      scheduledPaymentDate: TODAY(),
      paymentRunId: null,
    })
    for (const action of ['submit', 'confirm', 'cancel'])
      expect(refusedBy(await owner.post(ofRun(body, action)))).toEqual(REFUSED)
    const again = (await run(owner, asked)).body
    await submit(again)
    expect(refusedBy(await owner.post(ofRun(again, 'cancel')))).toEqual(REFUSED)
    expect(await findRunFaults(owner.tenant)).toEqual([])
  })
})

describe('the items of a run', () => {
  it('are confirmed and rejected one by one, and the run ends with the last of them', async () => {
    const bills = await scheduledBills(owner, partner.id, [100, 200, 300])
    const settlement = await approvedSettlement(partner.id)
    const { body } = await run(owner, { billIds: bills.map(({ id }) => id), settlementIds: [settlement.id] })
    const [a, b, c, d] = body.items.map(({ id }: { id: string }) => id)
    expect(refusedBy(await confirm(body))).toEqual(REFUSED)
    await submit(body)
    const half = await confirm(body, { itemIds: [b], paymentReference: 'Statement 47' })
    expect(half.body).toMatchObject({ status: 'submitted', paidCount: 1, pendingCount: 3 })
    expect((await owner.get(ofBill(bills[1] as { id: string }))).body.paymentReference).toBe('Statement 47')
    const twice = await confirm(body, { itemIds: [a, b] })
    expect([refusedBy(twice), paths(twice)]).toEqual([REFUSED, ['itemIds[1]']])
    expect(paths(await confirm(body, { itemIds: [a, newId(new Date())] }))).toEqual(['itemIds[1]'])
    expect((await reject(body, { itemIds: [c], reason: ' ' })).status).toBe(400)
    const failed = await reject(body, { itemIds: [c, d] })
    expect(failed.body).toMatchObject({ rejectedCount: 2, itemCount: 4, pendingCount: 1 })
    expect(failed.body.items[2]).toMatchObject({ status: 'rejected', rejectionReason: 'The account was closed' })
    expect((await owner.get(ofBill(bills[2] as { id: string }))).body).toMatchObject({
      status: 'approved',
      paymentRunId: null,
      scheduledPaymentDate: null,
      paymentFailureReason: 'The account was closed',
    })
    expect((await owner.get(of(settlement))).body).toMatchObject({ status: 'approved', paymentRunId: null })
    expect((await confirm(body)).body).toMatchObject({ status: 'completed', paidCount: 2, rejectedCount: 2 })
    expect((await act(owner, bills[2] as { id: string }, 'schedule')).body.paymentFailureReason).toBe(null)
    expect((await run(owner, { dueUntil: TODAY() })).body.itemCount).toBe(2)
    expect([...(await findBillFaults(owner.tenant)), ...(await findRunFaults(owner.tenant))]).toEqual([])
  })

  it('that are rejected in a draft are removed from it and from its file', async () => {
    const bills = await scheduledBills(owner, partner.id, [100, 200])
    const { body } = await run(owner, { dueUntil: TODAY() })
    const { body: left } = await reject(body, { itemIds: [body.items[0].id], reason: 'Wait for the goods' })
    expect(left).toMatchObject({ status: 'draft', itemCount: 1, totalAmount: 200, pendingCount: 1, rejectedCount: 0 })
    expect(await statusOf(bills[0] as { id: string })).toBe('approved')
    await submit(body)
    const { text } = await owner.get(ofRun(body, 'file'))
    expect(checkPaymentFile(text).payments.map(({ cents }) => cents)).toEqual([200])
    expect(await findRunFaults(owner.tenant)).toEqual([])
  })

  it('must not all be removed before the run is submitted, and may all be rejected after', async () => {
    await scheduledBills(owner, partner.id, [100])
    const { body } = await run(owner, { dueUntil: TODAY() })
    await reject(body)
    expect(refusedBy(await submit(body))).toEqual(REFUSED)
    await scheduledBills(owner, partner.id, [200])
    const second = (await run(owner, { dueUntil: TODAY() })).body
    await submit(second)
    expect((await reject(second)).body).toMatchObject({ status: 'completed', paidCount: 0, rejectedCount: 1 })
    expect(await findRunFaults(owner.tenant)).toEqual([])
  })

  it('are paid once, however often that is confirmed at once', async () => {
    await scheduledBills(owner, partner.id, [100, 200])
    const { body } = await run(owner, { dueUntil: TODAY() })
    await submit(body)
    const answers = await Promise.all([confirm(body), confirm(body), reject(body), confirm(body)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect([...(await findBillFaults(owner.tenant)), ...(await findRunFaults(owner.tenant))]).toEqual([])
  })
})

describe('the four-eyes principle', () => {
  it('lets nobody submit a run who created it, or who recorded or approved what it pays', async () => {
    const people = [
      await aMember({ tenant: owner.tenant }),
      await aMember({ tenant: owner.tenant }),
      await aMember({ tenant: owner.tenant, role: 'admin' }),
    ] as const
    const [approver, creator, submitter] = people
    await set(owner, { 'billing.fourEyes': true })
    const bill = await aBill(owner, partner.id)
    expect((await act(approver, bill, 'approve')).status).toBe(200)
    await act(approver, bill, 'schedule')
    const { body } = await run(creator, { dueUntil: TODAY() })
    for (const by of [owner, approver, creator]) expect(refusedBy(await submit(body, by))).toEqual(REFUSED)
    expect(refusedBy(await submit(body, await aProgramOf(submitter)))).toEqual([403, 'PERSON_REQUIRED'])
    expect((await submit(body, submitter)).status).toBe(200)
    expect((await confirm(body, {}, creator)).body.status).toBe('completed')
  })
})

describe('the file of a run', () => {
  const names = [
    'Müller & Söhne "GmbH" <Export>',
    'Łódź Ødegård Çelik ĳ',
    'Иван Петров',
    '東京物流株式会社',
    'x'.repeat(140),
    'שלום_@;*',
    '😀',
  ]

  it('is what a bank accepts, whatever the names, and exists once the run is submitted', async () => {
    for (const [i, name] of names.entries()) {
      const { id } = await aPayee(owner, {
        name,
        ...(i % 2 && { bankAccount: { iban: 'GB29NWBK60161331926819', accountHolder: `${name} 2` } }),
        address: { line1: i ? `${name}/`.slice(0, 255) : null, city: i > 3 ? name : 'Köln', countryCode: 'DE' },
      })
      await scheduledBills(
        owner,
        id,
        [1, 99_999_999_999].slice(i && 1).map((amount) => amount - i),
      )
    }
    const { body } = await run(owner, { dueUntil: TODAY(), executionDate: '2099-03-31' })
    expect(refusedBy(await owner.get(ofRun(body, 'file')))).toEqual(REFUSED)
    await submit(body)
    const { status, headers, text } = await owner.get(ofRun(body, 'file'))
    expect([status, headers['Content-Type']]).toEqual([200, 'application/xml'])
    expect(headers['Content-Disposition']).toContain(body.id)
    const { faults, payments } = checkPaymentFile(text)
    expect(faults).toEqual([])
    expect(payments.map(({ id, cents }) => [id, cents])).toEqual(
      body.items.map(({ id, amount }: { id: string; amount: number }) => [id, amount]),
    )
    expect(payments[0]).toMatchObject({ name: "Mueller + Soehne 'GmbH' .Export.", iban: 'DE89370400440532013000' })
    const all = payments.map(({ name }) => name)
    for (const name of ['Lodz Odegard Celik ij 2', 'Ivan Petrov']) expect(all).toContain(name)
    expect(text).toContain('<TwnNm>Koeln</TwnNm>')
    expect(text).toContain('<ReqdExctnDt>\n        <Dt>2099-03-31</Dt>')
    expect(text).not.toMatch(/UETR|AdrLine/)
    await owner.patch(`/api/partner/partners/${partner.id}`, { name: 'Renamed' })
    await reject(body, { itemIds: [body.items[0].id] })
    expect((await owner.get(ofRun(body, 'file'))).text).toBe(text)
    await confirm(body)
    expect((await owner.get(ofRun(body, 'file'))).text).toBe(text)
  })

  it('keeps the account that the partner had when the run was created', async () => {
    await scheduledBills(owner, partner.id, [100])
    const { body } = await run(owner, { dueUntil: TODAY() })
    const bankAccount = { iban: 'GB29NWBK60161331926819' }
    expect((await owner.patch(`/api/partner/partners/${partner.id}`, { bankAccount })).status).toBe(200)
    await submit(body)
    const { payments } = checkPaymentFile((await owner.get(ofRun(body, 'file'))).text)
    expect(payments.map(({ iban }) => iban)).toEqual(['DE89370400440532013000'])
  })
})
