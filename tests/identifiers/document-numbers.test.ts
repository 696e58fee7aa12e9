import { beforeEach, describe, expect, it } from 'vitest'
import { anInvoice, aPartner } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { spell } from './spellings.ts'

/** Numbers with characters that nobody sees are refused. */
const spellNumber = (number: string) => spell(number).map((given) => given.replaceAll('\u200b', ''))

const INVOICES = '/api/billing/invoices'
const NOTES = '/api/billing/credit-notes'
const year = new Date().getUTCFullYear()

let owner: Member
beforeEach(async () => {
  owner = await aMember()
})

const issue = async (invoiceNumber?: string) => {
  const { id } = await anInvoice(owner)
  const { status, body } = await owner.post(`${INVOICES}/${id}/issue`, { ...(invoiceNumber && { invoiceNumber }) })
  return { id, status, body }
}

describe('the number of an invoice', () => {
  it('is refused if another invoice has a spelling of it, chosen or assigned', async () => {
    const { body } = await issue()
    expect((await issue('Ne-U\u0308-7 ')).body.invoiceNumber).toBe('Ne-Ü-7')
    for (const given of [...spellNumber(body.invoiceNumber), 'ne-ü-7', 'NE-Ü-7', 'Ｎｅ-Ü-7']) {
      const again = await issue(given)
      expect(again.body, given).toMatchObject({ status: 409, errorCode: 'ALREADY_EXISTS' })
      expect((await owner.get(`${INVOICES}/${again.id}`)).body.status).toBe('draft')
    }
  })

  it('is skipped by the sequence if it was chosen in another spelling, and the audit explains it as it was written', async () => {
    expect((await issue(`inv-${year}-00001`)).status).toBe(200)
    expect((await issue()).body.invoiceNumber).toBe(`INV-${year}-00002`)
    const { body } = await owner.get(`/api/billing/number-audit?year=${year}`)
    expect(body).toMatchObject({ isComplete: true, explained: expect.any(Array) })
    expect(body.explained.map(({ number, why }: { number: string; why: string }) => `${number} ${why}`)).toEqual(
      expect.arrayContaining([`INV-${year}-00001 skipped`, `inv-${year}-00001 chosen`]),
    )
  })

  it('finds its invoice however it is spelled', async () => {
    const { id } = await issue('Ne-7')
    for (const given of spellNumber('Ne-7'))
      expect((await owner.get(`${INVOICES}/by-number/${encodeURIComponent(given)}`)).body.id, given).toBe(id)
    expect((await owner.get(`${INVOICES}/by-number/Ne-8`)).status).toBe(404)
  })

  it('is chosen by one of several requests that spell it otherwise at once', async () => {
    const answers = await Promise.all(['race-1', 'RACE-1', 'Race-1 '].map(issue))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })
})

it('the number of a credit note is refused if another one has a spelling of it', async () => {
  const partnerId = (await aPartner(owner)).id
  const credit = async (creditNoteNumber: string) => {
    const invoice = await anInvoice(owner, { partnerId, issueImmediately: true })
    const { body } = await owner.post(NOTES, { invoiceId: invoice.id, reason: 'Damaged goods' })
    return await owner.post(`${NOTES}/${body.id}/issue`, { creditNoteNumber })
  }
  expect((await credit('CN-x')).status).toBe(200)
  for (const given of spellNumber('CN-x')) expect((await credit(given)).body.errorCode, given).toBe('ALREADY_EXISTS')
})
