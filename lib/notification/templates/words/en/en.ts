import type { Language } from '../words.ts'
import { DIGEST_ITEMS_EN, DIGESTS_EN } from './digests.ts'
import { DOCUMENTS_EN } from './documents.ts'
import { FINANCE_EN } from './finance.ts'
import { FRAME_EN } from './frame.ts'
import { FULFILMENT_EN } from './fulfilment.ts'
import { GOODS_EN } from './goods.ts'
import { INTEGRATION_EN } from './integration.ts'
import { NAMES_EN } from './names.ts'
import { PEOPLE_EN } from './people.ts'
import { SALES_EN } from './sales.ts'
import { SHIPPING_EN } from './shipping.ts'

export const en: Language = {
  topics: {
    ...SHIPPING_EN,
    ...FULFILMENT_EN,
    ...SALES_EN,
    ...FINANCE_EN,
    ...DOCUMENTS_EN,
    ...GOODS_EN,
    ...PEOPLE_EN,
    ...INTEGRATION_EN,
  },
  digests: DIGESTS_EN,
  digestItems: DIGEST_ITEMS_EN,
  names: NAMES_EN,
  frame: FRAME_EN,
}
