import type { StoredDocument } from '../document/documents/document.ts'
import type { Making } from '../document/documents/render-document.ts'
import type { Stationery } from '../document/printing/letterhead.ts'
import type { PrintedDocument } from '../document/printing/printed.ts'
import type { StoredPartner } from '../partner/partner-store.ts'
import { requirePartner } from '../partner/require-partner.ts'
import type { App } from '../platform/app/app.ts'
import type { Id } from '../platform/id.ts'
import type { Log } from '../platform/log.ts'
import type { Unit } from '../platform/store/unit.ts'

interface ForPartner extends Omit<Making, 'source' | 'print'> {
  partnerId: Id
  isDraft: boolean
  print: (partner: StoredPartner, stationery: Stationery) => PrintedDocument | Promise<PrintedDocument>
}

/** A document that a partner gets, on the tenant's paper and in the partner's language. */
export const renderForPartner = async (
  app: App,
  unit: Unit,
  { partnerId, print, ...making }: ForPartner,
  log: Log,
): Promise<StoredDocument> => {
  // Few requests of this module need them.
  const [{ renderDocument }, { readStationery: stationeryOf }] = await Promise.all([
    import('../document/documents/render-document.ts'),
    import('../document/printing/letterhead.ts'),
  ])
  return await renderDocument(
    app,
    unit,
    {
      ...making,
      source: 'billing',
      async print() {
        const [partner, stationery] = await Promise.all([
          requirePartner(app.db, unit.tenant, partnerId),
          stationeryOf(app, unit.tenant, log),
        ])
        return await print(partner, stationery)
      },
    },
    log,
  )
}
