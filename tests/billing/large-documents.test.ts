import { beforeAll, describe, expect, it } from 'vitest'
import { anInvoice, aPartner } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { chance } from '../support/seed.ts'

const INVOICES = '/api/billing/invoices'
const NOTES = '/api/billing/credit-notes'
const BILLS = '/api/billing/bills'
const MAX_LINES = 1000
const MAX_LINE_BYTES = 299

let owner: Member
beforeAll(async () => {
  owner = await aMember()
})

const paths = ({ body }: { body: { violations?: { propertyPath: string }[] } }) =>
  body.violations?.map(({ propertyPath }) => propertyPath)

const random = chance()
const from = (first: number, last: number) => first + Math.floor(random() * (last - first + 1))

/** Characters of one, two and three bytes in UTF-8, which hardly any method compresses. */
const aCharacter = () =>
  String.fromCharCode(random() < 0.6 ? from(0x21, 0x7e) : from(0xa1, random() < 0.7 ? 0x52f : 0xd7a3))

/** Makes a line of so many bytes whose text and amounts are as random as they can be. */
const aLongLine = () => {
  const amounts = { quantity: from(1e6, 999_999_999) / 1e6, unitPrice: from(1e9, 4e9) }
  let description = ''
  for (;;) {
    const longer = description + aCharacter()
    if (Buffer.byteLength(JSON.stringify({ description: longer, ...amounts })) > MAX_LINE_BYTES) break
    description = longer
  }
  return { description, ...amounts }
}

const manyLines = () => Array.from({ length: MAX_LINES }, aLongLine)

/** Sends the request twice with the same key, and returns the answer if both are the same. */
const postTwice = async (path: string, body: object) => {
  const key = { 'idempotency-key': `large-${from(0, 1e9)}` }
  const first = await owner.post(path, body, key)
  const second = await owner.post(path, body, key)
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.headers['Idempotency-Replayed']).toBe('true')
  expect(second.body).toEqual(first.body)
  return first.body
}

describe('a document with the most and the longest lines', () => {
  it('can be issued, credited as a whole, and requested again with the same key', { timeout: 120_000 }, async () => {
    const { id: partnerId } = await aPartner(owner)
    const lineItems = manyLines()
    const invoice = await postTwice(INVOICES, {
      ...{ partnerId, dueDate: '2099-03-31', currencyCode: 'EUR', issueImmediately: true },
      lineItems,
    })
    expect(invoice.lineItems).toMatchObject(lineItems)
    const note = await postTwice(NOTES, { invoiceId: invoice.id, reason: 'x', issueImmediately: true })
    expect(note.grandTotal).toBe(invoice.grandTotal)
    expect((await owner.get(`${NOTES}/${note.id}`)).body.lineItems).toEqual(note.lineItems)
    const after = (await owner.get(`${INVOICES}/${invoice.id}`)).body
    expect(after).toMatchObject({ creditedAmount: invoice.grandTotal, lineItems: invoice.lineItems })
  })

  it('is refused if lines of a credit note are longer than an invoice can have them', async () => {
    const long = { description: 'x'.repeat(500), quantity: 1, unitPrice: 1 }
    const { id, lineItems } = await anInvoice(owner, {
      issueImmediately: true,
      lineItems: [{ ...long, quantity: MAX_LINES }],
    })
    const credit = (line: object) =>
      owner.post(NOTES, { invoiceId: id, reason: 'x', lineItems: Array.from({ length: MAX_LINES }, () => line) })
    expect(paths(await credit(long))).toEqual(['lineItems'])
    // A line without a description has that of the line of the invoice.
    expect(paths(await credit({ quantity: 1, originalLineItemId: lineItems[0].id }))).toEqual(['lineItems'])
    const short = { quantity: 1, originalLineItemId: lineItems[0].id, description: 'x'.repeat(200) }
    expect((await credit(short)).status).toBe(201)
  })
})

describe('the adjustments of a bill', () => {
  const someAdjustments = (count: number) =>
    Array.from({ length: count }, () =>
      Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`name ${i}`, 'x'.repeat(500)])),
    )

  it('have a bound together', async () => {
    const { id: partnerId } = await aPartner(owner)
    const bill = {
      ...{ partnerId, currency: 'EUR', totalAmount: 100, issuedAt: '2026-03-01', dueAt: '2026-03-31' },
      billNumber: 'R-1',
    }
    expect(paths(await owner.post(BILLS, { ...bill, adjustments: someAdjustments(50) }))).toEqual(['adjustments'])
    const { status, body } = await owner.post(BILLS, { ...bill, adjustments: someAdjustments(4) })
    expect(status).toBe(201)
    const change = await owner.patch(`${BILLS}/${body.id}`, { adjustments: someAdjustments(50) })
    expect(paths(change)).toEqual(['adjustments'])
  })
})
