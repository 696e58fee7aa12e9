import { beforeAll, describe, expect, it } from 'vitest'
import { freeOrders } from '../../lib/billing/invoices/bill-orders.ts'
import { app } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import type { Item } from '../../lib/platform/store/table/table.ts'
import { aReadyFile } from '../generated/file-fixtures.ts'
import { readState } from '../generated/state.ts'
import { aManualChannel, aRow, importing } from '../sales/orders.ts'
import { anInvoice, aPartner } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { dyingAt } from '../support/dying.ts'

const INVOICES = '/api/billing/invoices'

let owner: Member
beforeAll(async () => {
  owner = await aMember()
  await owner.put('/api/configuration/settings/bulk', {
    settings: [{ key: 'billing.taxRates', value: { standard: 19, reduced: 7 } }],
  })
})

const read = async (id: string, member = owner) => (await member.get(`${INVOICES}/${id}`)).body
const storage = { description: 'Storage', quantity: 2, unitPrice: 1000 }
const handling = { description: 'Handling', quantity: 1, unitPrice: 500, taxCategoryId: 'reduced' }

/** Lists the stored items of an invoice apart from the audit trail and its documents. */
const itemsOf = async (id: string, { tenant } = owner) =>
  ((await readState(tenant)) as Item[]).filter(
    ({ pk, sk, kind }) =>
      (sk.includes(id) || JSON.stringify([pk]).includes(id)) && !/audit|document|outbox/.test(`${pk} ${kind}`),
  )

describe('changing a draft', () => {
  it('changes what is given and nothing else, in the invoice and in the lists', async () => {
    const member = await aMember()
    const [first, second] = [await aPartner(member), await aPartner(member, { name: 'Südlicht' })]
    const draft = await anInvoice(member, { partnerId: first.id, notes: 'Thank you' })
    const { status, body, headers } = await member.patch(`${INVOICES}/${draft.id}`, {
      partnerId: second.id,
      dueDate: '2099-06-30',
    })
    expect([status, headers.ETag]).toEqual([200, '"2"'])
    const changed = { partnerId: second.id, partnerName: 'Südlicht', dueDate: '2099-06-30', updatedAt: body.updatedAt }
    expect(body).toEqual({ ...draft, ...changed })
    expect(await read(draft.id, member)).toEqual(body)
    const listed = async (query: string) =>
      (await member.get(`${INVOICES}?${query}`)).body.member.map(({ id }: { id: string }) => id)
    expect(await listed(`partnerId=${first.id}`)).toEqual([])
    expect(await listed(`partnerId=${second.id}&status=draft`)).toEqual([draft.id])
    expect(await listed('dueDateFrom=2099-06-30&dueDateTo=2099-06-30')).toEqual([draft.id])
    expect(await listed('dueDateTo=2099-06-29')).toEqual([])
    expect((await member.patch(`${INVOICES}/${draft.id}`, { notes: null })).body.notes).toBeNull()
  })

  it('sets, replaces and clears the supply, of which a draft has a day or a period', async () => {
    const { id } = await anInvoice(owner)
    const change = (body: object, query = '') => owner.patch(`${INVOICES}/${id}${query}`, body)
    const violations = async (...given: Parameters<typeof change>) => (await change(...given)).body.violations
    const [day, period] = ['2026-02-10', { from: '2026-02-01', to: '2026-02-28' }]
    expect((await change({ supplyDate: day })).body).toMatchObject({ supplyDate: day, supplyPeriod: null })
    const whileDay = [{ propertyPath: 'supplyPeriod', message: expect.stringContaining('while the draft has') }]
    expect(await violations({ supplyPeriod: period })).toEqual(whileDay)
    expect(await violations({ supplyPeriod: period }, '?dryRun=true')).toEqual(whileDay)
    expect(await violations({ supplyDate: day, supplyPeriod: period })).toEqual([
      { propertyPath: 'supplyPeriod', message: 'must not be given together with supplyDate' },
    ])
    const replacing = { supplyDate: null, supplyPeriod: period }
    expect((await change(replacing, '?dryRun=true')).body).toMatchObject(replacing)
    expect(await read(id)).toMatchObject({ supplyDate: day, supplyPeriod: null })
    expect((await change(replacing)).body).toMatchObject(replacing)
    expect((await change({ notes: 'Thank you' })).body).toMatchObject(replacing)
    expect(await violations({ supplyDate: day })).toMatchObject([{ propertyPath: 'supplyDate' }])
    const reversed = { supplyPeriod: { from: '2026-02-02', to: '2026-02-01' }, lineItems: [{ ...storage, id }] }
    expect((await violations(reversed)).map(({ propertyPath }: { propertyPath: string }) => propertyPath)).toEqual([
      'supplyPeriod.to',
      'lineItems[0].id',
    ])
    expect(await violations({ supplyDate: '2026-02-30' })).toMatchObject([{ propertyPath: 'supplyDate' }])
    const none = { supplyDate: null, supplyPeriod: null }
    expect((await change(none)).body).toMatchObject(none)
    expect(await read(id)).toMatchObject(none)
  })

  it('replaces all lines, keeps the ids of those that are named, and prices them in the new currency', async () => {
    const draft = await anInvoice(owner, { lineItems: [storage, handling] })
    const [kept] = draft.lineItems
    const { body } = await owner.patch(`${INVOICES}/${draft.id}`, {
      currencyCode: 'USD',
      lineItems: [handling, { ...storage, id: kept.id, quantity: 3 }],
    })
    expect(body).toMatchObject({ currencyCode: 'USD', lineItemCount: 2, subtotal: 3500, taxTotal: 605 })
    expect(body.lineItems).toMatchObject([
      { ...handling, taxAmount: 35 },
      { id: kept.id, amount: 3000, taxAmount: 570 },
    ])
    expect(draft.lineItems.map(({ id }: { id: string }) => id)).not.toContain(body.lineItems[0].id)
    expect(await read(draft.id)).toEqual(body)
    const none = (await owner.patch(`${INVOICES}/${draft.id}`, { lineItems: [] })).body
    expect(none).toMatchObject({ lineItems: [], lineItemCount: 0, grandTotal: 0, currencyCode: 'USD' })
  })

  it('names everything that is wrong with the lines and the currency', async () => {
    const { id, lineItems } = await anInvoice(owner)
    const [line] = lineItems
    const refused = async (body: object) => (await owner.patch(`${INVOICES}/${id}`, body)).body.violations
    expect(
      await refused({
        lineItems: [
          storage,
          { ...storage, id: newId(new Date()) },
          { ...storage, id: line.id },
          { ...storage, id: line.id },
        ],
      }),
    ).toEqual([
      { propertyPath: 'lineItems[1].id', message: 'must be the id of a line of the invoice' },
      { propertyPath: 'lineItems[3].id', message: 'must not name the same line twice' },
    ])
    expect(await refused({ currencyCode: 'USD' })).toEqual([
      { propertyPath: 'currencyCode', message: expect.stringContaining('together with lineItems') },
    ])
    expect(await refused({ currencyCode: 'XXX', lineItems: [storage] })).toMatchObject([
      { propertyPath: 'currencyCode' },
    ])
    expect(await refused({ partnerId: newId(new Date()) })).toMatchObject([{ propertyPath: 'partnerId' }])
    expect(await refused({ lineItems: [{ ...storage, quantity: 0.1234567 }] })).toMatchObject([
      { propertyPath: 'lineItems[0].quantity' },
    ])
    expect(await refused({})).toHaveLength(1)
    expect((await owner.patch(`${INVOICES}/${id}`, { currencyCode: 'EUR' })).status).toBe(200)
  })

  it('adds, changes and removes single lines', async () => {
    const draft = await anInvoice(owner, { lineItems: [storage] })
    const lines = `${INVOICES}/${draft.id}/line-items`
    const added = (await owner.post(lines, handling)).body
    expect(added).toMatchObject({ lineItemCount: 2, subtotal: 2500, taxTotal: 415 })
    const [first, second] = added.lineItems
    expect(first).toEqual(draft.lineItems[0])
    const changed = (await owner.patch(`${lines}/${second.id}`, { quantity: 2, reference: 'H-1' })).body
    expect(changed.lineItems).toMatchObject([
      { id: first.id },
      { id: second.id, description: 'Handling', quantity: 2, amount: 1000, reference: 'H-1', taxAmount: 70 },
    ])
    const removed = await owner.delete(`${lines}/${first.id}`)
    expect([removed.status, removed.body.subtotal]).toEqual([200, 1000])
    expect(await read(draft.id)).toEqual(removed.body)
    expect((await owner.delete(`${lines}/${first.id}`)).status).toBe(404)
    expect((await owner.patch(`${lines}/${first.id}`, { quantity: 1 })).status).toBe(404)
    const wrong = await owner.patch(`${lines}/${second.id}`, { quantity: 0.1234567 })
    expect(wrong.body.violations).toMatchObject([{ propertyPath: 'quantity' }])
    expect((await owner.post(lines, { ...storage, quantity: 0.1234567 })).body.violations).toMatchObject([
      { propertyPath: 'quantity' },
    ])
  })

  it('is refused once the invoice is issued, paid or cancelled, and changes nothing then', async () => {
    for (const action of ['issue', 'mark-paid', 'cancel']) {
      const { id } = await anInvoice(owner, { issueImmediately: action === 'mark-paid' })
      const { body: before } = await owner.post(`${INVOICES}/${id}/${action}`, {
        ...(action === 'cancel' && { reason: 'x' }),
      })
      const line = `${INVOICES}/${id}/line-items/${before.lineItems[0].id}`
      for (const answer of [
        await owner.patch(`${INVOICES}/${id}`, { notes: 'Thanks' }),
        await owner.delete(`${INVOICES}/${id}`),
        await owner.post(`${INVOICES}/${id}/line-items`, storage),
        await owner.patch(line, { quantity: 2 }),
        await owner.delete(line),
      ]) {
        expect([answer.status, answer.body.errorCode]).toEqual([409, 'OPERATION_NOT_ALLOWED'])
        expect(answer.body.detail).toBe(`The invoice is ${before.status}. Only a draft can be changed or deleted.`)
      }
      expect(await read(id)).toEqual(before)
    }
  })

  it('has one outcome with an issue at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await anInvoice(owner)
      const [issued, changed] = await Promise.all([
        owner.post(`${INVOICES}/${id}/issue`, {}),
        owner.post(`${INVOICES}/${id}/line-items`, handling),
      ])
      expect(issued.status).toBe(200)
      expect([200, 409]).toContain(changed.status)
      expect((await read(id)).lineItemCount).toBe(changed.status === 200 ? 2 : 1)
      expect((await read(id)).grandTotal).toBe(issued.body.grandTotal)
    }
  })
})

describe('deleting a draft', () => {
  it('leaves nothing of it, and its files can be deleted', async () => {
    const member = await aMember()
    const { id, documentSubject } = await anInvoice(member)
    const fileId = await aReadyFile(member)
    await member.post(`${INVOICES}/${id}/attachments`, { fileId })
    await member.post(`${INVOICES}/${id}/render`, {})
    expect((await member.delete(`/api/storage/files/${fileId}`)).status).toBe(409)
    const { status, text } = await member.delete(`${INVOICES}/${id}`)
    expect([status, text]).toEqual([204, ''])
    expect((await member.get(`${INVOICES}/${id}`)).status).toBe(404)
    expect((await member.get(INVOICES)).body).toMatchObject({ totalItems: 0, member: [] })
    expect(await itemsOf(id, member)).toEqual([])
    expect((await member.delete(`/api/storage/files/${fileId}`)).status).toBe(204)
    const { body } = await member.get(`/api/document/documents?subject=${encodeURIComponent(documentSubject)}`)
    expect(body.member).toMatchObject([{ status: 'void', voidReason: 'The draft was deleted.' }])
    expect((await member.delete(`${INVOICES}/${id}`)).status).toBe(404)
    expect((await member.get(`/api/audit/entries?resourceId=${id}&limit=100`)).body.member).toContainEqual(
      expect.objectContaining({ action: 'delete', resourceType: 'invoice' }),
    )
  })

  it('uses up no number', async () => {
    const member = await aMember()
    const { id } = await anInvoice(member)
    await member.delete(`${INVOICES}/${id}`)
    expect((await anInvoice(member, { issueImmediately: true })).invoiceNumber).toMatch(/-00001$/)
    expect((await member.get('/api/billing/number-audit')).body.isComplete).toBe(true)
  })

  it('leaves no file in use that is attached at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await anInvoice(owner)
      const fileId = await aReadyFile(owner)
      const [deleted, attached] = await Promise.all([
        owner.delete(`${INVOICES}/${id}`),
        owner.post(`${INVOICES}/${id}/attachments`, { fileId }),
      ])
      expect(deleted.status).toBe(204)
      expect([200, 404]).toContain(attached.status)
      expect((await owner.delete(`/api/storage/files/${fileId}`)).status).toBe(204)
    }
  })
})

describe('a draft that bills orders', () => {
  const aShop = async () => {
    const partner = await aPartner(owner)
    return { partnerId: partner.id as string, channelId: (await aManualChannel(owner)).id }
  }
  const draw = async (shop: object) =>
    (await owner.post(INVOICES, { dueDate: '2099-03-31', currencyCode: 'EUR', ...shop })).body
  const referencesOf = (invoice: { lineItems: { reference: string }[] }) => [
    ...new Set(invoice.lineItems.map(({ reference }) => reference).sort()),
  ]
  const lineItems = [{ name: 'Green tea', quantity: 2, unitPrice: 1000 }]
  const withTwoOrders = async () => {
    const shop = await aShop()
    const rows = [aRow({ number: 'A-1', lineItems, total: 2580 }), aRow({ number: 'A-2', total: 1000 })]
    await importing(owner, shop.channelId, rows)
    const draft = await draw(shop)
    // Orders of one import are billed in any order.
    const lines = draft.lineItems.toSorted((a: { reference: string }, b: { reference: string }) =>
      a.reference.localeCompare(b.reference),
    )
    return { shop, draft, lines }
  }
  const free = (invoiceId: string, on = app()) => freeOrders(on, { tenant: owner.tenant, invoiceId }, new Date())

  it('frees an order when no line bills it any more', async () => {
    const { shop, draft, lines } = await withTwoOrders()
    const [tea, shipping, other] = lines
    expect(new Set(draft.lineItems.map(({ orderId }: { orderId: string }) => orderId)).size).toBe(2)
    expect(tea.orderId).toBe(shipping.orderId)
    await owner.delete(`${INVOICES}/${draft.id}/line-items/${shipping.id}`)
    expect(referencesOf(await draw(shop))).toEqual([])
    await owner.delete(`${INVOICES}/${draft.id}/line-items/${tea.id}`)
    expect(referencesOf(await draw(shop))).toEqual(['A-1'])
    expect((await read(draft.id)).lineItems).toEqual([other])
    await owner.post(`${INVOICES}/${draft.id}/cancel`, { reason: 'Wrong' })
    await free(draft.id)
    expect(referencesOf(await draw(shop))).toEqual(['A-2'])
  })

  it('keeps the orders of lines that are named by their ids when lines are replaced', async () => {
    const { shop, draft, lines } = await withTwoOrders()
    const [tea] = lines
    const { body } = await owner.patch(`${INVOICES}/${draft.id}`, {
      lineItems: [{ id: tea.id, description: 'Tea', quantity: 2, unitPrice: 900 }, storage],
    })
    expect(body.lineItems).toMatchObject([{ id: tea.id, orderId: tea.orderId, unitPrice: 900 }, { orderId: null }])
    expect(body.lineItems[0].amount + body.lineItems[0].taxAmount).toBe(1800)
    expect(referencesOf(await draw(shop))).toEqual(['A-2'])
    const refused = await owner.patch(`${INVOICES}/${draft.id}`, {
      currencyCode: 'USD',
      lineItems: [{ ...storage, id: tea.id }],
    })
    expect(refused.body.violations).toMatchObject([{ propertyPath: 'currencyCode' }])
    const none = await owner.patch(`${INVOICES}/${draft.id}`, { lineItems: [] })
    expect(none.body.lineItemCount).toBe(0)
    expect(referencesOf(await draw(shop))).toEqual(['A-1'])
  })

  it('frees all of them when it is deleted', async () => {
    const { shop, draft } = await withTwoOrders()
    expect((await owner.delete(`${INVOICES}/${draft.id}`)).status).toBe(204)
    expect(await itemsOf(draft.id)).toEqual([])
    expect(referencesOf(await draw(shop))).toEqual(['A-1', 'A-2'])
    await free(draft.id)
    expect(referencesOf(await draw(shop))).toEqual([])
  })

  it('is only for the partner that sells through the channel', async () => {
    const seller = await aPartner(owner)
    const channelId = (await aManualChannel(owner, { partnerId: seller.id })).id
    const draft = await draw({ partnerId: seller.id, channelId })
    const { body } = await owner.patch(`${INVOICES}/${draft.id}`, { partnerId: (await aPartner(owner)).id })
    expect(body.violations).toMatchObject([{ propertyPath: 'partnerId' }])
  })

  it('frees many in a task, whatever happens to it, and cannot be changed before all are drawn', async () => {
    const shop = await aShop()
    const numbers = Array.from({ length: 30 }, (_, i) => `M-${i}`)
    const rows = numbers.map((number, i) => aRow({ number, total: 100 + i }))
    await importing(owner, shop.channelId, rows)
    const draft = await draw(shop)
    expect(draft.lineItemCount).toBe(30)
    await owner.delete(`${INVOICES}/${draft.id}`)
    expect((await itemsOf(draft.id)).map(({ kind }) => kind)).toEqual(['invoice-lines'])
    await expect(free(draft.id, dyingAt(1, true))).rejects.toThrow('killed')
    for (let times = 0; times < 2; times++) await free(draft.id)
    expect(await itemsOf(draft.id)).toEqual([])
    const next = await draw(shop)
    expect(referencesOf(next).sort()).toEqual(numbers.sort())
    await importing(
      owner,
      shop.channelId,
      Array.from({ length: 40 }, () => aRow({ total: 100 })),
    )
    const drawing = await draw(shop)
    for (const answer of [
      await owner.patch(`${INVOICES}/${drawing.id}`, { notes: 'x' }),
      await owner.delete(`${INVOICES}/${drawing.id}`),
    ])
      expect(answer.body).toMatchObject({ status: 409, detail: expect.stringContaining('still being added') })
  })
})
