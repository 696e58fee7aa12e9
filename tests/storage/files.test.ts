import { afterEach, describe, expect, it } from 'vitest'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { getContentPath, getUploadPath } from '../../lib/storage/files/file.ts'
import { PART_BYTES } from '../../schemas/storage/file.ts'
import { aMember, type Member, type Received } from '../support/client.ts'
import { drainEvents } from '../support/workers.ts'
import { aPdf, aPng, digest } from './content.ts'
import { aCheckedFile, aCompletedFile, begin, declare, FILES, fill, put } from './uploading.ts'

afterEach(() => useApp(undefined))

const at = (time: Date) => useApp({ ...app(), clock: () => time })
const usage = async (member: Member) => (await member.get('/api/storage/usage')).body
const statusOf = async (member: Member, id: string) => (await member.get(`${FILES}/${id}`)).body.status
const isStored = async (path: string) => (await app().files.findSize(path)) !== undefined

describe('a file', () => {
  it('is uploaded to a signed URL, checked, and downloaded as an attachment of its type', async () => {
    const member = await aMember()
    const content = aPdf()
    const name = 'Lieferbedingungen "Süd" 日本.pdf'
    const upload = await begin(member, content, { name })
    expect(upload.parts).toHaveLength(1)
    expect(upload.parts[0]).toMatchObject({ number: 1, sizeBytes: content.length, isUploaded: false })
    await fill(upload, content)
    const completed = await member.post(`${FILES}/${upload.id}/complete`)
    expect([completed.status, completed.body.status]).toEqual([202, 'checking'])
    expect((await member.get(`${FILES}/${upload.id}/content`)).body.errorCode).toBe('OPERATION_NOT_ALLOWED')
    await drainEvents()
    expect((await member.get(`${FILES}/${upload.id}`)).body).toMatchObject({
      ...{ status: 'ready', mimeType: 'application/pdf', sizeBytes: content.length, sha256: digest(content) },
      ...{ uploadedBy: member.identity, expiresAt: null, referenceCount: 0, rejectionReason: null },
    })
    const redirect = await member.get(`${FILES}/${upload.id}/content`)
    expect(redirect.status).toBe(302)
    const answer = await fetch(redirect.headers.Location as string)
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-security-policy': 'sandbox',
    })
    const disposition = answer.headers.get('content-disposition') ?? ''
    expect(disposition).toMatch(/^attachment; filename="Lieferbedingungen _S_d_ __.pdf"/)
    expect(decodeURIComponent(disposition.split("''")[1] ?? '')).toBe(name)
    const json = await member.get(`${FILES}/${upload.id}/content`, { accept: 'application/json' })
    expect(json.body).toMatchObject({ filename: name, mimeType: 'application/pdf', sizeBytes: content.length })
  })

  it('of several parts can be resumed, part by part, in any order', async () => {
    const member = await aMember()
    const content = aPdf(PART_BYTES + 1000)
    const upload = await begin(member, content)
    expect(upload.parts.map(({ sizeBytes }) => sizeBytes)).toEqual([PART_BYTES, content.length - PART_BYTES])
    const [first, second] = [content.subarray(0, PART_BYTES), content.subarray(PART_BYTES)]
    expect((await put(upload.parts[1] as never, second)).headers.get('etag')).toMatch(/^"[0-9a-f]{32}"$/)
    const early = await member.post(`${FILES}/${upload.id}/complete`)
    expect([early.status, early.body.detail]).toEqual([
      409,
      'Part 1 is not uploaded. Upload what is missing, then complete again.',
    ])
    const resumed = (await member.get(`${FILES}/${upload.id}/upload`)).body
    expect(resumed.parts.map(({ isUploaded }: { isUploaded: boolean }) => isUploaded)).toEqual([false, true])
    expect((await put(resumed.parts[0], first)).status).toBe(200)
    expect((await member.post(`${FILES}/${upload.id}/complete`)).status).toBe(202)
    await drainEvents()
    const { body } = await member.get(`${FILES}/${upload.id}/content`, { accept: 'application/json' })
    expect(digest(Buffer.from(await (await fetch(body.url)).arrayBuffer()))).toBe(digest(content))
  })

  it('is listed newest first, by status and purpose, and belongs to one tenant', async () => {
    const [member, stranger] = [await aMember(), await aMember()]
    const { id: first } = await begin(member)
    const png = aPng()
    const { id: second } = await begin(member, png, { mimeType: 'image/png', purpose: 'logo' })
    const list = async (query: string, by = member) =>
      (await by.get(`${FILES}?${query}`)).body.member.map(({ id }: { id: string }) => id)
    expect(await list('')).toEqual([second, first])
    expect(await list('status=uploading&purpose=logo')).toEqual([second])
    expect(await list('status=ready')).toEqual([])
    expect(await list('', stranger)).toEqual([])
    for (const path of ['', '/upload', '/content'])
      expect((await stranger.get(`${FILES}/${first}${path}`)).status, path).toBe(404)
    for (const path of ['/complete', '/abort'])
      expect((await stranger.post(`${FILES}/${first}${path}`)).status, path).toBe(404)
    expect((await stranger.delete(`${FILES}/${first}`)).status).toBe(404)
    expect(await statusOf(member, first)).toBe('uploading')
  })

  it('shows who may only read how far its upload is, and no URL', async () => {
    const member = await aMember()
    const { id } = await begin(member)
    const viewer = await aMember({ tenant: member.tenant, role: 'viewer' })
    const { parts } = (await viewer.get(`${FILES}/${id}/upload`)).body
    expect(parts).toMatchObject([{ number: 1, isUploaded: false, url: null, headers: {} }])
    expect((await viewer.post(`${FILES}/${id}/abort`)).status).toBe(403)
  })

  it('is deleted with its content', async () => {
    const member = await aMember()
    const { id } = await aCheckedFile(member)
    expect(await isStored(getContentPath(member.tenant, id))).toBe(true)
    expect((await member.delete(`${FILES}/${id}`)).status).toBe(204)
    expect(await statusOf(member, id)).toBe('deleted')
    await drainEvents({ duplicate: true })
    expect((await member.get(`${FILES}/${id}`)).status).toBe(404)
    expect(await isStored(getContentPath(member.tenant, id))).toBe(false)
    expect(await usage(member)).toMatchObject({ usedBytes: 0, fileCount: 0 })
  })

  it('that is aborted takes no further part and leaves nothing', async () => {
    const member = await aMember()
    const content = aPdf(PART_BYTES + 1000)
    const upload = await begin(member, content)
    const [first, second] = upload.parts as [never, never]
    await put(first, content.subarray(0, PART_BYTES))
    expect((await member.post(`${FILES}/${upload.id}/abort`)).status).toBe(204)
    await drainEvents()
    expect((await put(second, content.subarray(PART_BYTES))).status).toBe(404)
    expect((await member.get(`${FILES}/${upload.id}`)).status).toBe(404)
    expect(await usage(member)).toMatchObject({ usedBytes: 0, fileCount: 0 })
  })

  it('whose upload is not completed within a day ends by itself', async () => {
    const member = await aMember()
    const content = aPdf()
    const upload = await begin(member, content)
    await fill(upload, content)
    const { expireUpload, eraseFile } = await import('../../lib/storage/files/delete-file.ts')
    const data = { tenant: member.tenant, fileId: upload.id }
    await expireUpload(app(), data, new Date(upload.expiresAt))
    await expireUpload(app(), data, new Date(upload.expiresAt))
    expect(await usage(member)).toMatchObject({ usedBytes: 0, fileCount: 0 })
    await eraseFile(app(), data, app().clock())
    expect(await isStored(getUploadPath(member.tenant, upload.id))).toBe(false)
    expect((await member.get(`${FILES}/${upload.id}`)).status).toBe(404)
  })

  it('that is ready is not ended by the task of its upload', async () => {
    const member = await aMember()
    const { id } = await aCheckedFile(member)
    const { expireUpload } = await import('../../lib/storage/files/delete-file.ts')
    await expireUpload(app(), { tenant: member.tenant, fileId: id }, app().clock())
    expect(await statusOf(member, id)).toBe('ready')
  })
})

describe('a signed URL', () => {
  it('accepts exactly its bytes with its checksum', async () => {
    const member = await aMember()
    const content = aPdf()
    const [part] = (await begin(member, content)).parts as [never]
    const same = Buffer.concat([content.subarray(0, -1), Buffer.from(' ')])
    expect((await put(part, Buffer.concat([content, content]))).status).toBe(403)
    expect((await put(part, content.subarray(1))).status).toBe(403)
    expect(await (await put(part, same)).text()).toContain('<Code>BadDigest</Code>')
    expect((await put({ ...(part as object), headers: {} } as never, content)).status).toBe(403)
    const other = { 'x-amz-checksum-sha256': Buffer.from(digest(same), 'hex').toString('base64') }
    expect((await put({ ...(part as object), headers: other } as never, same)).status).toBe(403)
    expect((await put(part, content)).status).toBe(200)
  })

  it('is refused after any change, for another method and another path', async () => {
    const member = await aMember()
    const { id } = await aCheckedFile(member)
    const { url } = (await member.get(`${FILES}/${id}/content`, { accept: 'application/json' })).body
    expect((await fetch(url)).status).toBe(200)
    for (const method of ['PUT', 'DELETE', 'POST', 'HEAD'])
      expect((await fetch(url, { method })).status, method).toBe(403)
    const signed = new URL(url)
    for (const [key, value] of signed.searchParams) {
      const changed = new URL(url)
      changed.searchParams.set(
        key,
        value.replace(/.$/, (last) => (last === '1' ? '2' : '1')),
      )
      expect((await fetch(changed)).status, key).toBe(403)
    }
    const signature = signed.searchParams.get('X-Amz-Signature') as string
    for (let bit = 0; bit < 256; bit += 17) {
      const flipped = Buffer.from(signature, 'hex')
      flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7))
      const changed = new URL(url)
      changed.searchParams.set('X-Amz-Signature', flipped.toString('hex'))
      expect((await fetch(changed)).status, `bit ${bit}`).toBe(403)
    }
    const stranger = await aMember()
    const foreign = new URL(url)
    foreign.pathname = foreign.pathname.replace(member.tenant, stranger.tenant)
    expect((await fetch(foreign)).status).toBe(403)
    foreign.search = ''
    expect((await fetch(foreign)).status).toBe(403)
  })

  it('expires', async () => {
    const member = await aMember()
    const content = aPdf()
    const { id } = await aCheckedFile(member, content)
    const now = app().clock().getTime()
    at(new Date(now - 6 * 60_000))
    const { url } = (await member.get(`${FILES}/${id}/content`, { accept: 'application/json' })).body
    expect((await fetch(url)).status).toBe(403)
    at(new Date(now - 4 * 60_000))
    const later = (await member.get(`${FILES}/${id}/content`, { accept: 'application/json' })).body
    expect((await fetch(later.url)).status).toBe(200)
    at(new Date(now - 61 * 60_000))
    const upload = await begin(member, content)
    expect((await put(upload.parts[0] as never, content)).status).toBe(403)
  })

  it('of a part changes nothing after the upload is completed', async () => {
    const member = await aMember()
    const content = aPdf(PART_BYTES + 1000)
    const upload = await begin(member, content)
    await fill(upload, content)
    await member.post(`${FILES}/${upload.id}/complete`)
    const forged = Buffer.alloc(PART_BYTES, 'forged')
    expect((await put(upload.parts[0] as never, forged)).status).toBe(404)
    await drainEvents()
    expect(await statusOf(member, upload.id)).toBe('ready')
    expect((await put(upload.parts[0] as never, forged)).status).toBe(404)
  })

  it('of a whole file writes where no download reads after the file is ready', async () => {
    const member = await aMember()
    const content = aPdf()
    const upload = await begin(member, content)
    await fill(upload, content)
    await member.post(`${FILES}/${upload.id}/complete`)
    await drainEvents()
    await member.delete(`${FILES}/${upload.id}`)
    await drainEvents()
    await put(upload.parts[0] as never, content)
    expect(await isStored(getContentPath(member.tenant, upload.id))).toBe(false)
  })
})

describe('input', () => {
  it.each([
    ['no bytes', { sizeBytes: 0 }, 'sizeBytes'],
    ['10,000 parts', { sizeBytes: 10_000 * PART_BYTES }, 'sizeBytes'],
    ['more than the setting allows', { sizeBytes: 26 * 1024 * 1024 }, 'sizeBytes'],
    ['a folder in the name', { name: '../../etc/passwd' }, 'name'],
    ['a backslash in the name', { name: '..\\boot.ini' }, 'name'],
    ['dots as name', { name: '..' }, 'name'],
    ['a null in the name', { name: 'a.pdf\0.exe' }, 'name'],
    ['a reversed name', { name: 'invoice\u202efdp.exe' }, 'name'],
    ['a type that nobody checks', { mimeType: 'image/svg+xml' }, 'mimeType'],
    ['a page', { mimeType: 'text/html' }, 'mimeType'],
    ['a checksum that is none', { sha256: 'abc' }, 'sha256'],
    ['a logo that is a PDF', { purpose: 'logo' }, 'mimeType'],
  ])('with %s is refused', async (_, fields, propertyPath) => {
    const member = await aMember()
    const { status, body } = await member.post(FILES, declare(aPdf(), fields))
    expect([status, body.violations?.map((each: { propertyPath: string }) => each.propertyPath)]).toEqual([
      400,
      [propertyPath],
    ])
    expect(await usage(member)).toMatchObject({ usedBytes: 0 })
  })

  it('is refused with all violations at once', async () => {
    const member = await aMember()
    const { body } = await member.post(FILES, declare(aPdf(), { purpose: 'logo', sizeBytes: 30 * 1024 * 1024 }))
    expect(body.violations).toHaveLength(3)
  })

  it('has an answer that is repeated for its Idempotency-Key', async () => {
    const member = await aMember()
    const headers = { 'idempotency-key': 'once' }
    const [one, two] = [
      await member.post(FILES, declare(aPdf()), headers),
      await member.post(FILES, declare(aPdf()), headers),
    ]
    expect(two.body).toEqual(one.body)
    expect(await usage(member)).toMatchObject({ fileCount: 1 })
  })
})

describe('the quota', () => {
  const limit = (member: Member, value: number) =>
    member.put('/api/configuration/settings/bulk', { settings: [{ key: 'general.storageMegabytes', value }] })

  it('counts from the beginning of an upload and is exact when uploads race', async () => {
    const member = await aMember()
    await limit(member, 1)
    const content = aPdf(300_000)
    const answers = await Promise.all(Array.from({ length: 6 }, () => member.post(FILES, declare(content))))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409])
    expect(await usage(member)).toMatchObject({
      ...{ usedBytes: 3 * content.length, fileCount: 3, quotaBytes: 1024 * 1024 },
    })
    const [{ body }] = answers.filter(({ status }) => status === 201) as [Received]
    await member.post(`${FILES}/${body.id}/abort`)
    expect((await member.post(FILES, declare(content))).status).toBe(201)
    expect((await member.post(FILES, declare(content))).status).toBe(409)
  })

  it('refuses a first file that is larger', async () => {
    const member = await aMember()
    await limit(member, 1)
    expect((await member.post(FILES, declare(aPdf(2_000_000)))).body.errorCode).toBe('OPERATION_NOT_ALLOWED')
  })

  it('is freed once, whoever ends the upload first', async () => {
    const member = await aMember()
    await begin(member)
    const content = Buffer.alloc(100, 'x')
    const upload = await begin(member, content)
    const ends = ['abort', 'abort', 'complete', 'abort'].map((action) => member.post(`${FILES}/${upload.id}/${action}`))
    const statuses = (await Promise.all(ends)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 204)).toHaveLength(1)
    await drainEvents({ duplicate: true })
    expect(await usage(member)).toMatchObject({ fileCount: 1, usedBytes: aPdf().length })
  })
})

describe('the check', () => {
  it.each([
    [
      'a part of which was swapped',
      (content: Buffer) => Buffer.concat([content.subarray(1000), content.subarray(0, 1000)]),
    ],
  ])('rejects content %s', async (_, change) => {
    const member = await aMember()
    const content = aPdf(PART_BYTES + 5000)
    const upload = await begin(member, content)
    await fill(upload, change(content))
    await member.post(`${FILES}/${upload.id}/complete`)
    await drainEvents()
    const { body } = await member.get(`${FILES}/${upload.id}`)
    expect(body).toMatchObject({
      status: 'rejected',
      rejectionReason: 'The content has another SHA-256 than declared.',
    })
    expect(await usage(member)).toMatchObject({ usedBytes: 0, fileCount: 0 })
    expect(await isStored(getUploadPath(member.tenant, upload.id))).toBe(false)
    expect((await member.get(`${FILES}/${upload.id}/content`)).status).toBe(409)
    expect((await member.delete(`${FILES}/${upload.id}`)).status).toBe(204)
    await drainEvents()
    expect((await member.get(`${FILES}/${upload.id}`)).status).toBe(404)
    expect(await usage(member)).toMatchObject({ usedBytes: 0, fileCount: 0 })
  })

  it('rejects a file of another type, and a PDF behind other data', async () => {
    const member = await aMember()
    const page = Buffer.from('<html><script>alert(1)</script></html>')
    expect(await aCheckedFile(member, Buffer.concat([page, aPdf()]))).toMatchObject({
      status: 'rejected',
      rejectionReason: 'The content is no PDF, or data precedes its header.',
    })
    expect(await aCheckedFile(member, aPng())).toMatchObject({ status: 'rejected' })
  })

  it('has one result, however often and late its message arrives', async () => {
    const member = await aMember()
    const id = await aCompletedFile(member)
    const { checkFile } = await import('../../lib/storage/files/check-file.ts')
    const check = () => checkFile(app(), { tenant: member.tenant, fileId: id }, app().clock())
    await Promise.allSettled([check(), check(), check()])
    await drainEvents({ duplicate: true })
    expect(await statusOf(member, id)).toBe('ready')
    await member.delete(`${FILES}/${id}`)
    await drainEvents()
    await check()
    expect(await isStored(getContentPath(member.tenant, id))).toBe(false)
  })
})

describe('a check that comes too late', () => {
  it('leaves no content of a file that was deleted while it copied', async () => {
    const member = await aMember()
    const id = await aCompletedFile(member)
    const { checkFile } = await import('../../lib/storage/files/check-file.ts')
    const { files } = app()
    const copy = async (...given: Parameters<typeof files.copy>) => {
      const content = await files.get(given[0])
      await drainEvents()
      await member.delete(`${FILES}/${id}`)
      await drainEvents()
      await files.put(given[1], content, given[2])
    }
    const slow = { ...app(), files: { ...files, copy } }
    await checkFile(slow, { tenant: member.tenant, fileId: id }, app().clock())
    expect((await member.get(`${FILES}/${id}`)).status).toBe(404)
    expect(await isStored(getContentPath(member.tenant, id))).toBe(false)
  })
})

describe('an upload that was interrupted', () => {
  it('between joining its parts and the answer is completed by the next request', async () => {
    const member = await aMember()
    const content = aPdf(PART_BYTES + 1000)
    const upload = await begin(member, content)
    await fill(upload, content)
    const { joinUpload } = await import('../../lib/storage/files/complete-upload.ts')
    const { findFile } = await import('../../lib/storage/files/file-store.ts')
    const file = await findFile(app().db, member.tenant, upload.id)
    await joinUpload(app(), member.tenant, file as never)
    const shown = (await member.get(`${FILES}/${upload.id}/upload`)).body
    expect(shown.parts.every(({ isUploaded }: { isUploaded: boolean }) => isUploaded)).toBe(true)
    expect((await member.post(`${FILES}/${upload.id}/complete`)).status).toBe(202)
    await drainEvents()
    expect(await statusOf(member, upload.id)).toBe('ready')
  })

  it('is completed once by simultaneous requests, and never after it was aborted', async () => {
    const member = await aMember()
    const content = aPdf(PART_BYTES + 1000)
    const upload = await begin(member, content)
    await fill(upload, content)
    const path = `${FILES}/${upload.id}`
    const answers = await Promise.all(Array.from({ length: 10 }, () => member.post(`${path}/complete`)))
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202, 409]))
    await drainEvents()
    expect(await statusOf(member, upload.id)).toBe('ready')

    const other = await begin(member, content)
    await fill(other, content)
    const of = `${FILES}/${other.id}`
    const [aborted, ...completed] = await Promise.all([
      member.post(`${of}/abort`),
      ...Array.from({ length: 5 }, () => member.post(`${of}/complete`)),
    ])
    const done = completed.filter(({ status }) => status === 202)
    expect([aborted.status === 204 ? 1 : 0, done.length].toSorted()).toEqual([0, 1])
    expect(completed.filter(({ status }) => ![202, 404, 409].includes(status))).toEqual([])
    await drainEvents()
    expect((await member.get(of)).status).toBe(done.length ? 200 : 404)
    expect(await isStored(getUploadPath(member.tenant, other.id as never))).toBe(false)
  })
})
