import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildSemanticInvoice } from '../../lib/billing/e-invoices/build-semantic-invoice.ts'
import { findMissing } from '../../lib/billing/e-invoices/find-missing.ts'
import { SPECIFICATIONS } from '../../lib/billing/e-invoices/syntax/specifications.ts'
import { writeCii } from '../../lib/billing/e-invoices/syntax/write-cii.ts'
import { writeUbl } from '../../lib/billing/e-invoices/syntax/write-ubl.ts'
import { E_INVOICE_FORMATS } from '../../schemas/billing/sending/e-invoice.ts'
import type { TaxKind } from '../../schemas/billing/tax.ts'
import { ownFolder } from '../support/folder.ts'
import { chance } from '../support/seed.ts'
import { findValidator, validateFolder } from './find-validator.ts'
import { generateBilled } from './generate-billed.ts'

const DOCUMENTS = Number(process.env.TAX_FREE ?? 200)

const validator = await findValidator()
const path = 'path' in validator ? validator.path : ''
const random = chance()

/** Kinds of tax with the codes of their category in EN 16931. */
const KINDS: readonly (readonly [kind: TaxKind, code: string])[] = [
  ['intra_community', 'K'],
  ['export', 'G'],
  ['reverse_charge', 'AE'],
  ['exempt', 'E'],
  ['zero', 'Z'],
  ['outside_scope', 'O'],
]

/** Writes documents with lines of the kind in each format in turn, once they have all that it asks for. */
const writeMany = (kind: TaxKind, count: number) => {
  const written: { name: string; xml: string }[] = []
  for (let i = 0; written.length < count; i++) {
    const { billed, seller, buyer } = generateBilled(random, i)
    if (!billed.lines.some(({ taxKind }) => taxKind === kind)) continue
    const format = E_INVOICE_FORMATS[written.length % E_INVOICE_FORMATS.length] ?? 'en16931-ubl'
    const invoice = buildSemanticInvoice(billed, seller, buyer)
    if (findMissing(invoice, format).length) continue
    const specification = SPECIFICATIONS[format]
    const xml = specification.syntax === 'ubl' ? writeUbl(invoice, specification) : writeCii(invoice, specification)
    written.push({ name: `${written.length}.${format === 'facturx' ? 'facturx-xml' : format}.xml`, xml })
  }
  return written
}

/** Names the category of a tax as either syntax does. */
const hasCategory = (xml: string, code: string) =>
  xml.includes(`<ram:CategoryCode>${code}</ram:CategoryCode>`) || xml.includes(`<cbc:ID>${code}</cbc:ID>`)

test.skipIf(!path).each(KINDS)('every generated document with %s is valid in each format', async (kind, code) => {
  const written = writeMany(kind, DOCUMENTS)
  expect(written.filter(({ xml }) => !hasCategory(xml, code)).map(({ name }) => name)).toEqual([])
  const folder = join(await ownFolder(), 'files')
  await mkdir(folder)
  await Promise.all(written.map(({ name, xml }) => writeFile(join(folder, name), xml)))
  const { findings, count } = await validateFolder(path, folder)
  expect(findings).toEqual([])
  expect(count).toBe(DOCUMENTS)
})
