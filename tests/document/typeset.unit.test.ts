import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { layOut } from '../../lib/document/printing/layout.ts'
import { renderPdf } from '../../lib/document/printing/render-pdf.ts'
import { NotTypeset, typeset } from '../../lib/document/typesetting/typeset.ts'
import { Deadline } from '../../lib/platform/deadline.ts'
import { readPdf } from '../support/pdf.ts'
import { EXAMPLES } from './examples.ts'

const NOTO = ['Noto Sans']
const readText = async (pdf: Buffer) => (await readPdf(pdf)).pages.join(' ')

describe('the typesetter', () => {
  test('keeps documents apart that are typeset at the same time', async () => {
    const numbers = Array.from({ length: 20 }, (_, i) => `INV-${1000 + i}`)
    const texts = await Promise.all(
      numbers.map(async (number) => readText(await renderPdf(layOut({ ...EXAMPLES['invoice-one-line'], number })))),
    )
    for (const [i, text] of texts.entries()) expect(text.match(/INV-1\d{3}/g)).toEqual([numbers[i]])
  })

  test('reports a template error and continues with other documents', async () => {
    await expect(typeset('#nothing-of-this-name', {}, NOTO)).rejects.toThrow(NotTypeset)
    expect(await readText(await typeset('Again', {}, NOTO))).toContain('Again')
  })

  test('is replaced after a document broke it, and typesets the next one', async () => {
    await expect(typeset(null as never, {}, NOTO)).rejects.toThrow(NotTypeset)
    expect(await readText(await typeset('Again', {}, NOTO))).toContain('Again')
  })

  test('refuses a document at its deadline, and typesets the next one', async () => {
    const endless = '#for a in range(100000) { for b in range(100000) {} }'
    await expect(typeset(endless, {}, NOTO, new Deadline(() => 50))).rejects.toMatchObject({
      errorCode: 'UNAVAILABLE',
      headers: { 'Retry-After': '1' },
    })
    expect(await readText(await typeset('Again', {}, NOTO))).toContain('Again')
  })

  test('reads no files of the machine and no external resources', async () => {
    for (const path of ['/etc/passwd', '../package.json', 'https://example.com/x'])
      await expect(typeset(`#read("${path}")`, {}, NOTO), path).rejects.toThrow(NotTypeset)
    await expect(typeset('#import "@preview/tablex:0.0.8"', {}, NOTO)).rejects.toThrow(NotTypeset)
  })

  test('prints nothing if it cannot read a file', async () => {
    const script = `
      import { typeset } from './lib/document/typesetting/typeset.ts'
      for (const template of ['#read("/etc/passwd")', '#import "@preview/tablex:0.0.8"', 'Again'])
        await typeset(template, {}, ${JSON.stringify(NOTO)}).catch(() => {})
    `
    const printed = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])
    expect(printed).toEqual({ stdout: '', stderr: '' })
  })

  test('finds no files of an earlier document', async () => {
    await typeset('#read("x.txt")', { 'x.txt': Buffer.from('secret') }, NOTO)
    await expect(typeset('#read("x.txt")', {}, NOTO)).rejects.toThrow(NotTypeset)
  })
})
