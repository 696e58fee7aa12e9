import type { Language } from '../words.ts'
import { DIGEST_ITEMS_DE, DIGESTS_DE } from './digests.ts'
import { DOCUMENTS_DE } from './documents.ts'
import { FINANCE_DE } from './finance.ts'
import { FRAME_DE } from './frame.ts'
import { FULFILMENT_DE } from './fulfilment.ts'
import { GOODS_DE } from './goods.ts'
import { INTEGRATION_DE } from './integration.ts'
import { NAMES_DE } from './names.ts'
import { PEOPLE_DE } from './people.ts'
import { SALES_DE } from './sales.ts'
import { SHIPPING_DE } from './shipping.ts'

export const de: Language = {
  topics: {
    ...SHIPPING_DE,
    ...FULFILMENT_DE,
    ...SALES_DE,
    ...FINANCE_DE,
    ...DOCUMENTS_DE,
    ...GOODS_DE,
    ...PEOPLE_DE,
    ...INTEGRATION_DE,
  },
  digests: DIGESTS_DE,
  digestItems: DIGEST_ITEMS_DE,
  names: NAMES_DE,
  frame: FRAME_DE,
}
