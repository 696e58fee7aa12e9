import type { Language } from '../words.ts'
import { DIGEST_ITEMS_FR, DIGESTS_FR } from './digests.ts'
import { DOCUMENTS_FR } from './documents.ts'
import { FINANCE_FR } from './finance.ts'
import { FRAME_FR } from './frame.ts'
import { FULFILMENT_FR } from './fulfilment.ts'
import { GOODS_FR } from './goods.ts'
import { INTEGRATION_FR } from './integration.ts'
import { NAMES_FR } from './names.ts'
import { PEOPLE_FR } from './people.ts'
import { SALES_FR } from './sales.ts'
import { SHIPPING_FR } from './shipping.ts'

export const fr: Language = {
  topics: {
    ...SHIPPING_FR,
    ...FULFILMENT_FR,
    ...SALES_FR,
    ...FINANCE_FR,
    ...DOCUMENTS_FR,
    ...GOODS_FR,
    ...PEOPLE_FR,
    ...INTEGRATION_FR,
  },
  digests: DIGESTS_FR,
  digestItems: DIGEST_ITEMS_FR,
  names: NAMES_FR,
  frame: FRAME_FR,
}
