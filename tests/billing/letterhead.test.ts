import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { app, makeApp, useApp } from '../../lib/platform/app/app.ts'
import { config } from '../../lib/platform/app/config.ts'
import { makeOutbound } from '../../lib/platform/outbound/outbound.ts'
import { anInvoice, aPartner } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { readPdf } from '../support/pdf.ts'

const chunk = (type: string, data: Buffer) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const body = Buffer.concat([Buffer.from(type), data])
  let crc = 0xffffffff
  for (const byte of body) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE((crc ^ 0xffffffff) >>> 0)
  return Buffer.concat([length, body, sum])
}

/** Builds a picture of one colour. */
const aPng = (width: number, height: number, rows = height) => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const row = Buffer.concat([Buffer.alloc(1), Buffer.alloc(width * 3, 0x77)])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: rows }, () => row)))
  const start = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([start, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

const PICTURES: Record<string, Buffer> = {
  '/good.png': aPng(40, 20),
  '/good.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'),
  '/huge.png': aPng(30_000, 30_000, 1),
  '/short.png': aPng(400, 300, 5),
  '/cut.png': aPng(400, 300).subarray(0, 60),
  '/cut.jpg': Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0001108001000100301', 'hex'),
  '/broken.svg': Buffer.from('<svg viewBox="0 0 9 9"><path d="M0 0h9'),
  '/entities.svg': Buffer.from('<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg>&a;</svg>'),
  '/page.html': Buffer.from('<html><body>no picture</body></html>'),
  '/large.png': Buffer.concat([aPng(10, 10), Buffer.alloc(600 * 1024)]),
}

let asked: string[] = []
const server = createServer(({ url = '/' }, response) => {
  asked.push(url)
  const picture = PICTURES[url]
  response.writeHead(picture ? 200 : 404).end(picture ?? 'nothing')
})

let member: Member
let at = ''
const logged: string[] = []

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  at = `http://localhost:${(server.address() as AddressInfo).port}`
  process.env.LOG_LEVEL = 'DEBUG'
  useApp({ ...makeApp(config()), outbound: makeOutbound({ allowPrivate: true }) })
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((text) => logged.push(String(text)) > 0)
})
afterAll(() => {
  vi.restoreAllMocks()
  useApp(undefined)
  server.close()
})
beforeEach(async () => {
  asked = []
  logged.length = 0
  member = await aMember()
})

const set = (values: Record<string, unknown>) =>
  member.put('/api/configuration/settings/bulk', {
    settings: Object.entries(values).map(([key, value]) => ({ key, value })),
  })

const rendered = async (fields: object = {}, body: object = {}) => {
  const { id, ...refused } = await anInvoice(member, { issueImmediately: true, ...fields })
  expect(refused.violations).toBeUndefined()
  const answer = await member.post(`/api/billing/invoices/${id}/render`, body)
  expect(answer.status, answer.text).toBe(201)
  const [pdf, html] = await Promise.all(
    answer.body.renditions.map(({ storagePath }: { storagePath: string }) => app().files.get(storagePath)),
  )
  const file = pdf as Buffer
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

  test.each(['good.png', 'good.svg'])('shows the logo %s and requests it once', async (name) => {
    await set({ 'general.logoUrl': `${at}/${name}` })
    const { html, file } = await rendered()
    expect(html).toContain(`<img src="data:image/${name.endsWith('png') ? 'png' : 'svg+xml'};base64,`)
    const [without] = await Promise.all([rendered()])
    expect(without.html).toContain('<img')
    expect(asked).toEqual([`/${name}`])
    if (name.endsWith('png')) expect(file.includes('/Image')).toBe(true)
  })

  test.each([
    'none.png',
    'huge.png',
    'short.png',
    'cut.png',
    'cut.jpg',
    'broken.svg',
    'entities.svg',
    'page.html',
    'large.png',
  ])('is made without the logo %s, and the log says so', async (name) => {
    await set({ 'general.logoUrl': `${at}/${name}`, 'general.companyName': 'Nordlicht' })
    const { pages } = await rendered()
    expect(pages[0]).toContain('Nordlicht')
    expect(logged.join('')).toMatch(/document\.logo\.(missing|unusable)/)
    expect((await rendered()).pages[0]).toContain('€119.00')
  })

  test('does not reach into private networks for a logo', async () => {
    useApp({ ...app(), outbound: makeOutbound({ allowPrivate: false }) })
    await set({ 'general.logoUrl': 'https://127.0.0.1/logo.png' })
    await rendered()
    expect(logged.join('')).toContain('refused-address')
    useApp({ ...app(), outbound: makeOutbound({ allowPrivate: true }) })
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
