import type { StoredDocument } from '../../../document/documents/document.ts'
import { fitsMail } from '../../../document/documents/require-attachable.ts'
import type { App } from '../../../platform/app/app.ts'
import type { Log } from '../../../platform/log.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Unit } from '../../../platform/store/unit.ts'
import { renderOpenItems } from '../../open-items/render-open-items.ts'
import type { StoredInvoice } from '../invoice.ts'

/**
 * Renders the partner's open items in the currency of the invoice, to be sent beside its document. Undefined if they are too
 * many to be read at once or do not fit the mail: a reminder is worth more than a complete one.
 */
export const renderOpenItemsBeside = async (
  app: App,
  unit: Unit,
  { id: invoiceId, partnerId, currencyCode: currency }: StoredInvoice,
  document: StoredDocument,
  log: Log,
): Promise<StoredDocument | undefined> => {
  try {
    const openItems = await renderOpenItems(app, unit, partnerId, { currency }, log)
    if (fitsMail([document, openItems])) return openItems
    log.warn('billing.reminder.open_items_left_out', { invoiceId, reason: 'size' })
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    log.warn('billing.reminder.open_items_left_out', { invoiceId, reason: error.errorCode })
  }
  return undefined
}
