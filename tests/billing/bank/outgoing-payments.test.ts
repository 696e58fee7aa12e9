import { beforeEach, describe, expect, it } from 'vitest'
import { aMember, aProgramOf, type Member } from '../../support/client.ts'
import { listEvents } from '../events.ts'
import { aPayee, aPayer, findBillFaults, findRunFaults, ofBill, ofRun, run, scheduledBills } from '../paying-bills.ts'
import { ENTRIES, importEntry } from './importing.ts'

interface Item {
  id: string
  status: string
  amount: number
}

let owner: Member
let partner: { id: string; name: string }
let bills: Awaited<ReturnType<typeof scheduledBills>>
let created: { id: string }
let items: Item[]
beforeEach(async () => {
  owner = await aPayer()
  partner = await aPayee(owner)
  bills = await scheduledBills(owner, partner.id, [11_900, 5000])
  const { body } = await run(owner, { billIds: bills.map(({ id }) => id) })
  created = body
  items = body.items
})

let made = 0
const debit = (member: Member, endToEndId: string | undefined, fields: object = {}) =>
  importEntry(member, { sign: 'DBIT', reference: `O${++made}`, ...(endToEndId && { endToEndId }), ...fields })
const submit = () => owner.post(ofRun(created, 'submit'))
const post = (id: string, action: string, body?: unknown, by = owner) => by.post(`${ENTRIES}/${id}/${action}`, body)
const readRun = async () => (await owner.get(ofRun(created))).body

describe('a debit with the id of an item of a payment run', () => {
  it('is proposed as its payment, which the confirmation records for good', async () => {
    await submit()
    const [first] = items
    const entry = await debit(owner, first?.id)
    expect(entry).toMatchObject({
      ...{ status: 'proposed', partnerId: partner.id, isTied: false, paymentRunItemId: null },
      proposals: [
        {
          ...{ kind: 'outgoing_payment', reasons: ['end_to_end_id', 'exact_amount'], isExact: true },
          ...{ partnerId: partner.id, partnerName: partner.name, allocations: [], unallocatedAmount: 0 },
          ...{ paymentId: null, paymentRunItemId: first?.id },
        },
      ],
    })
    expect((await post(entry.id, 'confirm', { fee: 1 })).body.violations).toMatchObject([{ propertyPath: 'fee' }])
    const { status, body } = await owner.post(`${ENTRIES}/${entry.id}/confirm`, undefined, { 'if-match': '"1"' })
    expect([status, body.status, body.paymentRunItemId, body.paymentId]).toEqual([200, 'confirmed', first?.id, null])
    expect((await owner.get(ofBill(bills[0] as { id: string }))).body).toMatchObject({
      ...{ status: 'paid', paymentReference: first?.id, paymentMethod: 'bank_transfer' },
    })
    expect(await readRun()).toMatchObject({ status: 'submitted', pendingCount: 1, paidCount: 1 })
    const paid = await listEvents(owner.tenant, 'finance.outgoing_payment.completed', bills[0]?.id as string)
    expect(paid).toHaveLength(1)
    expect((await post(entry.id, 'reopen')).status).toBe(409)
    const last = await debit(owner, items[1]?.id.toLowerCase(), { amount: '50.00' })
    expect((await post(last.id, 'confirm')).status).toBe(200)
    expect(await readRun()).toMatchObject({ status: 'completed', pendingCount: 0, paidCount: 2 })
    expect(await findRunFaults(owner.tenant)).toEqual([])
    expect(await findBillFaults(owner.tenant)).toEqual([])
  })

  it('has no proposal at another amount, in a draft, without the id, as a return, or in another tenant', async () => {
    const id = items[0]?.id
    const [other, proposals] = [await aMember(), [] as unknown[]]
    expect(await debit(owner, id)).toMatchObject({ status: 'open', proposals })
    await submit()
    expect(await debit(owner, id, { amount: '118.00' })).toMatchObject({ proposals })
    expect(await debit(owner, undefined)).toMatchObject({ proposals })
    expect(await debit(owner, created.id)).toMatchObject({ proposals })
    expect(await debit(owner, id, { returnReason: 'AC04' })).toMatchObject({ proposals })
    expect(await debit(other, id)).toMatchObject({ proposals })
  })

  it('pays it once, whoever confirms first', async () => {
    await submit()
    const entry = await debit(owner, items[0]?.id)
    const [byRun, byEntry] = await Promise.all([
      owner.post(ofRun(created, 'confirm'), { itemIds: [items[0]?.id] }),
      post(entry.id, 'confirm'),
    ])
    expect([byRun.status, byEntry.status].sort()).toEqual([200, 409])
    expect(await findBillFaults(owner.tenant)).toEqual([])
    const late = await debit(owner, items[1]?.id, { amount: '50.00' })
    await owner.post(ofRun(created, 'confirm'))
    const refused = await post(late.id, 'confirm')
    expect([refused.status, refused.body.detail]).toEqual([409, 'The item of the payment run is paid already.'])
    expect((await post(late.id, 'match')).body).toMatchObject({ status: 'open', proposals: [] })
    expect(await findRunFaults(owner.tenant)).toEqual([])
  })

  it('is confirmed only with the scope that confirms payment runs', async () => {
    await submit()
    const entry = await debit(owner, items[0]?.id)
    const program = await aProgramOf(owner, ['billing:bank_statement:read', 'billing:bank_statement:write'])
    const { status, body } = await post(entry.id, 'confirm', undefined, program)
    expect([status, body.errorCode]).toEqual([403, 'SCOPE_MISSING'])
    expect(await readRun()).toMatchObject({ pendingCount: 2 })
  })
})
