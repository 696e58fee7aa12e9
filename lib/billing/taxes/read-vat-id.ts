import { VAT_ID_PATTERN } from '../../../schemas/vat-id.ts'

const FORMAT = new RegExp(VAT_ID_PATTERN)

/** Returns the VAT id. It may be entered as the tax id, so one that looks like it counts. */
export const readVatId = ({ vatId, taxId }: { vatId: string | null; taxId: string | null }): string | null =>
  vatId ?? (taxId && FORMAT.test(taxId) ? taxId : null)
