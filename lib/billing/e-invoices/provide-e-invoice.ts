import { hash } from 'node:crypto'
import type { EInvoiceFormat } from '../../../schemas/billing/sending/e-invoice.ts'
import { findRendition, type StoredDocument } from '../../document/documents/document.ts'
import { findFinalDocument } from '../../document/documents/require-attachable.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { Problem, type Violation } from '../../platform/problem.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSettings } from '../../platform/settings/get-settings.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { type BilledData, buildSemanticInvoice } from './build-semantic-invoice.ts'
import { addEInvoiceFile, type EInvoiceFile, findEInvoiceFile } from './e-invoice-store.ts'
import { findMissing } from './find-missing.ts'
import { exchangeParties, preferPrinted, readParties } from './read-parties.ts'
import { SPECIFICATIONS } from './syntax/specifications.ts'
import { writeCii } from './syntax/write-cii.ts'
import { writeUbl } from './syntax/write-ubl.ts'

/** An issued invoice or credit note, with what it takes to make its e-invoices. */
export interface EInvoiceSource {
  id: Id
  partnerId: Id
  /** URI by which its documents are found. */
  subject: string
  describe(style: { zone: string; locale: string }): BilledData
  /** Its document, if the caller has it already; by default the stored one is read. */
  document?: StoredDocument | undefined
  /** Renders its document in the unit, if there is none yet. */
  render(unit: Unit): Promise<StoredDocument>
}

export type Outcome = { file: EInvoiceFile } | { missing: Violation[] }

const nameAsIs = (propertyPath: string) => propertyPath

/** Paths of what a seller lacks, by that of the partner who is the seller of a self-billing invoice. */
const PATHS_OF_SELLER: Readonly<Record<string, string>> = {
  'general.companyName': 'partner.name',
  'general.legalAddress.countryCode': 'partner.address.countryCode',
  'general.vatId': 'partner.vatId',
  'general.taxId': 'partner.taxId',
  'general.registrationNumber': 'partner.vatId',
  'partner.name': 'general.companyName',
  'partner.address.countryCode': 'general.legalAddress.countryCode',
  'partner.vatId': 'general.vatId',
}

const nameOfOther = (propertyPath: string) => PATHS_OF_SELLER[propertyPath] ?? propertyPath

const describeSource = async (app: App, tenant: Id, source: EInvoiceSource) => {
  const [{ partner, ...current }, settings, document] = await Promise.all([
    readParties(app, tenant, source.partnerId),
    getSettings(app, tenant, [GENERAL_SETTINGS.timezone, GENERAL_SETTINGS.locale]),
    source.document ?? findFinalDocument(app, tenant, source.subject),
  ])
  const printed = preferPrinted(current, document?.parties)
  const locale = document?.metadata.locale ?? partner.locale ?? settings['general.locale']
  const billed = source.describe({ zone: settings['general.timezone'], locale })
  const { seller, buyer } = billed.isSelfBilled ? exchangeParties(printed, partner) : printed
  const invoice = buildSemanticInvoice(billed, seller, buyer)
  return { invoice, document, name: billed.isSelfBilled ? nameOfOther : nameAsIs }
}

const storeFile = async ({ files }: App, tenant: Id, format: EInvoiceFormat, content: Buffer) => {
  const [extension, mimeType] = getFileType(format)
  const storagePath = `tenants/${tenant}/documents/${hash('sha256', content, 'hex')}.${extension}`
  await files.put(storagePath, content, mimeType)
  return { storagePath, sizeBytes: content.length }
}

export const getFileType = (format: EInvoiceFormat): readonly [extension: string, mimeType: string] =>
  format === 'facturx' ? ['pdf', 'application/pdf'] : ['xml', 'application/xml']

const readPdf = async ({ files }: App, document: StoredDocument): Promise<Buffer> =>
  await files.get(findRendition(document, 'pdf')?.storagePath ?? document.storagePath)

/**
 * Returns the file of the format, or all that the document lacks for it. A file is made once, in the unit of whoever first
 * asks for it, and is the same from then on.
 */
export const provideEInvoice = async (
  app: App,
  unit: Unit,
  source: EInvoiceSource,
  format: EInvoiceFormat,
): Promise<Outcome> => {
  const found = await findEInvoiceFile(app.db, unit.tenant, source.id, format)
  if (found) return { file: found }
  const { invoice, document, name } = await describeSource(app, unit.tenant, source)
  const missing = findMissing(invoice, format).map((each) => ({ ...each, propertyPath: name(each.propertyPath) }))
  if (missing.length) return { missing }
  const specification = SPECIFICATIONS[format]
  const xml = specification.syntax === 'ubl' ? writeUbl(invoice, specification) : writeCii(invoice, specification)
  const build = async () => {
    if (format !== 'facturx') return Buffer.from(xml)
    // Loaded late, because few requests need it.
    const [{ embedCii }, pdf] = await Promise.all([
      import('./hybrid/embed-cii.ts'),
      Promise.resolve(document ?? source.render(unit)).then((rendered) => readPdf(app, rendered)),
    ])
    return await embedCii(pdf, xml)
  }
  const file = await storeFile(app, unit.tenant, format, await build())
  addEInvoiceFile(unit, source.id, format, file)
  return { file }
}

/** Like `provideEInvoice`, but throws a problem that names all that is missing. */
export const requireEInvoice = async (
  app: App,
  unit: Unit,
  source: EInvoiceSource,
  format: EInvoiceFormat,
): Promise<EInvoiceFile> => {
  const outcome = await provideEInvoice(app, unit, source, format)
  if ('file' in outcome) return outcome.file
  throw new Problem('INVOICE_INCOMPLETE', 'The document lacks data that this format asks for.', {
    violations: outcome.missing,
  })
}
