import type { UpdateCustomerInput } from '../../../schemas/sales/customers/customer.ts'
import { cleanTags } from '../../platform/identifiers/clean-tags.ts'
import { move } from '../../platform/moves.ts'
import { invalid } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { trimText } from '../order-parts/trim-text.ts'
import { CUSTOMER_MOVES, type StoredCustomer } from './customer.ts'
import { customers } from './customer-store.ts'

const readConsents = (given: NonNullable<UpdateCustomerInput['consents']>, now: Date): StoredCustomer['consents'] => {
  const means = given.map((each) => each.means)
  const repeated = means.findIndex((each, i) => means.indexOf(each) !== i)
  if (repeated >= 0) throw invalid({ propertyPath: `consents[${repeated}].means`, message: 'must not be there twice' })
  return given.map(({ decidedAt, source, ...each }) => ({
    ...each,
    source: trimText(source),
    decidedAt: (decidedAt ? new Date(decidedAt) : now).toISOString(),
  }))
}

/** Changes what people say of a customer. */
export const updateCustomer = async (unit: Unit, id: string, given: UpdateCustomerInput): Promise<StoredCustomer> => {
  const before = await unit.load(customers, id)
  move(CUSTOMER_MOVES, 'customer', before.status, 'change')
  const { name, phone, note, tags, consents } = given
  return unit.update(customers, before, {
    ...(name !== undefined && { name: trimText(name) }),
    ...(phone !== undefined && { phone: trimText(phone) }),
    ...(note !== undefined && { note: trimText(note) }),
    ...(tags && { tags: cleanTags(tags) }),
    ...(consents && { consents: readConsents(consents, unit.now) }),
  })
}
