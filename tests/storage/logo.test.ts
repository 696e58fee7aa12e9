import { beforeAll, describe, expect, it } from 'vitest'
import { app } from '../../lib/platform/app/app.ts'
import { aReadyFile } from '../generated/file-fixtures.ts'
import { anInvoice } from '../support/builders.ts'
import { aMember, type Member, send } from '../support/client.ts'
import { mailsTo } from '../support/mails.ts'
import { drainEvents } from '../support/workers.ts'
import { aPng } from './content.ts'
import { FILES } from './uploading.ts'

const LOGO = '/api/storage/logo'
const uploadLogo = (member: Member, width = 60) =>
  aReadyFile(member, aPng({ width, height: 20 }), { mimeType: 'image/png', purpose: 'logo', name: 'Teehaus.png' })
const referenceCount = async (member: Member, id: string) => (await member.get(`${FILES}/${id}`)).body.referenceCount

let member: Member
beforeAll(async () => {
  member = await aMember()
})

describe('the logo', () => {
  it('is a file with that purpose, which is used as long as it is the logo', async () => {
    expect((await member.get(LOGO)).status).toBe(404)
    const [first, second] = [await uploadLogo(member), await uploadLogo(member, 80)]
    for (const fileId of [await aReadyFile(member), await uploadLogo(await aMember())])
      expect((await member.put(LOGO, { fileId })).body.violations[0].propertyPath).toBe('fileId')
    expect((await member.put(LOGO, { fileId: first })).body).toMatchObject({ fileId: first, name: 'Teehaus.png' })
    expect((await member.put(LOGO, { fileId: first })).status).toBe(200)
    expect(await referenceCount(member, first)).toBe(1)
    expect((await member.delete(`${FILES}/${first}`)).status).toBe(409)
    await member.put(LOGO, { fileId: second })
    expect([await referenceCount(member, first), await referenceCount(member, second)]).toEqual([0, 1])
    expect((await member.delete(LOGO)).status).toBe(204)
    expect((await member.delete(LOGO)).status).toBe(404)
    expect(await referenceCount(member, second)).toBe(0)
  })

  it('that several requests set at once is one of them, and only that one is used', async () => {
    const own = await aMember()
    const ids = [await uploadLogo(own), await uploadLogo(own, 70), await uploadLogo(own, 80)]
    await Promise.all([...ids, ...ids].map((fileId) => own.put(LOGO, { fileId })))
    const { fileId } = (await own.get(LOGO)).body
    for (const id of ids) expect(await referenceCount(own, id)).toBe(id === fileId ? 1 : 0)
  })

  it('is on documents, in mails and on the page of the buyer', async () => {
    const fileId = await uploadLogo(member)
    await member.put(LOGO, { fileId })
    const picture = aPng({ width: 60, height: 20 })
    const shown = `data:image/png;base64,${picture.toString('base64')}`
    const invoice = await anInvoice(member, { issueImmediately: true })
    const document = (await member.post(`/api/billing/invoices/${invoice.id}/render`, {})).body
    const html = document.renditions.find(({ format }: { format: string }) => format === 'html')
    expect(String(await app().files.get(html.storagePath))).toContain(shown)
    expect((await app().files.get(document.storagePath)).includes('/Image')).toBe(true)
    const lines = [{ sku: 'TEA', quantity: 1 }]
    const { trackingPageUrl } = (await member.post('/api/shipping/shipments', { orderNumber: 'L-1', lines })).body
    expect((await send('GET', new URL(trackingPageUrl).pathname)).text).toContain(shown)
    const to = `logo.${process.env.TABLE_NAME}@example.com`
    await member.post(`/api/billing/invoices/${invoice.id}/send`, { to: [to] })
    await drainEvents()
    const [mail] = await mailsTo(to)
    expect(mail?.attachments.map(({ filename }: { filename?: string }) => filename)).toContain('Teehaus.png')
    expect(mail?.html).toMatch(/<img src="(cid:logo|data:image\/png)/)
  })

  it('is left out of a mail if it was erased before the mail was sent', async () => {
    const own = await aMember()
    const fileId = await uploadLogo(own)
    await own.put(LOGO, { fileId })
    const invoice = await anInvoice(own, { issueImmediately: true })
    const to = `erased.${process.env.TABLE_NAME}@example.com`
    await own.post(`/api/billing/invoices/${invoice.id}/send`, { to: [to] })
    await own.delete(LOGO)
    await own.delete(`${FILES}/${fileId}`)
    const { eraseFile } = await import('../../lib/storage/files/delete-file.ts')
    await eraseFile(app(), { tenant: own.tenant, fileId }, app().clock())
    await drainEvents()
    const [mail] = await mailsTo(to)
    expect(mail?.attachments).toHaveLength(1)
  })
})
