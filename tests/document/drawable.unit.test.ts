import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { keepDrawable } from '../../lib/document/printing/keep-drawable.ts'
import { layOut } from '../../lib/document/printing/layout.ts'
import type { PrintedDocument } from '../../lib/document/printing/printed-document.ts'
import { renderHtml } from '../../lib/document/printing/render-html.ts'
import { renderPdf } from '../../lib/document/printing/render-pdf.ts'
import { chooseGlyphs } from '../../lib/document/typesetting/fonts.ts'
import { readCoverage } from '../../lib/document/typesetting/read-coverage.ts'
import { typeset } from '../../lib/document/typesetting/typeset.ts'
import { countBoxes, readPdf } from '../support/pdf.ts'
import { EXAMPLES } from './examples.ts'

/** Each text and what a document prints of it. */
const TEXTS: readonly (readonly [text: string, printed: string])[] = [
  ['Tee 🍵', 'Tee'],
  ['Familie 👩‍👩‍👧', 'Familie'],
  ['🍵 Tee', 'Tee'],
  ['Tee 🍵🍵 🍵 grün', 'Tee grün'],
  ['Salz🧂Pfeffer', 'Salz Pfeffer'],
  ['Bravo 👍🏽!', 'Bravo!'],
  ['Tee (🍵) neu', 'Tee neu'],
  ['(🍵 Tee 🍵)', '(Tee)'],
  ['Aus 🇩🇪, 🏴󠁧󠁢󠁥󠁮󠁧󠁿 und 5️⃣', 'Aus, und'],
  ['Herz ❤️', 'Herz'],
  ['Marke ©️ ™️', 'Marke © ™'],
  ['Stern ★', 'Stern ★'],
  ['﷽', '–'],
  ['🎉🎉', '–'],
  ['\uD83C', '–'],
  ['𝓗𝓲', 'Hi'],
  ['김치', 'GimChi'],
  ['Zażółć', 'Zażółć'],
  ['株式会社', '株式会社'],
  ['شاي أخضر', 'شاي أخضر'],
  ['می‌خواهم', 'می‌خواهم'],
  ['क्‍ष', 'क्‍ष'],
  ['שלום', 'שלום'],
  ['Cafe\u0301', 'Cafe\u0301'],
  ['葛\u{E0100}', '葛\u{E0100}'],
]

test.each(TEXTS)('of "%s" a PDF prints "%s"', async (text, printed) => {
  expect(keepDrawable({ text }, await chooseGlyphs(text))).toEqual({ text: printed })
})

test('a PDF has no boxes, and a page keeps every character', async () => {
  const example: PrintedDocument = EXAMPLES['invoice-one-line']
  const printed: PrintedDocument = {
    ...example,
    issuer: { ...example.issuer, logo: null, name: 'Teehaus 🍵', footer: 'Danke 🙏' },
    recipient: { ...example.recipient, name: '﷽', contact: 'Frau 👩🏽‍🔧 Li' },
    rows: TEXTS.map(([text]) => ({ cells: [1, text, 1, 100, 19, 100], note: `Notiz 📝` })),
    notes: 'Viel Spaß 🎉',
  }
  const pdf = await renderPdf(layOut(printed))
  expect(await countBoxes(pdf)).toBe(0)
  const text = (await readPdf(pdf)).pages.join(' ')
  for (const each of ['Rechnung an – Frau Li', 'Teehaus', 'Zażółć', '株式会社', 'شاي', 'أخضر', 'GimChi', 'Stern ★'])
    expect(text).toContain(each)
  const html = renderHtml(layOut(printed))
  for (const each of ['Teehaus 🍵', '👩‍👩‍👧', '﷽', '김치', 'Viel Spaß 🎉']) expect(html).toContain(each)
})

test('a box of a text that is typeset as it is would be found', async () => {
  expect(await countBoxes(await typeset('Tee \u{1F375}', {}, ['Noto Sans']))).toBe(1)
})

const FONTS = [
  'noto-sans/NotoSans',
  'vazirmatn/Vazirmatn',
  'noto-sans-hebrew/NotoSansHebrew',
  'noto-sans-thai/NotoSansThai',
  'noto-sans-devanagari/NotoSansDevanagari',
]

test.each([...FONTS.map((font) => [font, '600SemiBold'] as const), ['biz-udpgothic/BIZUDPGothic', '700Bold'] as const])(
  'both weights of %s have glyphs for the same characters',
  async (font, bold) => {
    const [folder, name] = font.split('/')
    const { resolve } = createRequire(import.meta.url)
    const [regular, heavier] = await Promise.all(
      ['400Regular', bold].map((weight) =>
        readCoverage(resolve(`@expo-google-fonts/${folder}/${weight}/${name}_${weight}.ttf`)),
      ),
    )
    expect(regular?.size).toBeGreaterThan(400)
    expect(heavier).toEqual(regular)
  },
)
