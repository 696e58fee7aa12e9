import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildSemanticInvoice } from '../../lib/billing/e-invoices/build-semantic-invoice.ts'
import { findMissing } from '../../lib/billing/e-invoices/find-missing.ts'
import { embedCii } from '../../lib/billing/e-invoices/hybrid/embed-cii.ts'
import type { SemanticInvoice } from '../../lib/billing/e-invoices/semantic-invoice.ts'
import { SPECIFICATIONS } from '../../lib/billing/e-invoices/syntax/specifications.ts'
import { writeCii } from '../../lib/billing/e-invoices/syntax/write-cii.ts'
import { writeUbl } from '../../lib/billing/e-invoices/syntax/write-ubl.ts'
import { layOut } from '../../lib/document/printing/layout.ts'
import type { PrintedDocument } from '../../lib/document/printing/printed-document.ts'
import { renderPdf } from '../../lib/document/printing/render-pdf.ts'
import { E_INVOICE_FORMATS, type EInvoiceFormat } from '../../schemas/billing/sending/e-invoice.ts'
import { EXAMPLES } from '../document/examples.ts'
import { ownFolder } from '../support/folder.ts'
import { chance } from '../support/seed.ts'
import { selectShare } from '../support/select-share.ts'
import { buildHybrid } from './build-hybrid.ts'
import { findValidator, validateFolder } from './find-validator.ts'
import { type Generated, generateBilled } from './generate-billed.ts'
import { PICTURES } from './pictures.ts'

const INVOICES = Number(process.env.E_INVOICES ?? 1000)
/** A hybrid takes much longer than its XML. `EVERY_CASE=true` makes one of each invoice. */
const HYBRID_SHARE = 1 / 20
const MS_PER_HYBRID = 10_000
/** Bounds what is on the disk and in memory, and is enough that the start of a process does not count. */
const HYBRIDS_AT_ONCE = 100

const validator = await findValidator()
if ('reason' in validator) process.stdout.write(`E-invoices are not validated here: ${validator.reason}\n`)
const path = 'path' in validator ? validator.path : ''

const random = chance()

interface Complete extends Generated {
  invoice: SemanticInvoice
}

/** Generates invoices until so many of them have all that a format asks for. */
const generate = (format: EInvoiceFormat, count: number): Complete[] => {
  const complete: Complete[] = []
  for (let i = 0; complete.length < count; i++) {
    const generated = generateBilled(random, i)
    const invoice = buildSemanticInvoice(generated.billed, generated.seller, generated.buyer)
    if (!findMissing(invoice, format).length) complete.push({ ...generated, invoice })
  }
  return complete
}

const write = (invoice: SemanticInvoice, format: EInvoiceFormat) =>
  SPECIFICATIONS[format].syntax === 'ubl'
    ? writeUbl(invoice, SPECIFICATIONS[format])
    : writeCii(invoice, SPECIFICATIONS[format])

/** Writes each file and returns the folder. */
const fill = async (files: readonly (readonly [name: string, content: string | Buffer])[]) => {
  const folder = join(await ownFolder(), 'files')
  await mkdir(folder)
  await Promise.all(files.map(([name, content]) => writeFile(join(folder, name), content)))
  return folder
}

const listFiles = (format: EInvoiceFormat, count: number) =>
  generate(format, count).map(
    ({ invoice }, i) => [`${i}.${format === 'facturx' ? 'facturx-xml' : format}.xml`, write(invoice, format)] as const,
  )

test.skipIf(!path).each(E_INVOICE_FORMATS)('every generated invoice is valid as %s', async (format) => {
  const { findings, count } = await validateFolder(path, await fill(listFiles(format, INVOICES)))
  expect(findings).toEqual([])
  expect(count).toBe(INVOICES)
})

test.skipIf(!path)(
  'the validator finds a wrong tax, a missing element, a wrong order and a wrong process',
  async () => {
    const xml = listFiles('xrechnung-ubl', 1)[0]?.[1] ?? ''
    const peppol = listFiles('peppol', 1)[0]?.[1] ?? ''
    const { findings } = await validateFolder(
      path,
      await fill([
        ['tax.xrechnung-ubl.xml', xml.replace(/(<cbc:TaxInclusiveAmount[^>]*>)[^<]*/, '$11.23')],
        ['reference.xrechnung-ubl.xml', xml.replace(/<cbc:BuyerReference>.*?<\/cbc:BuyerReference>/, '')],
        [
          'order.xrechnung-ubl.xml',
          xml.replace(/(<cbc:ID>.*?<\/cbc:ID>)(<cbc:IssueDate>.*?<\/cbc:IssueDate>)/, '$2$1'),
        ],
        ['process.peppol.xml', peppol.replace('urn:fdc:peppol.eu:2017:poacc:billing:01:1.0', 'another')],
      ]),
    )
    const rules = findings.map((line) => line.split('\t').slice(0, 3).join(' '))
    expect(rules).toContain('tax.xrechnung-ubl.xml fatal BR-CO-15')
    expect(rules).toContain('reference.xrechnung-ubl.xml fatal BR-DE-15')
    expect(rules).toContain('order.xrechnung-ubl.xml fatal XSD')
    expect(rules).toContain('process.peppol.xml fatal PEPPOL-EN16931-R007')
  },
)

const PRINTED = [
  'invoice-one-line',
  'invoice-arabic-kwd',
  'invoice-japanese',
  'invoice-200-lines',
  'credit-note',
] as const

test.skipIf(!path)('hybrids of every kind of document are PDF/A-3, and a plain PDF is not', async () => {
  const [[, xml] = []] = listFiles('facturx', 1)
  if (!xml) throw new Error('no invoice is complete')
  const documents: [string, PrintedDocument][] = [
    ...PRINTED.map((name): [string, PrintedDocument] => [name, EXAMPLES[name]]),
    ...Object.entries(PICTURES).map(([name, logo]): [string, PrintedDocument] => [
      `logo-${name}`,
      { ...EXAMPLES['invoice-one-line'], issuer: { ...EXAMPLES['invoice-one-line'].issuer, logo } },
    ]),
    ['letters', { ...EXAMPLES['invoice-one-line'], notes: 'Tea 🍵 한국어 שלום ชา चाय ✓ ™ ∑' }],
  ]
  const files: [string, Buffer][] = []
  for (const [name, printed] of documents)
    files.push([`${name}.pdf`, await embedCii(await renderPdf(layOut(printed)), xml)])
  files.push(['plain.pdf', await renderPdf(layOut(EXAMPLES['invoice-one-line']))])
  const { findings, count } = await validateFolder(path, await fill(files))
  expect(findings.map((line) => line.split('\t')[0])).toEqual(['plain.pdf'])
  expect(count).toBe(files.length)
})

/** Makes the hybrids of invoices, each beside the XML that it has to contain, and returns what the validator finds. */
const validateHybrids = async (invoices: readonly Complete[]) => {
  const files: [string, string | Buffer][] = []
  for (const complete of invoices) {
    const xml = write(complete.invoice, 'facturx')
    const name = complete.billed.number.replace('/', '-')
    files.push([`${name}.pdf`, await buildHybrid(random, complete, xml)], [`${name}.facturx-xml.xml`, xml])
  }
  const folder = await fill(files)
  const validated = await validateFolder(path, folder)
  await rm(folder, { recursive: true })
  return validated
}

/** Places of the invoices of which hybrids are made. */
const hybrids = selectShare([...Array(INVOICES).keys()], HYBRID_SHARE)

test.skipIf(!path)(
  'hybrids of generated invoices are PDF/A-3 with the XML of their invoice',
  {
    timeout: 1_200_000 + hybrids.length * MS_PER_HYBRID,
  },
  async () => {
    const invoices = generate('facturx', INVOICES)
    const selected = hybrids.map((place) => invoices[place] as Complete)
    const findings: string[] = []
    let files = 0
    for (let start = 0; start < selected.length; start += HYBRIDS_AT_ONCE) {
      const validated = await validateHybrids(selected.slice(start, start + HYBRIDS_AT_ONCE))
      findings.push(...validated.findings)
      files += validated.count
    }
    expect(findings).toEqual([])
    expect(files).toBe(2 * selected.length)
  },
)

test.skipIf(!path)('the validator finds a hybrid with the XML of another invoice', async () => {
  const [one, other] = generate('facturx', 2).map((complete) => ({ complete, xml: write(complete.invoice, 'facturx') }))
  if (!one || !other) throw new Error('no invoice is complete')
  const { findings } = await validateFolder(
    path,
    await fill([
      ['one.pdf', await buildHybrid(random, one.complete, one.xml)],
      ['one.facturx-xml.xml', one.xml],
      ['other.pdf', await buildHybrid(random, other.complete, one.xml)],
      ['other.facturx-xml.xml', other.xml],
    ]),
  )
  expect(findings.map((line) => line.split('\t').slice(0, 3).join(' '))).toEqual(['other.pdf fatal EMBEDDED'])
})
