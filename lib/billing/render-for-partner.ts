import type { StoredDocument } from '../document/documents/document.ts'
import type { DocumentSpec } from '../document/documents/render-document.ts'
import type { PrintedDocument } from '../document/printing/printed-document.ts'
import type { Stationery } from '../document/printing/stationery.ts'
import type { StoredPartner } from '../partner/partner-store.ts'
import { requirePartner } from '../partner/require-partner.ts'
import type { App } from '../platform/app/app.ts'
import type { Id } from '../platform/id.ts'
import type { Log } from '../platform/log.ts'
import type { Entity, Stored } from '../platform/store/entities/entity.ts'
import type { Unit } from '../platform/store/unit.ts'

interface PartnerDocument extends Omit<DocumentSpec, 'source' | 'print'> {
  partnerId: Id
  isDraft: boolean
  print: (partner: StoredPartner, stationery: Stationery) => PrintedDocument | Promise<PrintedDocument>
}

/** Renders a document for a partner, with the tenant's letterhead and in the partner's language. */
export const renderForPartner = async (
  app: App,
  unit: Unit,
  { partnerId, print, ...spec }: PartnerDocument,
  log: Log,
): Promise<StoredDocument> => {
  // Loaded late, because few requests of this module need them.
  const [{ renderDocument }, { readStationery }] = await Promise.all([
    import('../document/documents/render-document.ts'),
    import('../document/printing/stationery.ts'),
  ])
  return await renderDocument(
    app,
    unit,
    {
      ...spec,
      source: 'billing',
      async print() {
        const [partner, stationery] = await Promise.all([
          requirePartner(app.db, unit.tenant, partnerId),
          readStationery(app, unit.tenant, log),
        ])
        return await print(partner, stationery)
      },
    },
    log,
  )
}

/** Renders the current document of a record; the work is run again if the record changes meanwhile. */
export const renderRecord = async <T extends Stored & { partnerId: Id }>(
  app: App,
  unit: Unit,
  kind: Entity<T>,
  record: NoInfer<T>,
  spec: Omit<PartnerDocument, 'partnerId' | 'sourceRef'>,
  log: Log,
): Promise<StoredDocument> => {
  unit.require(kind, record)
  return await renderForPartner(app, unit, { ...spec, sourceRef: record.id, partnerId: record.partnerId }, log)
}
