import { beforeAll, describe, expect, it } from 'vitest'
import { app } from '../../lib/platform/app/app.ts'
import { aMember, type Member } from '../support/client.ts'
import { anOrigin, aParcel, record, SHIPMENTS } from './parcels.ts'

const PDF = Buffer.from('%PDF-1.7\n1 0 obj\nendobj\n%%EOF\n')
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
  'base64',
)
const ZPL = Buffer.from('^XA^FO50,50^FDDE-100045^FS^XZ\n')

let owner: Member
beforeAll(async () => {
  owner = await aMember()
})

const uploading = (id: string, file: Buffer) =>
  owner.post(`${SHIPMENTS}/${id}/label/upload`, { file: file.toString('base64') })

const anEntered = async () => (await owner.post(SHIPMENTS, { orderNumber: 'DE-100045', carrier: 'DHL' })).body

describe('a label that a person brings', () => {
  it.each([
    ['PDF', PDF, 'pdf'],
    ['PNG', PNG, 'png'],
    ['ZPL', ZPL, 'zpl'],
  ])('is recognized as %s by its content and kept as it is', async (format, file, ending) => {
    const { id } = await anEntered()
    const { status, body } = await uploading(id, file)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.label).toMatchObject({ status: 'uploaded', format, custodianId: null, price: null, boughtAt: null })
    const { body: document } = await owner.get(`/api/document/documents/${body.label.documentId}`)
    expect(document).toMatchObject({ type: 'shipping_label', primaryFormat: ending, fileSize: file.length })
    expect(Buffer.from(await app().files.get(document.storagePath)).equals(file)).toBe(true)
  })

  it('replaces the one before, and does not keep the shipment from being cancelled', async () => {
    const { id } = await anEntered()
    const first = (await uploading(id, PDF)).body.label.documentId
    const second = (await uploading(id, ZPL)).body.label.documentId
    const { body } = await owner.get(`/api/document/documents/${first}`)
    expect(body).toMatchObject({ status: 'superseded', supersededBy: second })
    expect((await owner.post(`${SHIPMENTS}/${id}/label/void`)).status).toBe(409)
    expect((await owner.post(`${SHIPMENTS}/${id}/cancel`)).status).toBe(200)
    const late = await uploading(id, PDF)
    expect([late.status, late.body.detail]).toEqual([409, expect.stringContaining('cancelled')])
  })

  it.each([
    ['a text', Buffer.from('Not a label')],
    ['a page', Buffer.from('<html>^XA</html>^XZ')],
    ['a PDF without its end', PDF.subarray(0, 20)],
    ['a PNG without its end', PNG.subarray(0, 40)],
    ['a script without its end', ZPL.subarray(0, 12)],
  ])('is refused if it is %s', async (_kind, file) => {
    const { status, body } = await uploading((await anEntered()).id, file)
    expect([status, body.violations?.[0]?.propertyPath]).toEqual([400, 'file'])
  })

  it('is refused if it is too large, in whatever form', async () => {
    const { id } = await anEntered()
    const large = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(1024 * 1024 + 10, 'x'), Buffer.from('%%EOF')])
    expect((await uploading(id, large)).status).toBe(400)
    expect((await uploading(id, Buffer.alloc(3 * 1024 * 1024, 'x'))).status).toBe(413)
  })

  it('is refused for a parcel that its custodian reported', async () => {
    const { id } = await record(owner, anOrigin(), aParcel())
    const { status, body } = await uploading(id, PDF)
    expect([status, body.detail]).toEqual([409, expect.stringContaining('labels it')])
  })
})
