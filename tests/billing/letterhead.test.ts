import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { app } from '../../lib/platform/app/app.ts'
import { aReadyFile } from '../generated/file-fixtures.ts'
import { aJpeg, aPng } from '../storage/content.ts'
import { anInvoice, aPartner } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { readPdf } from '../support/pdf.ts'

let member: Member
const logged: string[] = []

beforeAll(() => {
  process.env.LOG_LEVEL = 'DEBUG'
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((text) => logged.push(String(text)) > 0)
})
afterAll(() => {
  vi.restoreAllMocks()
})
beforeEach(async () => {
  logged.length = 0
  member = await aMember()
})

const set = (values: Record<string, unknown>) =>
  member.put('/api/configuration/settings/bulk', {
    settings: Object.entries(values).map(([key, value]) => ({ key, value })),
  })

const setLogo = async (content: Buffer, mimeType = 'image/png') => {
  const fileId = await aReadyFile(member, content, { mimeType, purpose: 'logo' })
  const { status, text } = await member.put('/api/storage/logo', { fileId })
  expect(status, text).toBe(200)
}

const rendered = async (fields: object = {}, body: object = {}) => {
  const { id, ...refused } = await anInvoice(member, { issueImmediately: true, ...fields })
  expect(refused.violations).toBeUndefined()
  const answer = await member.post(`/api/billing/invoices/${id}/render`, body)
  expect(answer.status, answer.text).toBe(201)
  const [pdf, html] = await Promise.all(
    answer.body.renditions.map(({ storagePath }: { storagePath: string }) => app().files.get(storagePath)),
  )
  const file = pdf
  return { html: String(html), file, ...(await readPdf(file)) }
}

describe('a letterhead', () => {
  test('shows the tenant’s settings', async () => {
    const { status } = await set({
      'general.companyName': 'Nordlicht Logistik GmbH',
      'general.legalAddress': { line1: 'Speicherstadt 12', postalCode: '20457', city: 'Hamburg', countryCode: 'DE' },
      'general.taxId': 'DE123456789',
      'general.registrationNumber': 'HRB 4711',
      'general.contactEmail': 'books@nordlicht.example',
      'general.contactPhone': '+49 40 123456',
      'general.website': 'https://nordlicht.example/',
      'billing.bankAccount': { accountHolder: 'Nordlicht', iban: 'DE02120300000000202051', bic: 'BYLADEM1001' },
      'billing.invoiceFooter': 'Thank you.\nCome again.',
      'billing.documentColour': '#AA0033',
    })
    expect(status).toBe(204)
    const { pages, title, html } = await rendered()
    for (const said of [
      'Nordlicht Logistik GmbH · Speicherstadt 12 · 20457 Hamburg',
      'DE123456789',
      'HRB 4711',
      'books@nordlicht.example',
      '+49 40 123456',
      'nordlicht.example',
      'DE02 1203 0000 0000 2020 51',
      'BYLADEM1001',
      'Thank you.',
    ]) {
      expect(pages[0]).toContain(said)
      expect(html).toContain(said)
    }
    expect(title).toContain('Nordlicht Logistik GmbH')
    expect(html).toContain('--colour: #AA0033')
  })

  test('is in the tenant’s language if the partner has none', async () => {
    await set({ 'general.locale': 'fr_FR' })
    expect((await rendered()).pages[0]).toContain('Total TTC 119,00 €')
    const partner = await aPartner(member, { locale: 'sv_SE' })
    const { pages, language } = await rendered({ partnerId: partner.id })
    expect(language).toBe('en-SE')
    expect(pages[0]).toContain('Invoice')
  })

  test('shows the logo and reads its file once', async () => {
    await setLogo(aPng({ width: 40, height: 20 }))
    const find = vi.spyOn(app().files, 'find')
    for (const _ of [1, 2]) {
      const { html, file } = await rendered()
      expect(html).toContain('<img src="data:image/png;base64,')
      expect(file.includes('/Image')).toBe(true)
    }
    expect(find).toHaveBeenCalledTimes(1)
  })

  // What an upload checks is the structure of a picture; whether it can be decoded shows only when it is printed.
  test.each([
    ['a PNG with fewer rows than its header says', aPng({ width: 400, height: 5, declared: [400, 300] }), 'image/png'],
    ['a JPEG whose scan cannot be decoded', aJpeg(), 'image/jpeg'],
  ])('is made without a logo that is %s, and the log says so', async (_, content, mimeType) => {
    await set({ 'general.companyName': 'Nordlicht' })
    await setLogo(content, mimeType)
    const { pages } = await rendered()
    expect(pages[0]).toContain('Nordlicht')
    expect(logged.join('')).toContain('document.logo.unusable')
    expect((await rendered()).pages[0]).toContain('€119.00')
  })

  test('is made without a logo whose file was erased, and the log says so', async () => {
    await setLogo(aPng())
    vi.spyOn(app().files, 'find').mockResolvedValueOnce(undefined)
    expect((await rendered()).pages[0]).toContain('€119.00')
    expect(logged.join('')).toContain('document.logo.missing')
  })
})

describe('text on an invoice', () => {
  const HOSTILE = [
    '#panic("x") #sys.version $x^2$ *bold* _it_ `raw` @ref <label> \\ // comment',
    '</style><script>alert(1)</script><img src=x onerror=alert(1)>"\'&',
    '\u202Eevil\u202C \u200B \uFEFF \u0301 \u{1F980}\u{1F468}\u200D\u{1F469}',
    'a'.repeat(500),
    'שלום สวัสดี नमस्ते 안녕하세요 \u0600\u06DD',
  ]

  test('is printed literally, and nothing in it is run or requested', async () => {
    const name = '<b>Ev&il #set page(width: 1pt)</b>'
    await set({ 'general.companyName': name, 'billing.invoiceFooter': HOSTILE[1] })
    const partner = await aPartner(member, { name: '"><script>1</script>', locale: 'de' })
    const { pages, html } = await rendered({
      partnerId: partner.id,
      notes: HOSTILE[0],
      lineItems: HOSTILE.map((description) => ({
        description,
        quantity: 1,
        unitPrice: 100,
        reference: description.slice(0, 255),
      })),
    })
    const text = pages.join(' ')
    expect(text).toContain(name)
    expect(text).toContain('#panic("x")')
    expect(text).toContain('<script>alert(1)</script>')
    expect(html).not.toMatch(/<script|<img|<b>|\u202E/)
    expect(html.match(/<\/style>/g)).toHaveLength(1)
  })

  test('fits with many lines and the largest amounts', async () => {
    const lineItems = Array.from({ length: 60 }, (_, i) => ({
      description: `Line ${i}`,
      quantity: 0.000001 + i,
      unitPrice: i ? 100_000_000_000 : -1,
    }))
    const { pages } = await rendered({ lineItems, currencyCode: 'JPY' })
    expect(pages.length).toBeGreaterThan(1)
    expect(pages.at(-1)).toContain('¥')
  })
})
