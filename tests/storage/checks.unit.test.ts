import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findContentFault } from '../../lib/storage/checks/find-content-fault.ts'
import { findMissingParts, planParts } from '../../lib/storage/files/file.ts'
import { type FileType, MAX_FILE_BYTES, PART_BYTES } from '../../schemas/storage/file.ts'
import { aJpeg, aPdf, aPng, chunk } from './content.ts'

const check = (mimeType: FileType, content: Buffer | string, purpose: 'attachment' | 'logo' = 'attachment') =>
  findContentFault(Buffer.from(content), { mimeType, purpose })

const join = (...parts: (Buffer | string)[]) => Buffer.concat(parts.map((each) => Buffer.from(each as Buffer)))
const PAGE = '<html><script>alert(1)</script></html>'
const ARCHIVE = join(Buffer.from('504b0506', 'hex'), Buffer.alloc(18))

describe('the check of content', () => {
  it.each<[string, FileType, Buffer | string]>([
    ['a PDF', 'application/pdf', aPdf()],
    ['a PNG', 'image/png', aPng()],
    ['a PNG with a text', 'image/png', aPng({ extra: [chunk('tEXt', Buffer.from('Software\0made for tests'))] })],
    ['a JPEG', 'image/jpeg', aJpeg()],
    ['a CSV', 'text/csv', 'sku;quantity\r\nTEA;2\r\n'],
    ['a CSV that begins like a bitmap', 'text/csv', 'BMW;2\n'],
    ['a CSV in Windows-1252', 'text/csv', Buffer.from('Stra\xdfe;M\xfcnchen\r\n', 'latin1')],
    ['a text', 'text/plain', 'Grüße\n'],
    ['a label', 'application/zpl', '^XA^FO50,50^FDTea^FS^XZ\n'],
    ['an XML', 'application/xml', '\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n<order><id>1</id></order>\n'],
  ])('accepts %s', async (_, type, content) => {
    expect(await check(type, content)).toBeUndefined()
  })

  it.each<[string, FileType, Buffer | string, string]>([
    ['a PDF behind a page', 'application/pdf', join(PAGE, aPdf()), 'precedes'],
    ['a PDF behind a line', 'application/pdf', join('\n', aPdf()), 'precedes'],
    ['a PDF before a page', 'application/pdf', join(aPdf(), PAGE), 'followed'],
    ['a PDF that is cut off', 'application/pdf', aPdf().subarray(0, -10), 'cut off'],
    [
      'a PDF that is an archive',
      'application/pdf',
      join(aPdf().subarray(0, -6), ARCHIVE.subarray(0, 20), Buffer.from([6, 0]), '%%EOF\n'),
      'archive',
    ],
    ['a PNG before a page', 'image/png', join(aPng(), PAGE), 'followed'],
    [
      'a PNG with a page in it',
      'image/png',
      aPng({ extra: [chunk('tEXt', Buffer.from(`Comment\0${PAGE}`))] }),
      'markup',
    ],
    ['a PNG of 100,000 by 100,000', 'image/png', aPng({ declared: [100_000, 100_000] }), 'megapixels'],
    ['a PNG without pixels', 'image/png', aPng({ declared: [0, 4] }), 'no pixels'],
    ['a PNG that is cut off', 'image/png', aPng().subarray(0, -12), 'cut off'],
    ['a PNG with a wrong checksum', 'image/png', Buffer.from(aPng()).fill(0, 29, 30), 'checksum'],
    ['a PNG with an unknown chunk', 'image/png', aPng({ extra: [chunk('EVIL')] }), 'unknown'],
    ['a PNG without a header', 'image/png', join(aPng().subarray(0, 8), chunk('IEND')), 'header'],
    ['a PNG without a picture', 'image/png', join(aPng().subarray(0, 33), chunk('IEND')), 'no picture'],
    ['a PNG with two headers', 'image/png', join(aPng().subarray(0, 33), aPng().subarray(8)), 'header'],
    ['a PNG that is a PDF too', 'image/png', aPng({ extra: [chunk('tEXt', aPdf())] }), 'also a PDF'],
    ['a JPEG before an archive', 'image/jpeg', join(aJpeg(), ARCHIVE), 'followed'],
    ['a JPEG before a script', 'image/jpeg', join(aJpeg(), '<?php system($_GET[0]);'), 'followed'],
    ['a JPEG with a script in it', 'image/jpeg', aJpeg({ comment: '<script>alert(1)</script>' }), 'markup'],
    ['a JPEG of 60,000 by 60,000', 'image/jpeg', aJpeg({ width: 60_000, height: 60_000 }), 'megapixels'],
    ['a JPEG that is cut off', 'image/jpeg', aJpeg().subarray(0, -2), 'cut off'],
    ['a JPEG without a picture', 'image/jpeg', Buffer.from('ffd8ffd9', 'hex'), 'no picture'],
    ['a GIF that is a script', 'text/csv', 'GIF89a=0;alert(1)//', 'another type'],
    ['a GIF as PNG', 'image/png', 'GIF89a=0;alert(1)//', 'no PNG'],
    ['a page as text', 'text/plain', `\n ${PAGE}`, 'another type'],
    ['a text with a null', 'text/csv', 'a;b\0', 'control'],
    ['a UTF-16 text', 'text/plain', Buffer.from('text', 'utf16le'), 'control'],
    ['a text that is a PDF', 'text/plain', join('x', aPdf()), 'also a PDF'],
    ['a text without a label as ZPL', 'application/zpl', 'hello', 'no ZPL'],
    ['an XML with a bomb', 'application/xml', '<!DOCTYPE a [<!ENTITY b "b">]><a>&b;</a>', 'document type'],
    ['an XML that is cut off', 'application/xml', '<order><id>1</id>', 'well-formed'],
    ['an XML that is text', 'application/xml', 'order', 'well-formed'],
    ['an XML that is a page', 'application/xml', '<html xmlns="http://www.w3.org/1999/xhtml"/>', 'page'],
    ['an XML that is a drawing', 'application/xml', '<svg/>', 'well-formed'],
    ['an XML in Latin-1', 'application/xml', Buffer.from('<a>\xfc</a>', 'latin1'), 'UTF-8'],
  ])('rejects %s', async (_, type, content, reason) => {
    expect(await check(type, content)).toContain(reason)
  })

  it('allows a logo fewer pixels', async () => {
    const large = aPng({ declared: [3000, 3000] })
    expect(await check('image/png', large)).toBeUndefined()
    expect(await check('image/png', large, 'logo')).toContain('4 megapixels')
  })

  it('never throws, and rejects every picture that is cut off or continued', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...(['image/png', 'image/jpeg'] as const)), fc.nat(), async (type, at) => {
        const content = type === 'image/png' ? aPng() : aJpeg()
        expect(await check(type, content.subarray(0, at % content.length))).toBeTypeOf('string')
        expect(await check(type, join(content, content.subarray(0, 1 + (at % content.length))))).toBeTypeOf('string')
      }),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<FileType>('image/png', 'image/jpeg', 'application/pdf', 'application/xml', 'text/csv'),
        fc.uint8Array({ maxLength: 300 }),
        async (type, bytes) => {
          const start =
            { 'image/png': aPng(), 'image/jpeg': aJpeg().subarray(0, 30) }[type as string] ?? Buffer.alloc(0)
          await check(type, join(start, Buffer.from(bytes)))
        },
      ),
    )
  })
})

describe('the parts of a file', () => {
  it('cover it exactly, and all but the last have the same size', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_FILE_BYTES }), (sizeBytes) => {
        const parts = planParts(sizeBytes)
        expect(parts.reduce((sum, part) => sum + part.sizeBytes, 0)).toBe(sizeBytes)
        expect(parts.map(({ number }) => number)).toEqual(parts.map((_, i) => i + 1))
        expect(parts.slice(0, -1).every((part) => part.sizeBytes === PART_BYTES)).toBe(true)
        expect(parts.at(-1)?.sizeBytes).toBeGreaterThan(0)
      }),
    )
  })

  it('are missing unless they are there with their size', () => {
    const planned = planParts(2 * PART_BYTES + 5)
    expect(findMissingParts(planned, planned)).toEqual([])
    expect(findMissingParts(planned, [{ number: 2, sizeBytes: PART_BYTES - 1 }])).toEqual([1, 2, 3])
    expect(findMissingParts(planned, [...planned].reverse().slice(0, 2))).toEqual([1])
  })
})
