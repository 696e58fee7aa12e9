import type { Language } from '../words.ts'
import { DIGEST_ITEMS_PT, DIGESTS_PT } from './digests.ts'
import { DOCUMENTS_PT } from './documents.ts'
import { FINANCE_PT } from './finance.ts'
import { FRAME_PT } from './frame.ts'
import { FULFILMENT_PT } from './fulfilment.ts'
import { GOODS_PT } from './goods.ts'
import { INTEGRATION_PT } from './integration.ts'
import { NAMES_PT } from './names.ts'
import { PEOPLE_PT } from './people.ts'
import { SALES_PT } from './sales.ts'
import { SHIPPING_PT } from './shipping.ts'

export const pt: Language = {
  topics: {
    ...SHIPPING_PT,
    ...FULFILMENT_PT,
    ...SALES_PT,
    ...FINANCE_PT,
    ...DOCUMENTS_PT,
    ...GOODS_PT,
    ...PEOPLE_PT,
    ...INTEGRATION_PT,
  },
  digests: DIGESTS_PT,
  digestItems: DIGEST_ITEMS_PT,
  names: NAMES_PT,
  frame: FRAME_PT,
}
