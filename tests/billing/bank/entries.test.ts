import { beforeAll, describe, expect, it } from 'vitest'
import { app } from '../../../lib/platform/app/app.ts'
import { runInUnit } from '../../../lib/platform/store/unit.ts'
import type { Proposal } from '../../../schemas/billing/bank/entry.ts'
import { anInvoice, aPartner } from '../../support/builders.ts'
import { aMember, type Member } from '../../support/client.ts'
import { dyingAt } from '../../support/dying.ts'
import { PAYMENTS, pay, readBalance } from '../paying.ts'
import { confirmCertain, ENTRIES, finishImport, importCamt, importEntries, importEntry } from './importing.ts'

const INVOICES = '/api/billing/invoices'
const IBAN = 'DE02120300000000202051'

let member: Member
beforeAll(async () => {
  member = await aMember()
})

let made = 0
const issue = (who: Member, fields: object = {}) => anInvoice(who, { issueImmediately: true, ...fields })
const issueAs = async (who: Member, invoiceNumber: string) => {
  const { id } = await anInvoice(who)
  const { status, text } = await who.post(`${INVOICES}/${id}/issue`, { invoiceNumber })
  if (status !== 200) throw new Error(text)
}
const entryOf = (who: Member, fields: object) => importEntry(who, { reference: `E${++made}`, ...fields })
const get = async (who: Member, id: string) => (await who.get(`${ENTRIES}/${id}`)).body
const invoiceOf = async (who: Member, id: string) => (await who.get(`${INVOICES}/${id}`)).body
const post = (who: Member, id: string, action: string, body?: unknown) => who.post(`${ENTRIES}/${id}/${action}`, body)

describe('proposals of an entry', () => {
  it('name the invoice in its text with the exact amount', async () => {
    const invoice = await issue(member)
    expect(await entryOf(member, { text: `Rechnung ${invoice.invoiceNumber} danke` })).toMatchObject({
      status: 'proposed',
      partnerId: invoice.partnerId,
      isTied: false,
      proposals: [
        {
          kind: 'payment',
          reasons: ['invoice_number', 'exact_amount'],
          isExact: true,
          allocations: [{ invoiceId: invoice.id, invoiceNumber: invoice.invoiceNumber, amount: 11_900 }],
          unallocatedAmount: 0,
        },
      ],
    })
  })

  it('name the invoice whose number is the reference of the payer', async () => {
    const invoice = await issue(member)
    const { proposals } = await entryOf(member, { endToEndId: invoice.invoiceNumber, amount: '20.00' })
    expect(proposals).toMatchObject([{ reasons: ['end_to_end_id'], isExact: false, allocations: [{ amount: 2000 }] }])
  })

  it('are none for an invoice of another tenant, a draft, and a number within another number', async () => {
    const own = await aMember()
    await issueAs(own, '12')
    for (const text of ['order 123', 'INV-12'])
      expect(await entryOf(own, { text })).toMatchObject({ proposals: [], status: 'open' })
    expect(await entryOf(own, { text: 'invoice 12' })).toMatchObject({ status: 'proposed' })
    expect(await entryOf(member, { text: 'invoice 12' })).toMatchObject({ proposals: [] })
  })

  it('find the partner by the name, and after a confirmation by the account', async () => {
    const own = await aMember()
    const { id: partnerId } = await aPartner(own, { name: 'Nordlicht Logistik GmbH' })
    await aPartner(own, { name: 'Nordlicht Logistik Holding' })
    await issue(own, { partnerId })
    const byName = await entryOf(own, { name: 'NORDLICHT LOGISTIK', iban: IBAN })
    expect(byName).toMatchObject({ partnerId, proposals: [{ reasons: ['partner_name', 'exact_amount'] }] })
    expect((await post(own, byName.id, 'confirm')).status).toBe(200)
    await issue(own, { partnerId })
    const byAccount = await entryOf(own, { name: 'Somebody else', iban: 'DE02 1203 0000 0000 2020 51' })
    expect(byAccount).toMatchObject({ partnerId, proposals: [{ reasons: ['partner_account', 'exact_amount'] }] })
    await post(own, byName.id, 'reopen')
    expect((await post(own, byAccount.id, 'match')).body).toMatchObject({
      status: 'open',
      proposals: [],
      partnerId: null,
    })
  })

  it('add up the oldest invoices of the partner', async () => {
    const own = await aMember()
    const { id: partnerId } = await aPartner(own, { name: 'Ada Lovelace' })
    const known = await entryOf(own, { iban: IBAN, amount: '1.00' })
    await post(own, known.id, 'confirm', { partnerId })
    const dueDates = ['2099-03-01', '2099-01-01', '2099-02-01']
    const all = await Promise.all(dueDates.map((dueDate) => issue(own, { partnerId, dueDate })))
    const { proposals } = await entryOf(own, { iban: IBAN, amount: '238.00' })
    expect(proposals).toMatchObject([
      {
        reasons: ['partner_account', 'sum_of_invoices', 'exact_amount'],
        allocations: [{ invoiceId: all[1].id }, { invoiceId: all[2].id }],
      },
    ])
  })

  it('that are equally good are tied, and one must be chosen', async () => {
    const own = await aMember()
    const { id: partnerId } = await aPartner(own, { name: 'Tied' })
    await Promise.all([issue(own, { partnerId }), issue(own, { partnerId })])
    const entry = await entryOf(own, { name: 'Tied' })
    expect(entry).toMatchObject({ isTied: true, partnerId })
    expect((await post(own, entry.id, 'confirm')).body.violations).toMatchObject([{ propertyPath: 'proposal' }])
    expect((await post(own, entry.id, 'confirm', { proposal: 3 })).body.violations).toMatchObject([
      { propertyPath: 'proposal' },
    ])
    const { body } = await post(own, entry.id, 'confirm', { proposal: 2 })
    expect(body.status).toBe('confirmed')
    const chosen = entry.proposals[1] as Proposal
    expect((await invoiceOf(own, chosen.allocations[0]?.invoiceId as string)).openAmount).toBe(0)
  })

  it('are made anew when the entry is matched', async () => {
    const own = await aMember()
    const entry = await entryOf(own, { text: 'INV-2099-LATE' })
    expect(entry.status).toBe('open')
    await issueAs(own, 'INV-2099-LATE')
    expect((await post(own, entry.id, 'match')).body).toMatchObject({ status: 'proposed' })
  })
})

describe('a confirmation', () => {
  it('records a payment, allocates it and lowers what the partner owes', async () => {
    const own = await aMember()
    const invoice = await issue(own)
    const entry = await entryOf(own, { text: invoice.invoiceNumber, booked: '2026-03-02' })
    const { status, body } = await post(own, entry.id, 'confirm')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'confirmed',
      confirmedBy: own.identity,
      partnerId: invoice.partnerId,
      reversedPaymentId: null,
    })
    expect((await own.get(`${PAYMENTS}/${body.paymentId}`)).body).toMatchObject({
      ...{
        amount: 11_900,
        allocated: 11_900,
        unallocated: 0,
        method: 'bank_transfer',
        reference: invoice.invoiceNumber,
      },
      receivedAt: '2026-03-02T00:00:00.000Z',
    })
    expect(await invoiceOf(own, invoice.id)).toMatchObject({ status: 'paid', openAmount: 0 })
    expect(await readBalance(own, invoice.partnerId)).toBe(0)
  })

  it('of other allocations leaves the rest as credit of the partner', async () => {
    const invoice = await issue(member)
    const { partnerId } = invoice
    const entry = await entryOf(member, { amount: '150.00' })
    const { body } = await post(member, entry.id, 'confirm', {
      partnerId,
      allocations: [{ invoiceId: invoice.id, amount: 10_000 }],
    })
    expect((await member.get(`${PAYMENTS}/${body.paymentId}`)).body).toMatchObject({
      allocated: 10_000,
      unallocated: 5000,
    })
  })

  it('with a fee pays what the fee left open of the proposed invoices', async () => {
    const own = await aMember()
    const { id: partnerId } = await aPartner(own)
    const [first, second] = [
      await issue(own, { partnerId, dueDate: '2099-01-01' }),
      await issue(own, { partnerId, dueDate: '2099-02-01' }),
    ]
    const text = `${first.invoiceNumber} ${second.invoiceNumber}`
    const entry = await entryOf(own, { text, amount: '236.00' })
    expect(entry.proposals[0]?.allocations).toMatchObject([{ amount: 11_900 }, { amount: 11_700 }])
    const { body } = await post(own, entry.id, 'confirm', { fee: 200 })
    expect((await own.get(`${PAYMENTS}/${body.paymentId}`)).body).toMatchObject({
      ...{ amount: 23_600, fee: 200, allocated: 23_800, unallocated: 0, status: 'closed' },
      allocations: [
        { invoiceId: first.id, amount: 11_900 },
        { invoiceId: second.id, amount: 11_900 },
      ],
    })
    expect((await invoiceOf(own, second.id)).status).toBe('paid')
    expect(await readBalance(own, partnerId)).toBe(0)
    await post(own, entry.id, 'reopen')
    expect(await readBalance(own, partnerId)).toBe(23_800)
    const again = (await post(own, entry.id, 'confirm', { fee: 300 })).body
    expect((await own.get(`${PAYMENTS}/${again.paymentId}`)).body).toMatchObject({
      allocated: 23_800,
      unallocated: 100,
    })
  })

  it('of other allocations may allocate the fee too', async () => {
    const { partnerId, id: invoiceId } = await issue(member)
    const entry = await entryOf(member, { amount: '117.00' })
    const confirm = (fee: number) =>
      post(member, entry.id, 'confirm', { partnerId, allocations: [{ invoiceId, amount: 11_900 }], fee })
    expect((await confirm(199)).body.violations).toMatchObject([{ propertyPath: 'allocations' }])
    expect((await confirm(-1)).body.violations).toMatchObject([{ propertyPath: 'fee' }])
    expect((await confirm(Number.MAX_SAFE_INTEGER)).body.violations).toMatchObject([{ propertyPath: 'fee' }])
    expect((await confirm(200)).body.status).toBe('confirmed')
    expect(await invoiceOf(member, invoiceId)).toMatchObject({ status: 'paid', openAmount: 0 })
  })

  it('of more than the entry or the invoice has is refused', async () => {
    const invoice = await issue(member)
    const { partnerId, id: invoiceId } = invoice
    const entry = await entryOf(member, { amount: '150.00' })
    for (const amount of [15_001, 12_000])
      expect(
        (await post(member, entry.id, 'confirm', { partnerId, allocations: [{ invoiceId, amount }] })).status,
      ).toBeGreaterThanOrEqual(400)
    expect(await get(member, entry.id)).toMatchObject({ status: 'open', paymentId: null })
  })

  it('that is repeated or sent several times at once records one payment', async () => {
    const own = await aMember()
    const invoice = await issue(own)
    const entry = await entryOf(own, { text: invoice.invoiceNumber })
    const answers = await Promise.all([1, 2, 3, 4].map(() => post(own, entry.id, 'confirm')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect((await own.get(PAYMENTS)).body.totalItems).toBe(1)
  })

  it('that dies before or after its transaction is whole or not there', async () => {
    const own = await aMember()
    const invoice = await issue(own)
    const entry = await entryOf(own, { text: invoice.invoiceNumber })
    const { loadBankEntry } = await import('../../../lib/billing/bank-entries/bank-entry-store.ts')
    const { confirmBankEntry } = await import('../../../lib/billing/bank-entries/confirm-bank-entry.ts')
    const confirm = (using: ReturnType<typeof app>) =>
      runInUnit(using.db, { tenant: own.tenant, actor: null, now: app().clock() }, async (unit) =>
        confirmBankEntry(using, unit, await loadBankEntry(unit, entry.id), {}),
      )
    await expect(confirm(dyingAt(1, false))).rejects.toThrow('killed')
    expect((await own.get(PAYMENTS)).body.totalItems).toBe(0)
    await expect(confirm(dyingAt(1, true))).rejects.toThrow('killed')
    await expect(confirm(app())).rejects.toThrow('confirmed')
    expect((await own.get(PAYMENTS)).body.totalItems).toBe(1)
    expect(await invoiceOf(own, invoice.id)).toMatchObject({ status: 'paid' })
  })

  it('is refused for what left the account, and without a choice', async () => {
    const { id: partnerId } = await aPartner(member)
    const debit = await entryOf(member, { sign: 'DBIT', amount: '9.00' })
    expect((await post(member, debit.id, 'confirm', { partnerId })).status).toBe(409)
    const credit = await entryOf(member, { amount: '9.00' })
    for (const [body, path] of [
      [undefined, 'proposal'],
      [{ allocations: [] }, 'partnerId'],
      [{ partnerId, proposal: 1 }, 'proposal'],
      [{ partnerId: '01JNBV8ZK4T6Q9WD3E5RXH7M2C' }, 'partnerId'],
    ] as const)
      expect((await post(member, credit.id, 'confirm', body)).body.violations).toMatchObject([{ propertyPath: path }])
  })

  it('applies If-Match to the entry', async () => {
    const invoice = await issue(member)
    const entry = await entryOf(member, { text: invoice.invoiceNumber })
    const send = (action: string, rev: string) =>
      member.post(`${ENTRIES}/${entry.id}/${action}`, undefined, { 'if-match': `"${rev}"` })
    expect((await send('confirm', '7')).status).toBe(412)
    expect((await send('confirm', '1')).status).toBe(200)
    expect((await send('reopen', '2')).status).toBe(200)
  })
})

describe('reopening', () => {
  it('reverses the payment, and the next confirmation records another one', async () => {
    const own = await aMember()
    const invoice = await issue(own)
    const entry = await entryOf(own, { text: invoice.invoiceNumber, iban: IBAN })
    const first = (await post(own, entry.id, 'confirm')).body.paymentId
    const { body } = await post(own, entry.id, 'reopen')
    expect(body).toMatchObject({ status: 'proposed', paymentId: null, confirmedAt: null })
    expect((await own.get(`${PAYMENTS}/${first}`)).body.status).toBe('reversed')
    expect((await invoiceOf(own, invoice.id)).openAmount).toBe(11_900)
    const second = (await post(own, entry.id, 'confirm')).body.paymentId
    expect(second).not.toBe(first)
    expect((await invoiceOf(own, invoice.id)).openAmount).toBe(0)
  })

  it('is refused once the payment was reversed otherwise', async () => {
    const invoice = await issue(member)
    const entry = await entryOf(member, { text: invoice.invoiceNumber })
    const { paymentId } = (await post(member, entry.id, 'confirm')).body
    await member.post(`${PAYMENTS}/${paymentId}/reverse`, { reason: 'Mistake' })
    expect((await post(member, entry.id, 'reopen')).status).toBe(409)
  })

  it('of an ignored entry opens it, and an open one cannot be reopened', async () => {
    const entry = await entryOf(member, { amount: '3.00' })
    expect((await post(member, entry.id, 'reopen')).status).toBe(409)
    expect((await post(member, entry.id, 'ignore')).body.status).toBe('ignored')
    expect((await post(member, entry.id, 'confirm', { partnerId: (await aPartner(member)).id })).status).toBe(409)
    expect((await post(member, entry.id, 'reopen')).body.status).toBe('open')
  })
})

describe('a returned payment', () => {
  it('is proposed as the reversal of its payment, which the confirmation reverses', async () => {
    const own = await aMember()
    const invoice = await issue(own)
    const paid = await entryOf(own, { text: invoice.invoiceNumber, iban: IBAN, endToEndId: 'E2E-77' })
    const { paymentId } = (await post(own, paid.id, 'confirm')).body
    const given = { sign: 'DBIT', iban: IBAN, endToEndId: 'E2E-77', returnReason: 'AC04', booked: '2026-03-05' }
    const returned = await entryOf(own, given)
    expect(returned).toMatchObject({
      ...{ status: 'proposed', returnReason: 'AC04', partnerId: invoice.partnerId },
      proposals: [{ kind: 'reversal', reasons: ['end_to_end_id', 'partner_account', 'exact_amount'], paymentId }],
    })
    expect((await post(own, returned.id, 'confirm', { fee: 1 })).body.violations).toMatchObject([
      { propertyPath: 'fee' },
    ])
    const { body } = await post(own, returned.id, 'confirm')
    expect(body).toMatchObject({ status: 'confirmed', paymentId: null, reversedPaymentId: paymentId })
    expect((await invoiceOf(own, invoice.id)).openAmount).toBe(11_900)
    expect(await readBalance(own, invoice.partnerId)).toBe(11_900)
    expect((await post(own, returned.id, 'reopen')).status).toBe(409)
    expect((await post(own, paid.id, 'reopen')).status).toBe(409)
  })

  it('by the mark of a reversal is found in the same way', async () => {
    const own = await aMember()
    const invoice = await issue(own)
    const paid = await entryOf(own, { text: invoice.invoiceNumber })
    await post(own, paid.id, 'confirm')
    const [reversal] = await importEntries(own, {
      sign: 'DBIT',
      isReversal: true,
      text: invoice.invoiceNumber,
      reference: 'rev',
    })
    expect(reversal).toMatchObject({
      isReversal: true,
      proposals: [{ kind: 'reversal', reasons: ['invoice_number', 'exact_amount'] }],
    })
  })
})

describe('the setting', () => {
  const KEY = 'billing.confirmBankEntries'
  const switchOn = (who: Member) =>
    who.put('/api/configuration/settings/bulk', { settings: [{ key: KEY, value: true }] })
  const importAll = async (who: Member, entries: object[]) => {
    const { body } = await importCamt(who, { entries })
    await finishImport(who, body.id)
    return body.id
  }

  it('is off by default, so nothing confirms itself', async () => {
    const own = await aMember()
    const { invoiceNumber } = await issue(own)
    await importAll(own, [{ text: invoiceNumber }])
    const tasks = await app().db.query({ pk: 'T#PLATFORM#task' })
    expect(
      tasks.filter(
        ({ task, data }) =>
          task === 'billing.bank-entries.confirm' && (data as { tenant: string }).tenant === own.tenant,
      ),
    ).toEqual([])
  })

  it('confirms only exact amounts of what the payer named, each invoice once', async () => {
    const own = await aMember()
    await switchOn(own)
    const { id: partnerId } = await aPartner(own, { name: 'Ada Lovelace' })
    const [a, b] = [await issue(own), await issue(own, { partnerId })]
    const entries = [
      { text: a.invoiceNumber, reference: 'exact' },
      { text: a.invoiceNumber, reference: 'twice' },
      { text: b.invoiceNumber, reference: 'part', amount: '20.00' },
      { name: 'Ada Lovelace', reference: 'name' },
      { sign: 'DBIT' as const, reference: 'fee', amount: '1.00' },
    ]
    const statementId = await importAll(own, entries)
    const tasks = await app().db.query({ pk: 'T#PLATFORM#task' })
    expect(
      tasks.filter(
        ({ task, data }) =>
          task === 'billing.bank-entries.confirm' && (data as { tenant: string }).tenant === own.tenant,
      ),
    ).toHaveLength(1)
    await confirmCertain(own, statementId)
    await confirmCertain(own, statementId)
    const all = (await own.get(`${ENTRIES}?itemsPerPage=100`)).body.member.toReversed()
    expect(all.map(({ status }: { status: string }) => status)).toEqual([
      'confirmed',
      'proposed',
      'proposed',
      'proposed',
      'open',
    ])
    expect(all[0]).toMatchObject({ confirmedBy: null })
    expect((await own.get(PAYMENTS)).body.totalItems).toBe(1)
  })

  it('continues in another task where one ends', async () => {
    const own = await aMember()
    await switchOn(own)
    const all = await Promise.all([1, 2, 3].map(() => issue(own)))
    const statementId = await importAll(
      own,
      all.map(({ invoiceNumber }) => ({ text: invoiceNumber })),
    )
    const open = async () => (await own.get(`${ENTRIES}?status=proposed`)).body.totalItems
    await confirmCertain(own, statementId, 2)
    expect(await open()).toBe(1)
    await confirmCertain(own, statementId, 2)
    expect(await open()).toBe(0)
  })
})

it('a payment that was recorded by hand leaves an entry that cannot be confirmed over the same invoice', async () => {
  const invoice = await issue(member)
  const entry = await entryOf(member, { text: invoice.invoiceNumber })
  await pay(member, invoice.partnerId, { allocations: [{ invoiceId: invoice.id, amount: 11_900 }] })
  expect((await post(member, entry.id, 'confirm')).status).toBe(409)
  expect((await post(member, entry.id, 'match')).body).toMatchObject({ status: 'open', proposals: [] })
})
