import { beforeAll, describe, expect, test } from 'vitest'
import { buildAccountKey } from '../../lib/billing/account-key.ts'
import { ledgerAccountKey, ledgerEntries } from '../../lib/billing/ledger/ledger-store.ts'
import { app } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { aPartner } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { fill, storedLedgerEntry } from '../support/fill.ts'
import { readPdf } from '../support/pdf.ts'

let member: Member
beforeAll(async () => {
  member = await aMember()
})

const MARCH = { from: '2026-03-01T00:00:00Z', to: '2026-03-31T23:59:59.999Z' }

let made = 0
const bill = async (partnerId: string, fields: object = {}) =>
  (
    await member.post('/api/billing/bills', {
      partnerId,
      billNumber: `NL-${++made}`,
      currency: 'EUR',
      totalAmount: 11_900,
      issuedAt: '2026-03-10',
      dueAt: '2026-03-20',
      ...fields,
    })
  ).body

const render = (partnerId: string, body: object = MARCH) =>
  member.post(`/api/billing/partners/${partnerId}/statement/render`, body)

const violations = ({ body }: { body: { violations?: object[] } }) => body.violations

const download = async (id: string, format: string) => {
  const { headers } = await member.get(`/api/document/documents/${id}/download?format=${format}`)
  return Buffer.from(await (await fetch(headers.Location as string)).arrayBuffer())
}

describe('rendering a statement', () => {
  test('creates its document with opening balance, lines, closing balance and aging', async () => {
    const { id } = await aPartner(member)
    await bill(id, { issuedAt: '2026-02-01', dueAt: '2026-02-10', totalAmount: 100_000 })
    const { billNumber } = await bill(id)
    const { status, body } = await render(id)
    expect(status).toBe(201)
    expect(body).toMatchObject({ type: 'statement', status: 'final', number: null, sourceRef: id })
    const { pages } = await readPdf(await download(body.id, 'pdf'))
    for (const text of [
      'Statement of what we owe you',
      'Opening balance 1,000.00',
      billNumber,
      '1,119.00',
      'Closing balance €1,119.00',
    ])
      expect(pages.join(' ')).toContain(text)
    expect(pages.join(' ')).toContain('31–60 days overdue')
    const html = String(await download(body.id, 'html'))
    for (const text of ['1,119.00', billNumber, 'Balance by due date', 'Not yet due']) expect(html).toContain(text)
  })

  test.each([
    ['en', 'Statement of what we owe you'],
    ['de', 'Kontoauszug: Was wir Ihnen schulden'],
    ['ja', '当社の未払金明細書'],
  ])('says in the title and the name of the file who owes, in "%s"', async (locale, title) => {
    const { id } = await aPartner(member, { locale })
    await bill(id)
    const { body } = await render(id)
    expect((await readPdf(await download(body.id, 'pdf'))).title).toMatch(new RegExp(`^${title} – `))
    expect(String(await download(body.id, 'html'))).toContain(`<title>${title} – `)
    const { headers } = await member.get(`/api/document/documents/${body.id}/download?format=pdf`)
    expect(decodeURIComponent(headers.Location as string)).toContain(`statement-of-what-we-owe-you-${body.id}.pdf`)
  })

  test('returns the same document until a record is added to its range, and then a superseding one', async () => {
    const { id } = await aPartner(member)
    await bill(id)
    const { body: first } = await render(id)
    await bill(id, { issuedAt: '2026-04-01', dueAt: '2026-04-01' })
    expect((await render(id)).body.id).toBe(first.id)
    await bill(id, { issuedAt: '2026-03-02' })
    const { body: second } = await render(id)
    expect(second).toMatchObject({ status: 'final', supersedes: first.id })
    expect((await member.get(`/api/document/documents/${first.id}`)).body.status).toBe('superseded')
    const { body: april } = await render(id, { from: '2026-04-01T00:00:00Z', to: '2026-04-30T00:00:00Z' })
    expect(april.supersedes).toBeNull()
    expect((await member.get(`/api/document/documents/${second.id}`)).body.status).toBe('final')
  })

  test('renders one currency, which is required if there are several', async () => {
    const { id } = await aPartner(member)
    expect(violations(await render(id))).toMatchObject([{ propertyPath: 'currency' }])
    await bill(id)
    await bill(id, { currency: 'JPY', totalAmount: 7 })
    expect(violations(await render(id))).toEqual([
      { propertyPath: 'currency', message: 'is required, because the partner has records in EUR, JPY' },
    ])
    expect(violations(await render(id, { currency: 'USD' }))).toMatchObject([{ propertyPath: 'currency' }])
    const { status, body } = await render(id, { currency: 'JPY' })
    expect([status, body.metadata.currency]).toEqual([201, 'JPY'])
  })

  test('rejects times in the wrong order and a missing partner', async () => {
    const { id } = await aPartner(member)
    expect(violations(await render(id, { from: MARCH.to, to: MARCH.from }))).toMatchObject([{ propertyPath: 'from' }])
    expect((await render(newId(new Date()))).status).toBe(404)
  })

  test('renders at most a thousand lines, and answers their number if there are more', {
    timeout: 120_000,
  }, async () => {
    const { id: partnerId } = await aPartner(member)
    const start = Date.parse(MARCH.from)
    const entries = Array.from({ length: 1001 }, (_, i) =>
      storedLedgerEntry(new Date(start + i * 60_000), { partnerId, amount: 100 }),
    )
    await fill(process.env.TABLE_NAME as string, ledgerEntries, member.tenant, entries)
    await app().db.put({
      put: { ...ledgerAccountKey(member.tenant, buildAccountKey(partnerId, 'EUR')), kind: 'ledger-account' },
    })
    expect(violations(await render(partnerId))).toEqual([
      {
        propertyPath: 'from',
        message: 'must be later, because the statement has 1001 lines and a document at most 1000',
      },
    ])
    const { status, body } = await render(partnerId, { ...MARCH, from: new Date(start + 1).toISOString() })
    expect(status).toBe(201)
    const { pages } = await readPdf(await download(body.id, 'pdf'))
    expect(pages.join(' ')).toContain('Closing balance €1,001.00')
    expect(pages.length).toBeLessThan(35)
  })
})
