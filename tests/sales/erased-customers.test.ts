import { randomBytes } from 'node:crypto'
import { gunzipSync, inflateRawSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hashEmail } from '../../lib/platform/access/email.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { packWithin } from '../../lib/platform/store/outlines/pack-outlines.ts'
import { eraseCustomer } from '../../lib/sales/erasures/erase-customer.ts'
import { anInternal, aPolicy, ORDERS, ordersOf, settled, stocking } from '../fulfilment/fulfilling.ts'
import { aPartner, aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { dyingAt } from '../support/dying.ts'
import { scanTable } from '../support/test-table.ts'
import { aManualChannel, aRow, importing, ordersOf as salesOrdersOf } from './orders.ts'

const EMAIL = 'xeno.quill@example.org'
const TOLD = {
  customer: { name: 'Xenophon Quillfeather', email: EMAIL, phone: '+49 7771 555123' },
  shippingAddress: {
    ...{
      name: 'Xenophon Quillfeather',
      company: 'Quillfeather Oboenbau',
      line1: 'Zwirnsteig 77b',
      line2: 'Hinterhaus',
    },
    ...{ city: 'Oberquarzheim', postalCode: '88990', countryCode: 'DE', phone: '+49 7771 555123', email: EMAIL },
  },
  billingAddress: { name: 'Xenophon Quillfeather', line1: 'Zwirnsteig 77b', city: 'Oberquarzheim', countryCode: 'DE' },
  customerNote: 'Bei Gunzelbert abgeben',
}
/** Words that nothing else in the table has. */
const WORDS = ['xenophon', 'quillfeather', 'xeno.quill', 'zwirnsteig', 'oberquarzheim', '7771 555123', 'gunzelbert']
/** How searches find an address, whose beginning outlines have. */
const DIGEST = hashEmail(EMAIL).slice(0, 12)

/** Returns a stored value as text, with what is compressed in it. */
const toText = (value: unknown): string => {
  if (value instanceof Uint8Array) {
    const unpacked = [gunzipSync, inflateRawSync].flatMap((unpack) => {
      try {
        return [unpack(value).toString()]
      } catch {
        return []
      }
    })
    return [...unpacked, Buffer.from(value).toString()].join(' ')
  }
  if (Array.isArray(value)) return value.map(toText).join(' ')
  if (value !== null && typeof value === 'object')
    return Object.entries(value)
      .map((each) => each.map(toText).join(' '))
      .join(' ')
  return String(value)
}

/** Finds what of the person is in the table, by the kind of the item. */
const findInTable = async (words: readonly string[]): Promise<string[]> =>
  (await scanTable(app().config.table)).flatMap((item) => {
    const text = toText(item).toLowerCase()
    return words.filter((word) => text.includes(word)).map((word) => `${item.kind}: ${word}`)
  })

/** Remembers the files that are written until the test ends, and finds those that still exist. */
const watchFiles = () => {
  const { files, ...rest } = app()
  const written = new Set<string>()
  const put = async (path: string, ...content: [Uint8Array, string]) => {
    written.add(path)
    await files.put(path, ...content)
  }
  useApp({ ...rest, files: { ...files, put } })
  onTestFinished(() => useApp(undefined))
  return async () => {
    const left: string[] = []
    for (const path of written) if (await files.find(path)) left.push(path)
    return left
  }
}

const erasing = (member: Member, id: string, more = '') => member.post(`/api/sales/customers/${id}/erase${more}`)

const customerOf = async (member: Member, email: string) =>
  (await member.get(`/api/sales/customers?${new URLSearchParams({ email })}`)).body.member[0]

/** A person with an order that was sent, with papers, a small and a large payload, and an order in another channel. */
const aKnownPerson = async () => {
  const member = await aMember()
  const custodian = await anInternal(member)
  const variant = await aVariant(member)
  await stocking(member, variant.id, custodian.id, 10)
  await aPolicy(member)
  const { id: channelId } = await aManualChannel(member)
  const lineItems = [{ sku: variant.sku, name: 'Tea', quantity: 1, unitPrice: 2580 }]
  const row = aRow({ ...TOLD, lineItems, modifiedAt: '2026-03-01T10:00:00Z' })
  await importing(member, channelId, [row])
  await settled()
  const { orders } = await salesOrdersOf(member, { channelId })
  const orderId = orders[0]?.id ?? ''
  return { member, channelId, row, orderId, custodian }
}

const handOver = async (member: Member, orderId: string) => {
  const [order] = await ordersOf(member, orderId)
  const papers: string[] = []
  const listed = await member.post('/api/fulfilment/pick-lists', { fulfilmentOrderIds: [order.id] })
  papers.push(listed.body.storagePath)
  const lines = [{ lineId: order.lines[0].id, quantity: 1 }]
  const sent = await member.post(`${ORDERS}/${order.id}/hand-over`, {
    parcels: [{ carrier: 'DHL', trackingNumber: '00340434161094042557', lines }],
  })
  expect(sent.status, JSON.stringify(sent.body)).toBe(200)
  await settled()
  const { body } = await member.get(`/api/shipping/shipments?salesOrderId=${orderId}`)
  const shipmentId = body.member[0].id
  const note = await member.post(`/api/shipping/shipments/${shipmentId}/delivery-note`)
  papers.push(note.body.storagePath)
  await member.post(`/api/shipping/shipments/${shipmentId}/events`, {
    ...{ state: 'delivered', occurredAt: new Date().toISOString(), signedBy: 'X. Quillfeather' },
  })
  return papers
}

describe('A customer who is erased', () => {
  it('is in nothing that is stored, while orders, sums and totals of the books stay', async () => {
    const listLeft = watchFiles()
    const { member, channelId, row, orderId } = await aKnownPerson()
    const papers = await handOver(member, orderId)
    const other = await aManualChannel(member)
    const large = { ...aRow(TOLD), scan: randomBytes(40_000).toString('base64') }
    await importing(member, other.id, [large])
    const corrected = { ...row, customerNote: 'Bei Gunzelbert, hinten', modifiedAt: '2026-03-02T10:00:00Z' }
    await importing(member, channelId, [corrected])
    await settled()
    const ids = (await member.get(`/api/sales/customers?${new URLSearchParams({ email: EMAIL })}`)).body.member.map(
      ({ id }: { id: string }) => id,
    )
    const [id = '', mergedId = ''] = ids
    await member.post(`/api/sales/customers/${id}/merge`, { customerIds: [mergedId] })
    const before = (await member.get(`/api/sales/customers/${id}`)).body
    expect(before).toMatchObject({ orderCount: 2 })
    const data = (await member.get(`/api/sales/customers/${id}/data`)).body
    for (const word of WORDS) expect(JSON.stringify(data).toLowerCase()).toContain(word)
    for (const kind of ['order', 'customer']) await packWithin(app(), { tenant: member.tenant, kind }, { minPacked: 1 })
    expect((await findInTable(WORDS)).length).toBeGreaterThan(10)
    expect(await findInTable([DIGEST])).not.toEqual([])

    const tried = await erasing(member, id, '?dryRun=true')
    expect(tried.body, JSON.stringify(tried.body)).toMatchObject({ status: 'erasing', orderCount: 2 })
    expect((await member.get(`/api/sales/customers/${id}`)).body).toEqual(before)
    const { status, body } = await erasing(member, id)
    expect(status).toBe(202)
    expect(body.kept.map(({ what }: { what: string }) => what)).toContain('books')
    await settled()

    expect(await findInTable([...WORDS, DIGEST])).toEqual([])
    for (const path of papers) expect(await listLeft()).not.toContain(path)
    expect((await listLeft()).filter((path) => path.startsWith('order-payloads/'))).toEqual([])
    expect((await member.get(`/api/sales/customers/${id}`)).body).toMatchObject({
      ...{ status: 'erased', name: null, emails: [], phone: null, orderCount: 2, totals: before.totals },
    })
    expect((await salesOrdersOf(member, { customerId: id })).total).toBe(2)
    expect((await salesOrdersOf(member, { customerEmail: EMAIL })).total).toBe(0)
    expect((await salesOrdersOf(member, { customerName: 'Xenophon' })).total).toBe(0)
    expect(await customerOf(member, EMAIL)).toBeUndefined()
    expect((await member.get(`/api/sales/orders/${orderId}`)).body).toMatchObject({
      ...{ total: 2580, customer: null, customerNote: null, erasedAt: expect.any(String) },
      shippingAddress: { name: null, line1: null, countryCode: 'DE' },
    })

    // The shop tells everything again, and a refund.
    const refunds = [{ externalRefundId: 'R1', amount: 580, refundedAt: '2026-03-03T09:00:00Z' }]
    await importing(member, channelId, [{ ...corrected, refunds, modifiedAt: '2026-03-03T10:00:00Z' }])
    await settled()
    expect(await findInTable([...WORDS, DIGEST])).toEqual([])
    expect((await member.get(`/api/sales/customers/${id}`)).body.totals).toMatchObject([
      { orderCount: 2, amount: 4580 },
    ])
  })

  it('is in no mail any more, and mails with invoices say that they went to a pseudonym', async () => {
    const { member, channelId, orderId } = await aKnownPerson()
    await handOver(member, orderId)
    const partner = await aPartner(member)
    const bill = { partnerId: partner.id, channelId, currencyCode: 'EUR', dueDate: '2099-03-31' }
    const { body: invoice } = await member.post('/api/billing/invoices', { ...bill, issueImmediately: true })
    const to = [EMAIL, 'books@example.com']
    const sent = await member.post(`/api/billing/invoices/${invoice.id}/send`, { to })
    expect(sent.status, JSON.stringify(sent.body)).toBe(200)
    await settled()
    const { id } = await customerOf(member, EMAIL)
    expect((await erasing(member, id)).status).toBe(202)
    await settled()
    expect((await member.get(`/api/sales/customers/${id}`)).body.status).toBe('erased')

    expect(await findInTable([...WORDS, DIGEST])).toEqual([])
    const readMessages = async (address: string) =>
      (await member.get(`/api/notification/messages?address=${encodeURIComponent(address)}`)).body.member
    expect(await readMessages(EMAIL)).toEqual([])
    const pseudonym = `${id.toLowerCase()}@erased.invalid`
    const subject = `commerce:///billing/invoices/${invoice.id}`
    expect(await readMessages(pseudonym)).toMatchObject([{ subject, status: 'sent' }])
    expect(await readMessages('books@example.com')).toMatchObject([{ subject, status: 'sent' }])
    const { body: sendings } = await member.get(`/api/billing/invoices/${invoice.id}/sendings`)
    expect(sendings.member[0].recipients.map(({ address }: { address: string }) => address)).toEqual([
      pseudonym,
      'books@example.com',
    ])
  })

  it('is refused while goods have to reach them, and comes back as somebody new', async () => {
    const { member, channelId, orderId } = await aKnownPerson()
    const { id } = await customerOf(member, EMAIL)
    const refused = await erasing(member, id)
    expect(refused.status).toBe(409)
    expect(refused.body.detail).toContain('1 order')
    expect((await member.get(`/api/sales/orders/${orderId}`)).body.customer.email).toBe(EMAIL)
    await handOver(member, orderId)
    expect((await erasing(member, id)).status).toBe(202)
    // The person orders again before the task has run.
    await importing(member, channelId, [aRow(TOLD)])
    await settled()
    const again = await customerOf(member, EMAIL)
    expect(again).toMatchObject({ name: TOLD.customer.name, orderCount: 1 })
    expect(again.id).not.toBe(id)
    expect((await salesOrdersOf(member, { customerId: id })).total).toBe(1)
    expect((await salesOrdersOf(member, { customerId: again.id })).total).toBe(1)
    expect((await member.patch(`/api/sales/orders/${orderId}`, { customerNote: 'Back' })).status).toBe(409)
    expect((await erasing(member, id)).status).toBe(409)
  })

  it('is erased whole although the worker dies between any two steps', async () => {
    const { member, orderId } = await aKnownPerson()
    await handOver(member, orderId)
    const { id } = await customerOf(member, EMAIL)
    await erasing(member, id)
    const task = (await scanTable(app().config.table)).find(
      ({ task, data }) =>
        task === 'sales.customer.erase' && (data as { tenant: string } | undefined)?.tenant === member.tenant,
    )
    let kills = 0
    for (const after of [false, true])
      for (const step of [1, 2, 3, 4])
        await eraseCustomer(dyingAt(step, after), task?.data as never, new Date()).catch(() => kills++)
    expect(kills).toBeGreaterThan(4)
    await settled()
    expect((await member.get(`/api/sales/customers/${id}`)).body).toMatchObject({ status: 'erased', orderCount: 1 })
    const ofTenant = (await scanTable(app().config.table)).filter(({ pk }) => pk.includes(member.tenant))
    const left = ofTenant.filter((item) => WORDS.some((word) => toText(item).toLowerCase().includes(word)))
    expect(left.map(({ kind, sk }) => `${kind} ${sk}`)).toEqual([])
  })
})
