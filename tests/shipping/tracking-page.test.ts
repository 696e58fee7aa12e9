import { writeFile } from 'node:fs/promises'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createSignedToken } from '../../lib/platform/access/signed-token.ts'
import { app } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { reverseParcel } from '../../lib/shipping/reversals/reverse-parcel.ts'
import { aChannel } from '../support/builders.ts'
import { aMember, client, type Member } from '../support/client.ts'
import { browser } from '../support/visitor.ts'
import { anAddress, anEvent, anOrigin, aParcel, aShipment, inUnitOf, record, SHIPMENTS } from './parcels.ts'

const { get } = client()
const { clock } = app()
afterEach(() => {
  app().clock = clock
})

const toPath = (url: string) => new URL(url).pathname
const open = (url: string, language = 'en') => get(toPath(url), { 'accept-language': language })

let member: Member
beforeAll(async () => {
  member = await aMember()
  await member.put('/api/configuration/settings/bulk', {
    settings: [
      { key: 'general.companyName', value: 'Teehaus Nordlicht' },
      { key: 'general.timezone', value: 'Europe/Berlin' },
      { key: 'general.locale', value: 'de_DE' },
    ],
  })
})

/** Records an order of two parcels, of which the first is on its way. */
const twoParcels = async (fields: object = {}, ofOrder: object = {}) => {
  const origin = anOrigin({ orderNumber: 'DE-100045', deliveryAddress: anAddress(), ...ofOrder })
  const first = await record(
    member,
    origin,
    aParcel({
      trackingNumber: '00340434161094042557',
      promisedBy: '2026-03-04',
      lines: [{ sku: 'TEA-GREEN-100', quantity: 2 }],
      events: [
        anEvent({ place: 'Hamburg', description: 'For A. Lovelace, Kanalstr. 7' }),
        anEvent({ state: null, place: 'Hannover', occurredAt: '2026-03-02T20:00:00.000Z' }),
      ],
      ...fields,
    }),
  )
  const second = await record(member, origin, aParcel({ trackingNumber: 'SECOND-PARCEL', carrier: 'GLS' }))
  const { body } = await member.get(`${SHIPMENTS}/${first.id}`)
  return { origin, first, second, url: body.trackingPageUrl }
}

describe('the page for the buyer', () => {
  it('shows where each parcel of the order is and when it comes, and no address', async () => {
    const { url } = await twoParcels()
    const { status, text, headers } = await open(url)
    expect(status).toBe(200)
    for (const shown of [
      ...['Teehaus Nordlicht', 'Order DE-100045', 'On its way', 'Expected by March 4, 2026', 'Parcel 1 of 2'],
      ...['Being prepared', 'SECOND-PARCEL', '2 × TEA-GREEN-100', 'Processed · Hannover', 'Mar 2, 2026, 9:00 AM'],
    ])
      expect(text).toContain(shown)
    for (const hidden of ['Lovelace', 'Kanalstr', '20095', 'script']) expect(text).not.toContain(hidden)
    expect(headers).toMatchObject({
      'Content-Language': 'en',
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex',
      'Cache-Control': 'no-store',
    })
    expect(headers['Content-Security-Policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; img-src data:;/)
  })

  it('names the shop in which the buyer ordered, also of a company with another name', async () => {
    const channel = await aChannel(member, { name: 'Teeladen & Co.' })
    const { url } = await twoParcels({}, { channelId: channel.id })
    const { text } = await open(url)
    expect(text).toContain('<span class="name"><bdi>Teeladen &amp; Co.</bdi></span>')
    expect(text).toContain('<title>Your delivery – Teeladen &amp; Co.</title>')
    expect(text).not.toContain('Teehaus Nordlicht')
  })

  it('shows parcels in the order of their numbers, whichever the link is of, and none that is cancelled', async () => {
    const { origin, first, second } = await twoParcels()
    const third = await record(member, origin, aParcel({ trackingNumber: 'THIRD-PARCEL' }))
    const cancelled = await record(member, origin, aParcel({ trackingNumber: 'CANCELLED-PARCEL' }))
    expect((await member.post(`${SHIPMENTS}/${cancelled.id}/cancel`, {})).status).toBe(200)
    const read = async ({ id }: { id: string }) => {
      const { text } = await open((await member.get(`${SHIPMENTS}/${id}`)).body.trackingPageUrl)
      const found = text.matchAll(/class="heading">([^<]+)|SECOND-PARCEL<|THIRD-PARCEL<|CANCELLED-PARCEL</g)
      return [...found].map(([all, heading]) => heading ?? all.slice(0, -1))
    }
    const numbered = ['Parcel 1 of 3', 'Parcel 2 of 3', 'SECOND-PARCEL', 'Parcel 3 of 3', 'THIRD-PARCEL']
    for (const each of [first, second, third]) expect(await read(each)).toEqual(numbered)
    expect(await read(cancelled)).toEqual([...numbered, 'CANCELLED-PARCEL'])
  })

  it('says that a parcel whose hand-off was reversed is cancelled, and nothing that was told of its number', async () => {
    const { first, second, url } = await twoParcels()
    for (const { id } of [second, first])
      await inUnitOf(member, (unit) => reverseParcel(app(), unit, id, 'For A. Lovelace'))
    const { text } = await open(url)
    expect(text).toContain('Cancelled')
    expect(text).toContain('2 × TEA-GREEN-100')
    for (const hidden of ['00340434161094042557', 'DHL', 'Hannover', 'SECOND-PARCEL', 'Lovelace', 'Parcel 1'])
      expect(text).not.toContain(hidden)
  })

  it('speaks the first language of the browser that it knows, else that of the tenant', async () => {
    const { url } = await twoParcels()
    const heading = async (language: string) => {
      const { text, headers } = await open(url, language)
      return [headers['Content-Language'], /<h1>([^<]+)</.exec(text)?.[1]]
    }
    expect(await heading('sv, fr-CH;q=0.9, en;q=0.8')).toEqual(['fr-CH', 'Votre livraison'])
    expect(await heading('en;q=0.1, ja')).toEqual(['ja', 'お届け状況'])
    for (const language of ['sv', '', '*', ';;q=x,,\u0000']) expect((await heading(language))[1]).toBe('Ihre Lieferung')
    const arabic = (await open(url, 'ar')).text
    expect(arabic).toContain('<html lang="ar" dir="rtl">')
  })

  it('says what went wrong, and not when a parcel comes that goes back', async () => {
    const { origin, url } = await twoParcels({ id: 'back' })
    const flags = [anEvent({ flag: 'attempt_failed', state: null }), anEvent({ flag: 'returning', state: null })]
    await record(member, origin, aParcel({ id: 'back', events: flags }))
    const { text } = await open(url)
    expect(text).toContain('On its way back to the sender')
    expect(text).toContain('Delivery was attempted')
    expect(text).not.toContain('Expected by')
  })

  it('escapes everything that others wrote', async () => {
    const evil = '<img src=x onerror=alert(1)>"\'&'
    const origin = anOrigin({ orderNumber: evil })
    const parcel = aParcel({ carrier: evil, trackingNumber: evil, lines: [{ sku: evil, quantity: 1 }] })
    const { id } = await record(member, origin, { ...parcel, events: [anEvent({ place: evil })] })
    const { text } = await open((await member.get(`${SHIPMENTS}/${id}`)).body.trackingPageUrl)
    expect(text).not.toContain('<img')
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;')
  })

  it('shows other orders of the tenant to nobody, also none without an order', async () => {
    const [one] = [
      await aShipment(member, { trackingNumber: 'ONE' }),
      await aShipment(member, { trackingNumber: 'TWO' }),
    ]
    const { text } = await open(one.trackingPageUrl)
    expect(text).toContain('ONE')
    expect(text).not.toContain('TWO')
  })
})

describe('the link to the page', () => {
  it('stays the same while the parcel moves, and opens nothing if it was altered or made for another purpose', async () => {
    const { first, url } = await twoParcels()
    await member.post(`${SHIPMENTS}/${first.id}/events`, { state: 'delivered' })
    expect((await member.get(`${SHIPMENTS}/${first.id}`)).body.trackingPageUrl).toBe(url)
    const [payload = '', signature = ''] = url.slice(url.lastIndexOf('/') + 1).split('.')
    const changed = Buffer.from(payload, 'base64url').toString().replace(first.id, newId(new Date()))
    const forged = `${Buffer.from(changed).toString('base64url')}.${signature}`
    const other = await createSignedToken(app(), 'document-portal', [member.tenant, first.id, '1'])
    for (const token of [forged, other, 'x', `${payload}.`, `${payload}.${signature.slice(1)}A`])
      expect((await get(`/track/${token}`)).status, token).toBe(404)
  })

  it('ends when it is replaced, and ninety days after the last change', async () => {
    const { id, trackingPageUrl: old } = await aShipment(member)
    const { body } = await member.post(`${SHIPMENTS}/${id}/replace-tracking-link`)
    expect(body.trackingPageUrl).not.toBe(old)
    expect([(await open(old)).status, (await open(body.trackingPageUrl)).status]).toEqual([404, 200])
    const days = (count: number) => () => new Date(Date.parse(body.updatedAt) + count * 86_400_000)
    app().clock = days(89.9)
    expect((await open(body.trackingPageUrl)).status).toBe(200)
    app().clock = days(90)
    expect((await open(body.trackingPageUrl)).status).toBe(404)
  })
})

describe.skipIf(!browser)('the page in a browser', () => {
  let launched: Browser
  beforeAll(async () => {
    launched = await chromium.launch({ executablePath: browser as string, args: ['--no-sandbox'] })
  })
  afterAll(() => launched?.close())

  it.each(['de', 'ar', 'ja', 'pt'])(
    'fits a phone and a desktop under its policy, in the language %s',
    async (language) => {
      const { url } = await twoParcels()
      const { text, headers } = await open(url, language)
      const page = await launched.newPage()
      const asked: string[] = []
      page.on('request', (request) => void asked.push(request.url()))
      await page.route('**/*', (route) =>
        route.fulfill({
          body: text,
          headers: {
            'content-type': 'text/html; charset=utf-8',
            'content-security-policy': headers['Content-Security-Policy'] as string,
          },
        }),
      )
      for (const width of [320, 390, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        asked.length = 0
        await page.goto('http://localhost/track')
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
        expect(await page.evaluate("getComputedStyle(document.querySelector('section')).borderRadius")).toBe('12px')
        expect(asked).toEqual(['http://localhost/track'])
        if (process.env.SCREENSHOTS)
          await writeFile(
            `${process.env.SCREENSHOTS}/${language}-${width}.png`,
            await page.screenshot({ fullPage: true }),
          )
      }
      await page.close()
    },
  )
})
