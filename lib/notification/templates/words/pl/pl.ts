import type { Language } from '../words.ts'
import { DIGEST_ITEMS_PL, DIGESTS_PL } from './digests.ts'
import { DOCUMENTS_PL } from './documents.ts'
import { FINANCE_PL } from './finance.ts'
import { FRAME_PL } from './frame.ts'
import { FULFILMENT_PL } from './fulfilment.ts'
import { GOODS_PL } from './goods.ts'
import { INTEGRATION_PL } from './integration.ts'
import { NAMES_PL } from './names.ts'
import { PEOPLE_PL } from './people.ts'
import { SALES_PL } from './sales.ts'
import { SHIPPING_PL } from './shipping.ts'

export const pl: Language = {
  topics: {
    ...SHIPPING_PL,
    ...FULFILMENT_PL,
    ...SALES_PL,
    ...FINANCE_PL,
    ...DOCUMENTS_PL,
    ...GOODS_PL,
    ...PEOPLE_PL,
    ...INTEGRATION_PL,
  },
  digests: DIGESTS_PL,
  digestItems: DIGEST_ITEMS_PL,
  names: NAMES_PL,
  frame: FRAME_PL,
}
