import { beforeAll, describe, expect, it } from 'vitest'
import type { Item } from '../../lib/platform/store/table/table.ts'
import { aReadyFile } from '../generated/file-fixtures.ts'
import { readState } from '../generated/state.ts'
import { anInvoice } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'

const NOTES = '/api/billing/credit-notes'
const INVOICES = '/api/billing/invoices'

let owner: Member
beforeAll(async () => {
  owner = await aMember()
  await owner.put('/api/configuration/settings/bulk', {
    settings: [{ key: 'billing.taxRates', value: { standard: 19 } }],
  })
})

const issued = (member = owner) =>
  anInvoice(member, { issueImmediately: true, lineItems: [{ description: 'Storage', quantity: 10, unitPrice: 100 }] })
const credit = async (invoiceId: string, fields: object = {}, member = owner) =>
  (await member.post(NOTES, { invoiceId, reason: 'Damaged goods', ...fields })).body
const creditedOf = async (invoiceId: string) => (await owner.get(`${INVOICES}/${invoiceId}`)).body.creditedAmount
const pieces = (invoice: { lineItems: { id: string }[] }, quantity: number) => ({
  lineItems: [{ originalLineItemId: invoice.lineItems[0]?.id, quantity }],
})

describe('changing a draft credit note', () => {
  it('changes its reason, or its lines and what they reserve', async () => {
    const invoice = await issued()
    const note = await credit(invoice.id, pieces(invoice, 4))
    const reworded = await owner.patch(`${NOTES}/${note.id}`, { reason: 'Wrong price' })
    expect(reworded.body).toEqual({ ...note, reason: 'Wrong price', updatedAt: reworded.body.updatedAt })
    expect(await creditedOf(invoice.id)).toBe(476)
    const { status, body } = await owner.patch(`${NOTES}/${note.id}`, pieces(invoice, 6))
    expect([status, body.grandTotal, body.lineItems[0].quantity]).toEqual([200, 714, 6])
    expect(await creditedOf(invoice.id)).toBe(714)
    expect((await owner.get(`${NOTES}/${note.id}`)).body).toEqual(body)
    const all = await owner.patch(`${NOTES}/${note.id}`, { lineItems: null })
    expect([all.body.grandTotal, await creditedOf(invoice.id)]).toEqual([1190, 1190])
  })

  it('never exceeds the invoice together with the others', async () => {
    const invoice = await issued()
    const note = await credit(invoice.id, pieces(invoice, 4))
    await credit(invoice.id, pieces(invoice, 5))
    const { status, body } = await owner.patch(`${NOTES}/${note.id}`, pieces(invoice, 6))
    expect([status, body.errorCode]).toEqual([409, 'CREDIT_EXCEEDS_INVOICE'])
    expect((await owner.patch(`${NOTES}/${note.id}`, pieces(invoice, 5))).body.grandTotal).toBe(595)
    expect(await creditedOf(invoice.id)).toBe(1190)
    const wrong = await owner.patch(`${NOTES}/${note.id}`, {
      lineItems: [{ quantity: 0.1234567 }, { quantity: 1, originalLineItemId: note.id }],
    })
    expect(wrong.body.violations.map(({ propertyPath }: { propertyPath: string }) => propertyPath)).toEqual([
      'lineItems[0].quantity',
      'lineItems[1].originalLineItemId',
    ])
  })

  it('keeps the sum right when drafts of one invoice change at the same time', async () => {
    const invoice = await issued()
    const notes = [await credit(invoice.id, pieces(invoice, 1)), await credit(invoice.id, pieces(invoice, 1))]
    const answers = await Promise.all([
      ...notes.map(({ id }) => owner.patch(`${NOTES}/${id}`, pieces(invoice, 6))),
      owner.post(NOTES, { invoiceId: invoice.id, reason: 'x', ...pieces(invoice, 3) }),
    ])
    for (const { status } of answers) expect([200, 201, 409]).toContain(status)
    const { body } = await owner.get(`${NOTES}?invoiceId=${invoice.id}`)
    const sum = body.member.reduce((total: number, each: { grandTotal: number }) => total + each.grandTotal, 0)
    expect(sum).toBeLessThanOrEqual(1190)
    expect(await creditedOf(invoice.id)).toBe(sum)
  })
})

describe.each(['cancel', 'delete'] as const)('a draft credit note: %s', (action) => {
  const end = (id: string, member = owner) =>
    action === 'cancel' ? member.post(`${NOTES}/${id}/cancel`) : member.delete(`${NOTES}/${id}`)

  it('lets its amount be credited again, line by line', async () => {
    const invoice = await issued()
    const [note, other] = [await credit(invoice.id, pieces(invoice, 4)), await credit(invoice.id, pieces(invoice, 6))]
    expect((await end(note.id)).status).toBe(action === 'cancel' ? 200 : 204)
    expect(await creditedOf(invoice.id)).toBe(714)
    const again = await owner.post(NOTES, { invoiceId: invoice.id, reason: 'x', ...pieces(invoice, 5) })
    expect(again.body.errorCode).toBe('CREDIT_EXCEEDS_INVOICE')
    expect((await credit(invoice.id, pieces(invoice, 4))).grandTotal).toBe(476)
    expect((await owner.post(`${NOTES}/${other.id}/issue`, {})).body.status).toBe('issued')
  })

  it('is refused once it is issued, applied or cancelled', async () => {
    for (const state of ['issued', 'applied', 'cancelled']) {
      const invoice = await issued()
      const note = await credit(invoice.id, { ...pieces(invoice, 4), issueImmediately: state !== 'cancelled' })
      if (state === 'applied') await owner.post(`${NOTES}/${note.id}/apply`)
      if (state === 'cancelled') await owner.post(`${NOTES}/${note.id}/cancel`)
      const before = await creditedOf(invoice.id)
      for (const answer of [await end(note.id), await owner.patch(`${NOTES}/${note.id}`, { reason: 'x' })]) {
        expect([answer.status, answer.body.errorCode]).toEqual([409, 'OPERATION_NOT_ALLOWED'])
        expect(answer.body.detail).toContain(state)
      }
      expect(await creditedOf(invoice.id)).toBe(before)
    }
  })

  it('has one outcome with an issue at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const invoice = await issued()
      const note = await credit(invoice.id, pieces(invoice, 4))
      const [ended, issue] = await Promise.all([end(note.id), owner.post(`${NOTES}/${note.id}/issue`, {})])
      expect([ended.status < 300, issue.status < 300].filter(Boolean)).toHaveLength(1)
      expect(await creditedOf(invoice.id)).toBe(issue.status === 200 ? 476 : 0)
    }
    expect((await owner.get('/api/billing/number-audit')).body.isComplete).toBe(true)
  })

  it('makes its documents void', async () => {
    const invoice = await issued()
    const { id } = await credit(invoice.id)
    const { body: document } = await owner.post(`${NOTES}/${id}/render`)
    await end(id)
    expect((await owner.get(`/api/document/documents/${document.id}`)).body.status).toBe('void')
  })
})

describe('a draft credit note that is deleted', () => {
  it('leaves nothing, and its files can be deleted', async () => {
    const member = await aMember()
    const { id } = await credit((await issued(member)).id, {}, member)
    const fileId = await aReadyFile(member)
    await member.post(`${NOTES}/${id}/attachments`, { fileId })
    expect((await member.delete(`/api/storage/files/${fileId}`)).status).toBe(409)
    expect((await member.delete(`${NOTES}/${id}`)).status).toBe(204)
    expect((await member.get(`${NOTES}/${id}`)).status).toBe(404)
    expect((await member.get(NOTES)).body).toMatchObject({ totalItems: 0, member: [] })
    const left = ((await readState(member.tenant)) as Item[]).filter(
      ({ pk, sk, kind }) => sk.includes(id) && !/audit/.test(`${pk} ${kind}`),
    )
    expect(left).toEqual([])
    expect((await member.delete(`/api/storage/files/${fileId}`)).status).toBe(204)
  })

  it('leaves no file in use that is attached at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await credit((await issued()).id)
      const fileId = await aReadyFile(owner)
      const [deleted, attached] = await Promise.all([
        owner.delete(`${NOTES}/${id}`),
        owner.post(`${NOTES}/${id}/attachments`, { fileId }),
      ])
      expect(deleted.status).toBe(204)
      expect([200, 404]).toContain(attached.status)
      expect((await owner.delete(`/api/storage/files/${fileId}`)).status).toBe(204)
    }
  })
})
