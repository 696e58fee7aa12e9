import type { EInvoice, EInvoiceFormat } from '../../../schemas/billing/sending/e-invoice.ts'
import { replaceUnsafeInName } from '../../document/documents/document.ts'
import type { App } from '../../platform/app/app.ts'
import { type Reply, reply } from '../../platform/http/endpoint.ts'
import { prefersJson } from '../../platform/http/request/prefers-json.ts'
import type { Id } from '../../platform/id.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import type { RequestSource } from '../../platform/store/unit-scope.ts'
import { findEInvoiceFile } from './e-invoice-store.ts'
import { type EInvoiceSource, getFileType, requireEInvoice } from './provide-e-invoice.ts'

const EXPIRY_SECONDS = 5 * 60

/** A record whose e-invoices can be downloaded. */
export interface NamedSource extends EInvoiceSource {
  number: string
  /** Lets the unit commit only while the record stays as it was read. */
  requireUnchanged(unit: Unit): void
}

interface Asked {
  caller: { tenant: Id; identity: Id }
  source?: RequestSource | undefined
  now: Date
  headers: Record<string, string | undefined>
}

/** Answers with a short-lived URL of the file, which is made if this is the first request for it. */
export const downloadEInvoice = async (
  app: App,
  { caller: { tenant, identity }, source, now, headers }: Asked,
  load: () => Promise<NamedSource>,
  format: EInvoiceFormat,
): Promise<Reply> => {
  const record = await load()
  const file =
    (await findEInvoiceFile(app.db, tenant, record.id, format)) ??
    // Reading makes the file, as rendering does, so that a program needs only the scope to read.
    (await runInUnit(app.db, { tenant, actor: identity, now, source }, async (unit) => {
      const current = unit.isRerun ? await load() : record
      current.requireUnchanged(unit)
      return await requireEInvoice(app, unit, current, format)
    }))
  const [extension, mimeType] = getFileType(format)
  const filename = `${replaceUnsafeInName(record.number)}.${extension}`
  const url = await app.files.getDownloadUrl(file.storagePath, { filename, mimeType, seconds: EXPIRY_SECONDS })
  const expiresAt = new Date(now.getTime() + EXPIRY_SECONDS * 1000).toISOString()
  const Vary = 'Accept, Origin'
  if (!prefersJson(headers.accept, mimeType)) return reply(undefined, { headers: { Location: url, Vary } })
  const answer: EInvoice = { id: record.id, format, url, expiresAt, filename, mimeType, sizeBytes: file.sizeBytes }
  return reply(answer, { status: 200, headers: { Vary } })
}
