import { afterEach, describe, expect, test, vi } from 'vitest'
import { app } from '../../lib/platform/app/app.ts'

const text = new TextEncoder()
const seconds = 300

afterEach(() => void vi.useRealTimers())

describe('object storage', () => {
  test('returns the stored bytes, the newest if a path was written twice', async () => {
    const { files } = app()
    await files.put('a/b.bin', new Uint8Array([0, 255, 10]), 'application/octet-stream')
    expect([...(await files.get('a/b.bin'))]).toEqual([0, 255, 10])
    await files.put('a/b.bin', text.encode('again'), 'text/plain')
    expect(String(await files.get('a/b.bin'))).toBe('again')
    await expect(files.get('a/none.bin')).rejects.toThrow()
  })

  test('serves a signed URL without sign-in, with file name and media type', async () => {
    const { files } = app()
    await files.put('a/invoice.pdf', text.encode('%PDF'), 'application/octet-stream')
    const filename = 'Rechnung "Süd" 日本 (1).pdf'
    const url = await files.getDownloadUrl('a/invoice.pdf', { filename, mimeType: 'application/pdf', seconds })
    expect(await (await fetch(url)).text()).toBe('%PDF')
    const params = new URL(url).searchParams
    expect(params.get('X-Amz-Expires')).toBe('300')
    expect(params.get('response-content-type')).toBe('application/pdf')
    const disposition = params.get('response-content-disposition')
    expect(disposition).toMatch(/^attachment; filename="Rechnung _S_d_ __ \(1\).pdf"; filename\*=UTF-8''/)
    expect(decodeURIComponent(disposition?.split("''")[1] ?? '')).toBe(filename)
  })

  test('limits a signed URL to its file, method and lifetime', async () => {
    const { files } = app()
    await files.put('a/mine.txt', text.encode('mine'), 'text/plain')
    await files.put('a/other.txt', text.encode('other'), 'text/plain')
    const download = { filename: 'mine.txt', mimeType: 'text/plain', seconds }
    const url = await files.getDownloadUrl('a/mine.txt', download)
    const params = new URL(url).searchParams
    expect(params.get('X-Amz-SignedHeaders')).toBe('host')
    expect(params.get('X-Amz-Signature')).toMatch(/^[0-9a-f]{64}$/)
    expect(new URL(await files.getDownloadUrl('a/other.txt', download)).searchParams.get('X-Amz-Signature')).not.toBe(
      params.get('X-Amz-Signature'),
    )
  })
})
