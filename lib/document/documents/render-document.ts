import { hash } from 'node:crypto'
import type { DocumentFormat, Rendition } from '../../../schemas/document/document.ts'
import type { App } from '../../platform/app/app.ts'
import { deriveId, type Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { move } from '../../platform/states.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { renderHtml } from '../printing/html.ts'
import { type Layout, layOut } from '../printing/layout.ts'
import type { PrintedDocument } from '../printing/printed.ts'
import { hasUnknownLetters } from '../typesetting/fonts.ts'
import { NotTypeset } from '../typesetting/typst.ts'
import { DOCUMENT_MOVES, documentUri, MIME_TYPES, type StoredDocument } from './document.ts'
import { documents, findByContent, findDocument, findHead, putHead } from './document-store.ts'
import { referenceTo, superseding } from './references.ts'

export interface Making {
  /** URI of what it is the document of. */
  subject: string
  source: string
  sourceRef: Id
  /** All that two renderings must have in common to be one document, where the subject itself does not change any more. */
  options: Readonly<Record<string, string>>
  /** URI of the invoice that this is a credit note for. */
  credits?: string
  print: () => Promise<PrintedDocument>
}

const TEMPLATE_VERSION = 1

const hashContent = (content: string | Uint8Array) => hash('sha256', content, 'hex')

const renderPdfWithLog = async (layout: Layout, log: Log): Promise<Buffer> => {
  const { renderPdf: pdfOf } = await import('../printing/pdf.ts')
  try {
    return await pdfOf(layout)
  } catch (error) {
    if (!(error instanceof NotTypeset) || !layout.issuer.logo) throw error
    log.warn('document.logo.unusable', { reason: error.message })
    return await pdfOf({ ...layout, issuer: { ...layout.issuer, logo: null } })
  }
}

/** Stored under what it is, so that storing it twice, or dying after it, leaves nothing wrong. */
const store = async ({ files }: App, tenant: Id, format: DocumentFormat, content: Uint8Array) => {
  const storagePath = `tenants/${tenant}/documents/${hashContent(content)}.${format}`
  await files.put(storagePath, content, MIME_TYPES[format])
  return { format, storagePath, sizeBytes: content.length }
}

const createRenditions = async (app: App, unit: Unit, id: Id, layout: Layout, locale: string, log: Log) => {
  const stored = await Promise.all([
    renderPdfWithLog(layout, log).then((content) => store(app, unit.tenant, 'pdf', content)),
    store(app, unit.tenant, 'html', Buffer.from(renderHtml(layout))),
  ])
  return stored.map(
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
}

/** Puts the document at the end of its subject's chain; what stood there is superseded. */
const putLast = async (app: App, unit: Unit, head: StoredDocument | undefined, last: StoredDocument) => {
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
    ...(after && { references: superseding(after, before, unit.now) }),
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
  await putLast(app, unit, head, found)
  const references = superseding(found, head, unit.now)
  return unit.update(documents, found, { status, supersedes: head?.id ?? null, supersededBy: null, references })
}

const create = async (
  app: App,
  unit: Unit,
  { subject, source, sourceRef, options, credits }: Making,
  { printed, layout, fingerprint, head }: Made,
  log: Log,
) => {
  const { kind: type, number, locale, mark } = printed
  const id = unit.newId()
  if (hasUnknownLetters(JSON.stringify(layout.rows) + layout.recipient.lines.join('')))
    log.warn('document.letters.missing', { documentId: id })
  const [renditions, credited] = await Promise.all([
    createRenditions(app, unit, id, layout, locale, log),
    credits === undefined ? undefined : findHead(app.db, unit.tenant, credits),
  ])
  const [primary] = renditions as [Rendition]
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
    generatedBy: unit.actor,
    primaryFormat: 'pdf',
    templateId: type,
    templateVersion: TEMPLATE_VERSION,
    expiresAt: null,
    finalizedAt: isFinal ? unit.now.toISOString() : null,
    voidedAt: null,
    voidReason: null,
    supersedes: head?.id ?? null,
    supersededBy: null,
    storagePath: primary.storagePath as string,
    fileSize: primary.sizeBytes as number,
    failureReason: null,
    metadata: { ...options, locale },
    renditions,
    attachments: [],
    references: credited?.status === 'final' ? [referenceTo(id, 'credits', credited, unit.now)] : [],
  }
  document.references = superseding(document, head, unit.now)
  await putLast(app, unit, head, { ...document, supersedes: null } as StoredDocument)
  if (isFinal)
    unit.emit('document.document.finalized', {
      subject: documentUri(id),
      data: { documentId: id, documentNumber: number, documentType: type },
    })
  return unit.create(documents, document, 'stale')
}

interface Made {
  printed: PrintedDocument
  layout: Layout
  fingerprint: string
  head: StoredDocument | undefined
}

/**
 * The document of a subject, as PDF and HTML. What was made once with the same options is the same document; anything else
 * supersedes the subject's last one. A draft is compared by all that it says, since it may still change.
 */
export const renderDocument = async (
  app: App,
  unit: Unit,
  making: Making & { isDraft: boolean },
  log: Log,
): Promise<StoredDocument> => {
  const { subject, options, isDraft } = making
  const make = async () => {
    const printed = await making.print()
    return { printed, layout: layOut(printed) }
  }
  const made = isDraft ? await make() : undefined
  const fingerprint = hashContent(JSON.stringify([options, made?.layout ?? null]))
  const [found, head] = await Promise.all([
    findByContent(app.db, unit.tenant, subject, fingerprint),
    findHead(app.db, unit.tenant, subject),
  ])
  if (found && found.status !== 'superseded') return found
  if (found) return await reinstate(app, unit, head, found)
  return await create(app, unit, making, { ...(made ?? (await make())), fingerprint, head }, log)
}
