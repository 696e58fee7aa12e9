import { describe, expect, it } from 'vitest'
import { tenantKey } from '../../lib/iam/identity-store.ts'
import { app } from '../../lib/platform/app/app.ts'
import { aReadyFile } from '../generated/file-fixtures.ts'
import { anInvoice } from '../support/builders.ts'
import { aMember, aProgramOf, type Member } from '../support/client.ts'
import { mailsTo } from '../support/mails.ts'
import { drainEvents } from '../support/workers.ts'
import { aPdf, aPng } from './content.ts'
import { aBill, aCreditNote } from './records.ts'
import { begin, FILES } from './uploading.ts'

const attachmentsOf = (path: string) => `${path}/attachments`
const referenceCount = async (member: Member, id: string) => (await member.get(`${FILES}/${id}`)).body.referenceCount
const anInvoicePath = async (member: Member) =>
  `/api/billing/invoices/${(await anInvoice(member, { issueImmediately: true })).id}`

describe('an attachment', () => {
  it.each<[string, (member: Member) => Promise<string>]>([
    ['an invoice', anInvoicePath],
    ['a credit note', async (member) => `/api/billing/credit-notes/${(await aCreditNote(member)).id}`],
    ['a bill', async (member) => `/api/billing/bills/${(await aBill(member)).id}`],
  ])('of %s is added, listed and removed, and keeps its file meanwhile', async (_, createPath) => {
    const [member, stranger] = [await aMember(), await aMember()]
    const path = attachmentsOf(await createPath(member))
    const [first, second] = [await aReadyFile(member), await aReadyFile(member, aPdf(500), { name: 'Terms.pdf' })]
    const added = await member.post(path, { fileId: first })
    expect([added.status, added.body.url]).toEqual([200, `${FILES}/${first}`])
    expect((await member.post(path, { fileId: second, slot: 'terms' })).body).toMatchObject({
      ...{
        id: second,
        originalFilename: 'Terms.pdf',
        slot: 'terms',
        mimeType: 'application/pdf',
        purpose: 'attachment',
      },
      ...{ sizeBytes: aPdf(500).length, uploadedBy: member.identity, downloadUrl: `${FILES}/${second}/content` },
    })
    const list = async () => (await member.get(path)).body.member.map(({ id }: { id: string }) => id)
    expect(await list()).toEqual([first, second])
    expect(await referenceCount(member, first)).toBe(1)
    const refused = await member.delete(`${FILES}/${first}`)
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'The file is used in one place. Remove it there first.',
    ])
    for (const status of [
      (await stranger.get(path)).status,
      (await stranger.post(path, { fileId: first })).status,
      (await stranger.delete(`${path}/${first}`)).status,
    ])
      expect(status).toBe(404)
    expect((await member.delete(`${path}/${first}`)).status).toBe(204)
    expect((await member.delete(`${path}/${first}`)).status).toBe(404)
    expect(await list()).toEqual([second])
    expect((await member.delete(`${FILES}/${first}`)).status).toBe(204)
  })

  it('is a file of the tenant that is ready, once, and one for each slot', async () => {
    const [member, stranger] = [await aMember(), await aMember()]
    const path = attachmentsOf(await anInvoicePath(member))
    const logo = await aReadyFile(member, aPng(), { mimeType: 'image/png', purpose: 'logo' })
    for (const fileId of [(await begin(member)).id, await aReadyFile(stranger), logo]) {
      const { status, body } = await member.post(path, { fileId })
      expect([status, body.violations[0].propertyPath]).toEqual([400, 'fileId'])
    }
    const [one, two] = [await aReadyFile(member), await aReadyFile(member)]
    await member.post(path, { fileId: one, slot: 'terms' })
    expect((await member.post(path, { fileId: one })).body.errorCode).toBe('ALREADY_EXISTS')
    expect((await member.post(path, { fileId: two, slot: 'terms' })).body.errorCode).toBe('ALREADY_EXISTS')
    expect([await referenceCount(member, one), await referenceCount(member, two)]).toEqual([1, 0])
  })

  it('is a file that whoever attaches it may read, or has uploaded', async () => {
    const owner = await aMember()
    const [ofBill, ofShipment, own] = [await aReadyFile(owner), await aReadyFile(owner), await aReadyFile(owner)]
    await owner.post(attachmentsOf(`/api/billing/bills/${(await aBill(owner)).id}`), { fileId: ofBill })
    const shipment = (await owner.post('/api/shipping/shipments', { orderNumber: 'DE-1', carrier: 'DHL' })).body
    await owner.post(attachmentsOf(`/api/shipping/shipments/${shipment.id}`), { fileId: ofShipment })
    const path = attachmentsOf(await anInvoicePath(owner))
    const write = 'billing:invoice:write'
    const attach = async (fileId: string, ...scopes: string[]) => {
      const { status, body } = await (await aProgramOf(owner, [write, ...scopes])).post(path, { fileId })
      return [status, body.violations]
    }
    const refused = [400, [{ propertyPath: 'fileId', message: 'must be the id of an existing file' }]]
    expect(await attach(ofBill, 'storage:file:read')).toEqual(refused)
    expect(await attach(ofBill, 'billing:bill:read')).toEqual(refused)
    expect(await attach(ofShipment, 'storage:file:read', 'billing:bill:read')).toEqual(refused)
    expect(await attach(own, 'storage:file:read')).toEqual(refused)
    expect(await attach(ofBill, 'storage:file:read', 'billing:bill:read')).toEqual([200, undefined])
    const uploader = await aMember({ tenant: owner.tenant, scopes: [write, 'storage:file:write'] })
    expect((await uploader.post(path, { fileId: await aReadyFile(uploader) })).status).toBe(200)
  })

  it('counts each place that uses its file', async () => {
    const member = await aMember()
    const paths = [await anInvoicePath(member), await anInvoicePath(member)].map(attachmentsOf)
    const fileId = await aReadyFile(member)
    for (const path of paths) await member.post(path, { fileId })
    expect((await member.delete(`${FILES}/${fileId}`)).body.detail).toContain('used in 2 places')
    await member.delete(`${paths[0]}/${fileId}`)
    expect((await member.delete(`${FILES}/${fileId}`)).status).toBe(409)
    await member.delete(`${paths[1]}/${fileId}`)
    expect((await member.delete(`${FILES}/${fileId}`)).status).toBe(204)
  })

  it('is never an attachment without a file, however attaching and deleting race', async () => {
    const member = await aMember()
    const path = attachmentsOf(await anInvoicePath(member))
    const ids: string[] = []
    for (let i = 0; i < 6; i++) ids.push(await aReadyFile(member))
    await Promise.all(ids.flatMap((id) => [member.post(path, { fileId: id }), member.delete(`${FILES}/${id}`)]))
    const attached = (await member.get(path)).body.member.map(({ id }: { id: string }) => id)
    for (const id of ids) {
      const { status, body } = await member.get(`${FILES}/${id}`)
      const isThere = status === 200 && body.status === 'ready'
      expect([id, isThere, isThere && body.referenceCount]).toEqual([
        id,
        attached.includes(id),
        attached.includes(id) && 1,
      ])
    }
  })

  it('that is added to one record by several requests at once is kept', async () => {
    const member = await aMember()
    const path = attachmentsOf(await anInvoicePath(member))
    const ids = [await aReadyFile(member), await aReadyFile(member), await aReadyFile(member)]
    const answers = await Promise.all([...ids, ...ids].map((fileId) => member.post(path, { fileId })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409, 409])
    expect((await member.get(path)).body.totalItems).toBe(3)
    for (const id of ids) expect(await referenceCount(member, id)).toBe(1)
  })

  it('is in the documents of its record, also in those that were made before', async () => {
    const member = await aMember()
    const path = await anInvoicePath(member)
    const rendered = (await member.post(`${path}/render`, {})).body
    expect(rendered.attachments).toEqual([])
    const fileId = await aReadyFile(member)
    await member.post(attachmentsOf(path), { fileId })
    const shown = { id: fileId, storagePath: `tenants/${member.tenant}/files/${fileId}`, url: `${FILES}/${fileId}` }
    expect((await member.get(`/api/document/documents/${rendered.id}`)).body.attachments).toMatchObject([shown])
    expect((await member.get('/api/document/documents')).body.member[0].attachments).toMatchObject([shown])
    expect((await member.post(`${path}/render`, {})).body.attachments).toMatchObject([shown])
  })

  it('is sent with the mail of its invoice as far as the mail can hold it', async () => {
    const member = await aMember()
    const path = await anInvoicePath(member)
    const names = ['small.pdf', 'large.pdf', 'last.pdf']
    for (const [name, bytes] of [
      [names[0], 300],
      [names[1], 10_600_000],
      [names[2], 400],
    ] as const)
      await member.post(attachmentsOf(path), { fileId: await aReadyFile(member, aPdf(bytes), { name }) })
    const to = `attached.${process.env.TABLE_NAME}@example.com`
    expect((await member.post(`${path}/send`, { to: [to] })).status).toBe(200)
    await drainEvents()
    const [mail] = await mailsTo(to)
    expect(mail?.attachments.map(({ filename }: { filename?: string }) => filename)).toEqual([
      expect.stringMatching(/^INV-/),
      'small.pdf',
      'last.pdf',
    ])
  })
})

describe('a tenant that closed', () => {
  it('keeps the files of its books and loses the others', async () => {
    const member = await aMember()
    const { identity, tenant } = member
    const path = attachmentsOf(await anInvoicePath(member))
    const [kept, unused, { id: begun }] = [await aReadyFile(member), await aReadyFile(member), await begin(member)]
    await member.post(path, { fileId: kept })
    const { eraseUnusedFiles } = await import('../../lib/storage/files/erase-unused-files.ts')
    const statuses = async () => {
      const answers = await Promise.all([kept, unused, begun].map((id) => member.get(`${FILES}/${id}`)))
      return answers.map(({ body }) => body.status)
    }
    await eraseUnusedFiles(app(), { identity, tenants: [tenant], emailDigests: [] })
    expect(await statuses()).toEqual(['ready', 'ready', 'uploading'])
    const closedAt = app().clock().toISOString()
    await app().db.put({ put: { ...tenantKey(tenant), kind: 'tenant', id: tenant, rev: 1, closedAt } })
    await eraseUnusedFiles(app(), { identity, tenants: [tenant], emailDigests: [] })
    await eraseUnusedFiles(app(), { identity, tenants: [tenant], emailDigests: [] })
    expect(await statuses()).toEqual(['ready', 'deleted', 'deleted'])
  })
})

describe('a proof of delivery', () => {
  it('is attached to a shipment, and to nothing else', async () => {
    const member = await aMember()
    const lines = [{ sku: 'TEA', quantity: 2 }]
    const { id } = (await member.post('/api/shipping/shipments', { orderNumber: 'DE-7', lines })).body
    const photo = { mimeType: 'image/png', purpose: 'proof_of_delivery', name: 'Tür.png' }
    const fileId = await aReadyFile(member, aPng({ width: 40 }), photo)
    const path = attachmentsOf(`/api/shipping/shipments/${id}`)
    expect((await member.post(path, { fileId })).status).toBe(200)
    expect((await member.get(path)).body.member).toMatchObject([{ id: fileId, purpose: 'proof_of_delivery' }])
    expect((await member.post(attachmentsOf(await anInvoicePath(member)), { fileId })).status).toBe(400)
    expect(await app().files.findSize(`tenants/${member.tenant}/files/${fileId}`)).toBeGreaterThan(0)
  })
})
