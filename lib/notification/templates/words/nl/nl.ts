import type { Language } from '../words.ts'
import { DIGEST_ITEMS_NL, DIGESTS_NL } from './digests.ts'
import { DOCUMENTS_NL } from './documents.ts'
import { FINANCE_NL } from './finance.ts'
import { FRAME_NL } from './frame.ts'
import { FULFILMENT_NL } from './fulfilment.ts'
import { GOODS_NL } from './goods.ts'
import { INTEGRATION_NL } from './integration.ts'
import { NAMES_NL } from './names.ts'
import { PEOPLE_NL } from './people.ts'
import { SALES_NL } from './sales.ts'
import { SHIPPING_NL } from './shipping.ts'

export const nl: Language = {
  topics: {
    ...SHIPPING_NL,
    ...FULFILMENT_NL,
    ...SALES_NL,
    ...FINANCE_NL,
    ...DOCUMENTS_NL,
    ...GOODS_NL,
    ...PEOPLE_NL,
    ...INTEGRATION_NL,
  },
  digests: DIGESTS_NL,
  digestItems: DIGEST_ITEMS_NL,
  names: NAMES_NL,
  frame: FRAME_NL,
}
