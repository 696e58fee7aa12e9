import { hash } from 'node:crypto'
import type { DocumentFormat, Rendition } from '../../../schemas/document/document.ts'
import type { App } from '../../platform/app/app.ts'
import { deriveId, type Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { move } from '../../platform/moves.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { nameActor } from '../../platform/store/unit-scope.ts'
import { type Layout, layOut } from '../printing/layout.ts'
import type { PrintedDocument } from '../printing/printed-document.ts'
import { renderHtml } from '../printing/render-html.ts'
import { hasUnknownLetters } from '../typesetting/fonts.ts'
import { NotTypeset } from '../typesetting/typeset.ts'
import { DOCUMENT_MOVES, documentUri, MIME_TYPES, type PrintedParties, type StoredDocument } from './document.ts'
import { documents, findByContent, findDocument, findHead, putHead } from './document-store.ts'
import { buildReference, replaceSupersedes } from './references.ts'

export interface DocumentSpec {
  /** URI of the record that the document shows. */
  subject: string
  source: string
  sourceRef: Id
  /** Options that tell the documents of a subject apart once the subject does not change any more. */
  options: Readonly<Record<string, string>>
  /** URI of the invoice that a credit note credits. */
  credits?: string
  print: () => Promise<PrintedDocument>
}

const TEMPLATE_VERSION = 1

const hashContent = (content: string | Uint8Array) => hash('sha256', content, 'hex')

const renderPdfWithLog = async ({ deadline }: Table, layout: Layout, log: Log): Promise<Buffer> => {
  const { renderPdf } = await import('../printing/render-pdf.ts')
  try {
    return await renderPdf(layout, deadline)
  } catch (error) {
    if (!(error instanceof NotTypeset) || !layout.issuer.logo) throw error
    log.warn('document.logo.unusable', { reason: error.message })
    return await renderPdf({ ...layout, issuer: { ...layout.issuer, logo: null } }, deadline)
  }
}

/** Stores the file under the hash of its content, so that storing it twice or without a document does no harm. */
const storeFile = async ({ files }: App, tenant: Id, format: DocumentFormat, content: Uint8Array) => {
  const storagePath = `tenants/${tenant}/documents/${hashContent(content)}.${format}`
  await files.put(storagePath, content, MIME_TYPES[format])
  return { format, storagePath, sizeBytes: content.length }
}

const createRenditions = async (app: App, unit: Unit, id: Id, layout: Layout, locale: string, log: Log) => {
  const [pdf, html] = await Promise.all([
    renderPdfWithLog(app.db, layout, log).then((content) => storeFile(app, unit.tenant, 'pdf', content)),
    storeFile(app, unit.tenant, 'html', Buffer.from(renderHtml(layout))),
  ])
  const renditions = [pdf, html].map(
    (each): Rendition => ({
      ...each,
      id: deriveId(unit.now, id, each.format),
      status: 'ready',
      locale,
      generatedAt: unit.now.toISOString(),
      failureReason: null,
      url: `/api/document/documents/${id}/download?format=${each.format}`,
    }),
  )
  return { renditions, primary: pdf }
}

const WITH_E_INVOICES: readonly PrintedDocument['kind'][] = [
  'invoice',
  'credit_note',
  'self_billing_invoice',
  'self_billing_credit_note',
]

/** Returns the parties of a final document for which e-invoices are made. */
const keepParties = ({ kind, mark, issuer, recipient }: PrintedDocument): { parties?: PrintedParties } => {
  if (mark !== null || !WITH_E_INVOICES.includes(kind)) return {}
  const { name, address, taxId, vatId = null, registration, email, phone, bankAccount } = issuer
  const kept = { name, address, taxId, vatId, registration, email, phone, bankAccount }
  return { parties: { issuer: kept, recipient } }
}

/** Appends the document to its subject's chain. It supersedes the previous head. */
const appendToChain = async (app: App, unit: Unit, head: StoredDocument | undefined, last: StoredDocument) => {
  const [before, after] = await Promise.all(
    [last.supersedes, last.supersededBy].map((id) => (id ? findDocument(app.db, unit.tenant, id) : undefined)),
  )
  const changed = new Map<Id, [StoredDocument, Partial<StoredDocument>]>()
  const change = (document: StoredDocument | undefined, changes: Partial<StoredDocument>) => {
    if (document) changed.set(document.id, [document, { ...changed.get(document.id)?.[1], ...changes }])
  }
  change(before, { supersededBy: last.supersededBy })
  change(after, {
    supersedes: last.supersedes,
    ...(after && { references: replaceSupersedes(after, before, unit.now) }),
  })
  change(head, { supersededBy: last.id })
  if (head?.status === 'draft' || head?.status === 'final')
    change(head, { status: move(DOCUMENT_MOVES, 'document', head.status, 'supersede') })
  for (const [document, changes] of changed.values()) unit.update(documents, document, changes)
  putHead(unit, last, head)
}

const reinstate = async (app: App, unit: Unit, head: StoredDocument | undefined, found: StoredDocument) => {
  const action = found.finalizedAt ? 'bring_back' : 'bring_back_as_draft'
  const status = move(DOCUMENT_MOVES, 'document', found.status, action)
  await appendToChain(app, unit, head, found)
  const references = replaceSupersedes(found, head, unit.now)
  return unit.update(documents, found, { status, supersedes: head?.id ?? null, supersededBy: null, references })
}

const createDocument = async (
  app: App,
  unit: Unit,
  { subject, source, sourceRef, options, credits }: DocumentSpec,
  { printed, layout, fingerprint, head }: PrintedVersion,
  log: Log,
) => {
  const { kind: type, number, locale, mark } = printed
  const id = unit.newId()
  if (hasUnknownLetters(JSON.stringify(layout.rows) + layout.recipient.lines.join('')))
    log.warn('document.letters.missing', { documentId: id })
  const [{ renditions, primary }, credited] = await Promise.all([
    createRenditions(app, unit, id, layout, locale, log),
    credits === undefined ? undefined : findHead(app.db, unit.tenant, credits),
  ])
  const isFinal = mark !== 'draft'
  const document: Omit<StoredDocument, 'rev' | 'createdAt' | 'updatedAt'> = {
    id,
    type,
    subject,
    fingerprint,
    number,
    source,
    sourceRef,
    status: isFinal ? 'final' : 'draft',
    ...nameActor('generatedBy', unit),
    primaryFormat: primary.format,
    templateId: type,
    templateVersion: TEMPLATE_VERSION,
    expiresAt: null,
    finalizedAt: isFinal ? unit.now.toISOString() : null,
    voidedAt: null,
    voidReason: null,
    supersedes: head?.id ?? null,
    supersededBy: null,
    storagePath: primary.storagePath,
    fileSize: primary.sizeBytes,
    failureReason: null,
    metadata: { ...options, locale },
    renditions,
    attachments: [],
    ...keepParties(printed),
    references: credited?.status === 'final' ? [buildReference(id, 'credits', credited, unit.now)] : [],
  }
  document.references = replaceSupersedes(document, head, unit.now)
  await appendToChain(app, unit, head, { ...document, supersedes: null } as StoredDocument)
  if (isFinal)
    unit.emit('document.document.finalized', {
      subject: documentUri(id),
      data: { documentId: id, documentNumber: number, documentType: type },
    })
  return unit.create(documents, document, 'stale')
}

interface PrintedVersion {
  printed: PrintedDocument
  layout: Layout
  fingerprint: string
  head: StoredDocument | undefined
}

/**
 * Renders a subject as PDF and HTML. An earlier document with the same options is returned again; any other supersedes the
 * subject's newest one. A draft is compared by its whole content, because it may still change.
 */
export const renderDocument = async (
  app: App,
  unit: Unit,
  spec: DocumentSpec & { isDraft: boolean },
  log: Log,
): Promise<StoredDocument> => {
  const { subject, options, isDraft } = spec
  const print = async () => {
    const printed = await spec.print()
    return { printed, layout: layOut(printed) }
  }
  const draft = isDraft ? await print() : undefined
  const fingerprint = hashContent(JSON.stringify([options, draft?.layout ?? null]))
  const [found, head] = await Promise.all([
    findByContent(app.db, unit.tenant, subject, fingerprint),
    findHead(app.db, unit.tenant, subject),
  ])
  if (found && found.status !== 'superseded') return found
  if (found) return await reinstate(app, unit, head, found)
  return await createDocument(app, unit, spec, { ...(draft ?? (await print())), fingerprint, head }, log)
}
