import type { Language } from '../words.ts'
import { DIGEST_ITEMS_IT, DIGESTS_IT } from './digests.ts'
import { DOCUMENTS_IT } from './documents.ts'
import { FINANCE_IT } from './finance.ts'
import { FRAME_IT } from './frame.ts'
import { FULFILMENT_IT } from './fulfilment.ts'
import { GOODS_IT } from './goods.ts'
import { INTEGRATION_IT } from './integration.ts'
import { NAMES_IT } from './names.ts'
import { PEOPLE_IT } from './people.ts'
import { SALES_IT } from './sales.ts'
import { SHIPPING_IT } from './shipping.ts'

export const it: Language = {
  topics: {
    ...SHIPPING_IT,
    ...FULFILMENT_IT,
    ...SALES_IT,
    ...FINANCE_IT,
    ...DOCUMENTS_IT,
    ...GOODS_IT,
    ...PEOPLE_IT,
    ...INTEGRATION_IT,
  },
  digests: DIGESTS_IT,
  digestItems: DIGEST_ITEMS_IT,
  names: NAMES_IT,
  frame: FRAME_IT,
}
