import type { Language } from '../words.ts'
import { DIGEST_ITEMS_ES, DIGESTS_ES } from './digests.ts'
import { DOCUMENTS_ES } from './documents.ts'
import { FINANCE_ES } from './finance.ts'
import { FRAME_ES } from './frame.ts'
import { FULFILMENT_ES } from './fulfilment.ts'
import { GOODS_ES } from './goods.ts'
import { INTEGRATION_ES } from './integration.ts'
import { NAMES_ES } from './names.ts'
import { PEOPLE_ES } from './people.ts'
import { SALES_ES } from './sales.ts'
import { SHIPPING_ES } from './shipping.ts'

export const es: Language = {
  topics: {
    ...SHIPPING_ES,
    ...FULFILMENT_ES,
    ...SALES_ES,
    ...FINANCE_ES,
    ...DOCUMENTS_ES,
    ...GOODS_ES,
    ...PEOPLE_ES,
    ...INTEGRATION_ES,
  },
  digests: DIGESTS_ES,
  digestItems: DIGEST_ITEMS_ES,
  names: NAMES_ES,
  frame: FRAME_ES,
}
