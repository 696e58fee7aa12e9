import { afterEach, describe, expect, it } from 'vitest'
import { COLLECTIONS } from '../../functions/data-exchange/exports/collections.ts'
import { getExportPath } from '../../lib/data-exchange/exports/export.ts'
import { findExport } from '../../lib/data-exchange/exports/export-store.ts'
import { writeExport } from '../../lib/data-exchange/exports/write-export.ts'
import { members } from '../../lib/iam/member-store.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { find, list } from '../../lib/platform/store/lists/list.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { orders } from '../../lib/sales/orders/order-store.ts'
import { anInvoice, aPartner } from '../support/builders.ts'
import { aMember, client, type Member } from '../support/client.ts'
import { dyingAt } from '../support/dying.ts'
import { nextMailTo } from '../support/mails.ts'
import { chance } from '../support/seed.ts'
import { drainEvents } from '../support/workers.ts'
import { addOrder, EXPORTS, readCsv, storeMembership } from './exporting.ts'

afterEach(() => useApp(undefined))

const INVOICES = '/api/billing/invoices'
const ORDERS = '/api/sales/orders'

const readFile = async (member: Member, id: string): Promise<string> => {
  const { body } = await member.get(`${EXPORTS}/${id}/content`, { accept: 'application/json' })
  return await (await fetch(body.url)).text()
}

/** Adds orders that are too large for an answer, in a tenant of their own. */
const addLargeOrders = async (count: number) => {
  const member = await aMember()
  const channelId = newId(app().clock())
  for (let number = 1; number <= count; number++) await addOrder(member, channelId, number)
  return { tenant: member.tenant, channelId }
}

const large = new Map<number, ReturnType<typeof addLargeOrders>>()

/** Asks for the export of orders that are too large for an answer. Tests share as many of them, unless they change them. */
const aLargeExport = async (count = 70, { format = 'jsonl', isOwn = false } = {}) => {
  const adding = (!isOwn && large.get(count)) || addLargeOrders(count)
  if (!isOwn) large.set(count, adding)
  const { tenant, channelId } = await adding
  const member = await aMember({ tenant })
  const { status, body } = await member.get(`${ORDERS}/export?format=${format}`)
  expect(status).toBe(202)
  return { member, channelId, id: body.id, body }
}

const work = (member: Member, exportId: string, using = app()) =>
  writeExport(using, { tenant: member.tenant, exportId }, app().clock(), COLLECTIONS)

const statusOf = async (member: Member, id: string) => (await findExport(app().db, member.tenant, id))?.status

const workUntilReady = async (member: Member, id: string) => {
  for (let run = 1; (await statusOf(member, id)) === 'writing'; run++) {
    if (run > 20) throw new Error('the export does not end')
    await work(member, id)
  }
}

const readNumbers = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).externalOrderId)

const numbersUpTo = (count: number) => Array.from({ length: count }, (_, i) => `X-${i + 1}`)

describe('a small export', () => {
  it('is a CSV with the columns of the resource, amounts in minor units and decimals, and lines as RFC 4180 has them', async () => {
    const member = await aMember()
    const { id: partnerId } = await aPartner(member, { name: 'Müller, "Süd" & Söhne' })
    const { id } = await anInvoice(member, { partnerId, notes: '=1+1' })
    const { status, headers, text } = await member.get(`${INVOICES}/export`)
    expect([status, headers['Content-Type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(headers['Content-Disposition']).toMatch(/^attachment; filename="invoices-\d{4}-\d\d-\d\d\.csv"/)
    expect(text.endsWith('\r\n')).toBe(true)
    expect(text).toContain('"Müller, ""Süd"" & Söhne"')
    const [row] = readCsv(text)
    expect(row).toMatchObject({ id, partnerId, status: 'draft', notes: "'=1+1", invoiceNumber: '' })
    expect(row).toMatchObject({ grandTotal: '11900', grandTotalDecimal: '119.00', currencyCode: 'EUR' })
  })

  it('begins with a byte order mark if that is wanted', async () => {
    const member = await aMember()
    expect((await member.get(`${INVOICES}/export`)).text.startsWith('id,')).toBe(true)
    expect((await member.get(`${INVOICES}/export?bom=true`)).text.startsWith('\uFEFFid,')).toBe(true)
  })

  it('guards every text that a spreadsheet would take for a formula, and no number', async () => {
    const member = await aMember()
    const channelId = newId(app().clock())
    await addOrder(member, channelId, 1, { lines: 1 })
    for (const name of ['+1', '-1', '@SUM(A1)', '\t=1', '=1'])
      await anInvoice(member, { partnerId: (await aPartner(member, { name })).id })
    const { body } = await member.post('/api/billing/charges', {
      partnerId: (await aPartner(member)).id,
      ...{ scope: 'storage', chargeType: 'fee', description: '-5 %', amount: -500, currency: 'EUR' },
      occurredAt: '2026-03-31T10:00:00Z',
    })
    const names = readCsv((await member.get(`${INVOICES}/export`)).text).map(({ partnerName }) => partnerName)
    expect(names).toEqual(["'+1", "'-1", "'@SUM(A1)", "'\t=1", "'=1"])
    const [charge] = readCsv((await member.get('/api/billing/charges/export')).text)
    expect(charge).toMatchObject({ id: body.id, description: "'-5 %", amount: '-500', amountDecimal: '-5.00' })
    const [order] = readCsv((await member.get(`${ORDERS}/export`)).text)
    expect(order).toMatchObject({ 'customer.name': "'=cmd|calc" })
  })

  it('in JSON Lines has the resources of the list', async () => {
    const member = await aMember()
    await anInvoice(member)
    await anInvoice(member)
    const { headers, text } = await member.get(`${INVOICES}/export?format=jsonl`)
    expect(headers['Content-Type']).toBe('application/jsonl')
    const listed = (await member.get(INVOICES)).body.member.reverse()
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(listed)
  })

  it('has the filters of the list, and the same rows', async () => {
    const member = await aMember()
    const { id: partnerId } = await aPartner(member)
    await anInvoice(member, { dueDate: '2099-01-31' })
    await anInvoice(member, { partnerId, dueDate: '2099-02-28' })
    await anInvoice(member, { partnerId, dueDate: '2099-03-31', issueImmediately: true })
    for (const query of [
      '',
      'status=issued',
      `partnerId=${partnerId}`,
      `partnerId=${partnerId}&status=draft`,
      'dueDateFrom=2099-02-28',
      `partnerId=${partnerId}&dueDateFrom=2099-02-01&dueDateTo=2099-03-01`,
    ]) {
      const listed = (await member.get(`${INVOICES}?${query}`)).body.member.map(({ id }: { id: string }) => id)
      const exported = readCsv((await member.get(`${INVOICES}/export?${query}`)).text).map(({ id }) => id)
      expect(exported.sort(), query).toEqual(listed.sort())
    }
    const { status, body } = await member.get(`${INVOICES}/export?dueDateFrom=2099-02-02&dueDateTo=2099-02-01`)
    expect([status, body.violations[0].propertyPath]).toEqual([400, 'dueDateTo'])
  })

  it('needs the scope of the list and shows one tenant only', async () => {
    const member = await aMember()
    await anInvoice(member)
    const operations = await aMember({ tenant: member.tenant, role: 'operations' })
    expect((await operations.get(`${INVOICES}/export`)).status).toBe(403)
    expect(readCsv((await (await aMember()).get(`${INVOICES}/export`)).text)).toEqual([])
    for (const [name, { scope }] of Object.entries(COLLECTIONS))
      expect([name, scope]).toEqual([name, expect.stringMatching(/:read$/)])
  })
})

describe('a large export', () => {
  it('is written by a task, in parts, with the same rows, however often its messages arrive', async () => {
    const { member, id, body } = await aLargeExport()
    expect(body).toMatchObject({ status: 'writing', collection: 'orders', format: 'jsonl', downloadUrl: null })
    const again = await member.get(`${ORDERS}/export?format=jsonl`)
    expect([again.status, again.body.id]).toEqual([202, id])
    expect((await member.get(`${EXPORTS}/${id}/content`)).body.errorCode).toBe('OPERATION_NOT_ALLOWED')
    await drainEvents({ duplicate: true })
    const ready = (await member.get(`${EXPORTS}/${id}`)).body
    expect(ready).toMatchObject({ status: 'ready', rowCount: 70, failureReason: null })
    const text = await readFile(member, id)
    expect(Buffer.byteLength(text)).toBe(ready.sizeBytes)
    expect((await findExport(app().db, member.tenant, id))?.parts.length).toBeGreaterThan(1)
    expect(readNumbers(text)).toEqual(numbersUpTo(70))
    expect((await member.get(EXPORTS)).body.member.map((each: { id: string }) => each.id)).toEqual([id])
  })

  it('as a CSV has its header once', async () => {
    const { member, id } = await aLargeExport(70, { format: 'csv' })
    await workUntilReady(member, id)
    const text = await readFile(member, id)
    expect(text.split('\r\n').filter((line) => line.startsWith('id,'))).toHaveLength(1)
    expect(text.split('\r\n')).toHaveLength(72)
  })

  it('has each row once, wherever a worker dies', async () => {
    const { member, id } = await aLargeExport()
    for (const after of [false, true])
      for (const transaction of [1, 2]) {
        await expect(work(member, id, dyingAt(transaction, after))).rejects.toThrow('killed')
      }
    await workUntilReady(member, id)
    expect(readNumbers(await readFile(member, id))).toEqual(numbersUpTo(70))
  })

  it('has each row once if workers write the same part at the same time', async () => {
    const { member, id } = await aLargeExport()
    for (let round = 1; (await statusOf(member, id)) === 'writing'; round++) {
      expect(round).toBeLessThan(20)
      await Promise.allSettled([work(member, id), work(member, id)])
    }
    expect(readNumbers(await readFile(member, id))).toEqual(numbersUpTo(70))
  })

  it('neither loses nor doubles what exists all the time while others come, change and go', async () => {
    const { member, channelId, id } = await aLargeExport(70, { isOwn: true })
    const random = chance()
    const { db } = app()
    const { items } = await list(db, orders, member.tenant, { page: 1, itemsPerPage: 100 })
    let added = 1000
    for (let run = 1; (await statusOf(member, id)) === 'writing'; run++) {
      expect(run).toBeLessThan(20)
      const { id: changed } = items[Math.floor(random() * items.length)] as { id: string }
      await runInUnit(db, { tenant: member.tenant, actor: null, now: app().clock() }, async (unit) => {
        const order = await find(db, orders, member.tenant, changed)
        if (order) unit.update(orders, order, { status: 'cancelled' })
      })
      const between = new Date(Date.UTC(2026, 0, 1) + Math.floor(random() * 70_000))
      await addOrder(member, channelId, ++added, { lines: 1, at: between })
      await work(member, id)
    }
    const found = readNumbers(await readFile(member, id))
    const stayed = found.filter((number) => Number(number.slice(2)) <= 70)
    expect(stayed).toEqual(numbersUpTo(70))
    expect(new Set(found).size).toBe(found.length)
  })

  it('is found by those who may read the list, and by no other tenant', async () => {
    const { member, id } = await aLargeExport()
    const finance = await aMember({ tenant: member.tenant, role: 'finance' })
    const operations = await aMember({ tenant: member.tenant, role: 'operations' })
    const stranger = await aMember()
    for (const path of ['', '/content']) {
      expect((await finance.get(`${EXPORTS}/${id}${path}`)).status, path).toBe(404)
      expect((await stranger.get(`${EXPORTS}/${id}${path}`)).status, path).toBe(404)
    }
    expect((await operations.get(`${EXPORTS}/${id}`)).status).toBe(200)
    expect((await operations.get(EXPORTS)).body.totalItems).toBe(0)
  })

  it('continues in another task if few records pass its filters', async () => {
    const { member, id } = await aLargeExport()
    const read = async (_app: unknown, _tenant: string, { after }: { after: string | null }) => {
      const number = Number(after ?? 0) + 1
      const rows = number % 100 ? [] : [{ externalOrderId: `X-${number / 100}` }]
      return { rows, next: number < 2000 ? String(number) : null }
    }
    const sparse = { ...COLLECTIONS, orders: { ...COLLECTIONS.orders, read } }
    let runs = 0
    for (; (await statusOf(member, id)) === 'writing'; runs++) {
      if (runs === 1) {
        const dead = dyingAt(2, false)
        await expect(
          writeExport(dead, { tenant: member.tenant, exportId: id }, app().clock(), sparse),
        ).rejects.toThrow()
      }
      await writeExport(app(), { tenant: member.tenant, exportId: id }, app().clock(), sparse)
    }
    expect(runs).toBeGreaterThan(2)
    const text = await readFile(member, id)
    expect(readNumbers(text)).toEqual(numbersUpTo(20))
    expect((await member.get(`${EXPORTS}/${id}`)).body).toMatchObject({ rowCount: 20, sizeBytes: text.length })
  })

  it('fails with a reason if its filters name what is gone', async () => {
    const { member, id } = await aLargeExport()
    const { Problem } = await import('../../lib/platform/problem.ts')
    const read = async () => {
      throw new Problem('NOT_FOUND', 'The partner does not exist.')
    }
    const broken = { ...COLLECTIONS, orders: { ...COLLECTIONS.orders, read } }
    await writeExport(app(), { tenant: member.tenant, exportId: id }, app().clock(), broken)
    const { body } = await member.get(`${EXPORTS}/${id}`)
    expect(body).toMatchObject({ status: 'failed', failureReason: 'The partner does not exist.' })
  })
})

describe('the mail about a file', () => {
  it.each([
    ['fr', /^Votre export .+ est prêt$/, 'Lignes dans', 'Télécharger le fichier'],
    ['de_AT', /^Ihr Export .+ ist fertig$/, 'Zeilen in', 'Datei herunterladen'],
    ['fi', /^Your export .+ is ready$/, 'Rows in', 'Download the file'],
  ])('is in the language in which the tenant writes to its members (%s)', async (locale, subject, rows, button) => {
    const { member, id } = await aLargeExport(35)
    const settings = [{ key: 'notifications.defaultLocale', value: locale }]
    expect((await member.put('/api/configuration/settings/bulk', { settings })).status).toBe(204)
    const email = await storeMembership(member)
    await workUntilReady(member, id)
    await drainEvents()
    const mail = await nextMailTo(email)
    expect(mail.subject).toMatch(subject)
    expect(mail.text).toMatch(new RegExp(`^${rows} \\S+ ?: 35\\.`))
    expect(mail.html).toContain(`>${button}</a>`)
  })
})

describe('the link in the mail', () => {
  const aLink = async () => {
    const { member, id } = await aLargeExport(35)
    const email = await storeMembership(member)
    await workUntilReady(member, id)
    await drainEvents()
    const { text = '' } = await nextMailTo(email)
    const link = /https?:\/\/\S+\/export-links\/\S+/.exec(text)?.[0] ?? ''
    return { member, id, path: new URL(link).pathname }
  }

  it('downloads the file without a token, until the file is deleted', async () => {
    const { member, id, path } = await aLink()
    const { status, headers } = await client().get(path)
    expect(status).toBe(302)
    expect(readNumbers(await (await fetch(headers.Location as string)).text())).toEqual(numbersUpTo(35))
    const { expireExport } = await import('../../lib/data-exchange/exports/expire-export.ts')
    await expireExport(app(), { tenant: member.tenant, exportId: id }, app().clock())
    await expireExport(app(), { tenant: member.tenant, exportId: id }, app().clock())
    expect(await statusOf(member, id)).toBe('expired')
    expect((await client().get(path)).status).toBe(404)
    expect(await app().files.findSize(getExportPath(member.tenant, id, 1))).toBeUndefined()
  })

  it('ends after its time, and is refused after any change', async () => {
    const { path } = await aLink()
    const changed = path.replace(/.{9}$/, (end) => (end.startsWith('A') ? 'B' : 'A') + end.slice(1))
    expect((await client().get(changed)).status).toBe(404)
    const later = new Date(app().clock().getTime() + 8 * 86_400_000)
    useApp({ ...app(), clock: () => later })
    expect((await client().get(path)).status).toBe(404)
  })

  it('ends when whoever asked must not read the list any more or leaves', async () => {
    const { member, path } = await aLink()
    const { db } = app()
    const change = (changes: object) =>
      runInUnit(db, { tenant: member.tenant, actor: null, now: app().clock() }, async (unit) => {
        const { items } = await list(db, members, member.tenant, { page: 1, itemsPerPage: 10 })
        unit.update(members, items.find(({ identityId }) => identityId === member.identity) as never, changes)
      })
    await change({ role: 'finance' })
    expect((await client().get(path)).status).toBe(404)
    await change({ role: 'operations' })
    expect((await client().get(path)).status).toBe(302)
    await change({ status: 'suspended' })
    expect((await client().get(path)).status).toBe(404)
  })
})
