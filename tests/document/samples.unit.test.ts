import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { layOut } from '../../lib/document/printing/layout.ts'
import type { PrintedDocument } from '../../lib/document/printing/printed-document.ts'
import { renderPdf } from '../../lib/document/printing/render-pdf.ts'
import { readPdf } from '../support/pdf.ts'
import { EXAMPLES } from './examples.ts'

const samples = Object.entries<PrintedDocument>(EXAMPLES)
const path = (name: string) => `docs/samples/${name}.pdf`

/** `npm run samples` updates them. */
const update = process.env.UPDATE_SAMPLES === 'true'

describe.each(samples)('the sample %s', (name, printed) => {
  const made = renderPdf(layOut(printed))
  const read = made.then(readPdf)

  test('equals the rendered output byte by byte', async () => {
    const pdf = await made
    if (update) {
      await writeFile(path(name), pdf)
      const picture = ['-r', '60', '-png', '-f', '1', '-singlefile', path(name), `docs/samples/${name}`]
      await promisify(execFile)('pdftoppm', picture).catch(() => undefined)
    }
    expect((await readFile(path(name))).equals(pdf)).toBe(true)
  })

  test('has title, language and tags, and embeds its fonts', async () => {
    const pdf = await read
    const { title, lang, region, issuer } = layOut(printed)
    expect(pdf.title).toBe(`${title} – ${issuer.name}`)
    expect(pdf.language).toBe([lang, region].join('-'))
    expect(pdf.tagged).toBe(true)
    expect(pdf.fonts.size).toBeGreaterThan(1)
    expect(pdf.unembedded).toBe(0)
    expect(pdf.subset).toBeGreaterThanOrEqual(pdf.fonts.size)
    expect(pdf.embedded).toBeGreaterThanOrEqual(pdf.fonts.size)
  })

  test('contains its number, page numbers and every amount as text', async () => {
    const { pages } = await read
    const { number, sums, rows, columns } = layOut(printed)
    const plain = (text: string) => text.replace(/[\u200B-\u200F\u061C\u2060-\u2069]/g, '').replace(/\s+/g, ' ')
    const text = pages.join(' ')
    if (number) expect(text).toContain(plain(number))
    for (const [i, page] of pages.entries()) expect(page.replaceAll(' ', '')).toContain(`${i + 1}/${pages.length}`)
    if (layOut(printed).dir === 'rtl') return
    for (const { label, amount } of sums) expect(text).toContain(`${plain(label)} ${plain(amount)}`)
    const copied = text.replaceAll(' ', '')
    for (const { cells, note } of rows) {
      expect(copied).toContain(plain(cells[1] as string).replaceAll(' ', ''))
      const rest = cells.map((cell, i) => (columns[i]?.wide ? `${cell}${note ?? ''}` : cell)).slice(2)
      expect(copied).toContain(plain(rest.join('')).replaceAll(' ', ''))
    }
  })
})

test('repeats the headings of a long table on each page, and keeps totals with at least one line', async () => {
  const printed: PrintedDocument = EXAMPLES['invoice-200-lines']
  const layout = layOut(printed)
  expect((await readPdf(await renderPdf(layout))).pages.every((page) => page.includes('Beschreibung'))).toBe(true)
  const plain = layout.rows.filter(({ note }) => !note).filter(({ cells }) => (cells[1] as string).length < 100)
  let breaks = 0
  for (let length = 22; length <= 34; length++) {
    const rows = plain
      .slice(0, length)
      .map(({ cells }, i) => ({ cells: [`Z${i + 1}Z`, ...cells.slice(1)], note: null }))
    const { pages } = await readPdf(await renderPdf({ ...layout, rows }))
    const withTotals = pages.find((page) => page.includes('Gesamtbetrag')) as string
    expect(withTotals, `${length} lines`).toContain(`Z${length}Z`)
    expect(withTotals, `${length} lines`).toContain('Zwischensumme')
    if (pages.indexOf(withTotals) > 0) breaks++
  }
  expect(breaks).toBeGreaterThan(3)
  expect(breaks).toBeLessThan(13)
})

test('keeps Arabic text copyable letter by letter in reading order', async () => {
  const { pages } = await readPdf(await renderPdf(layOut(EXAMPLES['invoice-arabic-kwd'])))
  for (const word of ['فاتورة', 'مؤسسة', 'تخزين', 'تاريخ', 'بنك']) expect(pages[0]).toContain(word)
})

test('breaks a word that is longer than its column, and keeps it copyable', async () => {
  const { pages } = await readPdf(await renderPdf(layOut(EXAMPLES['invoice-200-lines'])))
  const word = 'Donaudampfschifffahrtsgesellschaftskapitänswitwenrentenberechnungsgrundlagenverordnung'
  expect(pages[0]).not.toContain(word)
  expect(pages[0]?.replaceAll(' ', '')).toContain(word)
})
