import type { Language } from '../words.ts'
import { DIGEST_ITEMS_AR, DIGESTS_AR } from './digests.ts'
import { DOCUMENTS_AR } from './documents.ts'
import { FINANCE_AR } from './finance.ts'
import { FRAME_AR } from './frame.ts'
import { FULFILMENT_AR } from './fulfilment.ts'
import { GOODS_AR } from './goods.ts'
import { INTEGRATION_AR } from './integration.ts'
import { NAMES_AR } from './names.ts'
import { PEOPLE_AR } from './people.ts'
import { SALES_AR } from './sales.ts'
import { SHIPPING_AR } from './shipping.ts'

export const ar: Language = {
  topics: {
    ...SHIPPING_AR,
    ...FULFILMENT_AR,
    ...SALES_AR,
    ...FINANCE_AR,
    ...DOCUMENTS_AR,
    ...GOODS_AR,
    ...PEOPLE_AR,
    ...INTEGRATION_AR,
  },
  digests: DIGESTS_AR,
  digestItems: DIGEST_ITEMS_AR,
  names: NAMES_AR,
  frame: FRAME_AR,
}
