import type { Language } from '../words.ts'
import { DIGEST_ITEMS_JA, DIGESTS_JA } from './digests.ts'
import { DOCUMENTS_JA } from './documents.ts'
import { FINANCE_JA } from './finance.ts'
import { FRAME_JA } from './frame.ts'
import { FULFILMENT_JA } from './fulfilment.ts'
import { GOODS_JA } from './goods.ts'
import { INTEGRATION_JA } from './integration.ts'
import { NAMES_JA } from './names.ts'
import { PEOPLE_JA } from './people.ts'
import { SALES_JA } from './sales.ts'
import { SHIPPING_JA } from './shipping.ts'

export const ja: Language = {
  topics: {
    ...SHIPPING_JA,
    ...FULFILMENT_JA,
    ...SALES_JA,
    ...FINANCE_JA,
    ...DOCUMENTS_JA,
    ...GOODS_JA,
    ...PEOPLE_JA,
    ...INTEGRATION_JA,
  },
  digests: DIGESTS_JA,
  digestItems: DIGEST_ITEMS_JA,
  names: NAMES_JA,
  frame: FRAME_JA,
}
