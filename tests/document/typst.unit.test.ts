import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { layOut } from '../../lib/document/printing/layout.ts'
import { renderPdf } from '../../lib/document/printing/pdf.ts'
import { NotTypeset, typeset } from '../../lib/document/typesetting/typst.ts'
import { readPdf } from '../support/pdf.ts'
import { EXAMPLES } from './examples.ts'

const NOTO = ['Noto Sans']
const textOf = async (pdf: Buffer) => (await readPdf(pdf)).pages.join(' ')

describe('the typesetter', () => {
  test('keeps documents apart that are set at the same time', async () => {
    const numbers = Array.from({ length: 20 }, (_, i) => `INV-${1000 + i}`)
    const texts = await Promise.all(
      numbers.map(async (number) => textOf(await renderPdf(layOut({ ...EXAMPLES['invoice-one-line'], number })))),
    )
    for (const [i, text] of texts.entries()) expect(text.match(/INV-1\d{3}/g)).toEqual([numbers[i]])
  })

  test('says what it does not understand, and goes on', async () => {
    await expect(typeset('#nothing-of-this-name', {}, NOTO)).rejects.toThrow(NotTypeset)
    expect(await textOf(await typeset('Again', {}, NOTO))).toContain('Again')
  })

  test('that broke over a document is not used again, and the next one is set', async () => {
    await expect(typeset(null as never, {}, NOTO)).rejects.toThrow(NotTypeset)
    expect(await textOf(await typeset('Again', {}, NOTO))).toContain('Again')
  })

  test('reads no file of the machine and nothing from outside', async () => {
    for (const path of ['/etc/passwd', '../package.json', 'https://example.com/x'])
      await expect(typeset(`#read("${path}")`, {}, NOTO), path).rejects.toThrow(NotTypeset)
    await expect(typeset('#import "@preview/tablex:0.0.8"', {}, NOTO)).rejects.toThrow(NotTypeset)
  })

  test('prints nothing, whatever it cannot read', async () => {
    const script = `
      import { typeset } from './lib/document/typesetting/typst.ts'
      for (const template of ['#read("/etc/passwd")', '#import "@preview/tablex:0.0.8"', 'Again'])
        await typeset(template, {}, ${JSON.stringify(NOTO)}).catch(() => {})
    `
    const printed = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])
    expect(printed).toEqual({ stdout: '', stderr: '' })
  })

  test('finds none of the files of the document before', async () => {
    await typeset('#read("x.txt")', { 'x.txt': Buffer.from('secret') }, NOTO)
    await expect(typeset('#read("x.txt")', {}, NOTO)).rejects.toThrow(NotTypeset)
  })
})
