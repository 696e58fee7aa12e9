import { beforeAll, describe, expect, test } from 'vitest'
import { anInvoice } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'

let member: Member
beforeAll(async () => {
  member = await aMember()
})

const render = async (id: string, body: object = {}) =>
  (await member.post(`/api/billing/invoices/${id}/render`, body)).body
const readReferences = async (id: string) => (await member.get(`/api/document/documents/${id}`)).body.references
const issued = () => anInvoice(member, { issueImmediately: true })

const aCreditNoteDocument = async (invoiceId: string) => {
  const { body: note } = await member.post('/api/billing/credit-notes', {
    invoiceId,
    reason: 'Damaged goods',
    lineItems: [{ description: 'Pallet', quantity: 1, unitPrice: 100 }],
    issueImmediately: true,
  })
  return (await member.post(`/api/billing/credit-notes/${note.id}/render`)).body
}

describe('the references of a document', () => {
  test('lead from a credit note to the final document of its invoice, if there is one', async () => {
    const bare = await issued()
    expect((await aCreditNoteDocument(bare.id)).references).toEqual([])
    const invoice = await issued()
    const document = await render(invoice.id)
    expect(document.references).toEqual([])
    const credit = await aCreditNoteDocument(invoice.id)
    expect(credit.references).toEqual([
      {
        id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
        targetDocumentId: document.id,
        type: 'credits',
        addedAt: credit.createdAt,
        description: invoice.invoiceNumber,
      },
    ])
    expect(await readReferences(credit.id)).toEqual(credit.references)
  })

  test('lead to the superseded document, also after one is reinstated', async () => {
    const { id } = await issued()
    const first = await render(id, { includeDetails: true })
    const second = await render(id, { includeDetails: false })
    expect(second.references).toMatchObject([{ type: 'supersedes', targetDocumentId: first.id }])
    expect(await readReferences(first.id)).toEqual([])
    const back = await render(id, { includeDetails: true })
    expect(back.id).toBe(first.id)
    expect(await readReferences(first.id)).toMatchObject([{ type: 'supersedes', targetDocumentId: second.id }])
    expect(await readReferences(second.id)).toEqual([])
  })
})
