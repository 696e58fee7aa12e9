import type { Id } from '../../platform/id.ts'
import { cleanTags } from '../../platform/identifiers/clean-tags.ts'
import { foldEmail } from '../../platform/identifiers/fold-email.ts'
import { move } from '../../platform/moves.ts'
import { invalid, Problem } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { CUSTOMER_MOVES, listParts, type StoredCustomer } from './customer.ts'
import { customers, findCustomers } from './customer-store.ts'

/** Customers of which one can consist, so that one transaction can merge it again. */
const MAX_PARTS = 30
const MAX_TAGS = 20
const MAX_NOTE_LENGTH = 5000

const listEmails = (all: readonly StoredCustomer[]): string[] => {
  const bySpelling = new Map<string, string>()
  for (const email of all.flatMap(({ emails }) => emails))
    if (!bySpelling.has(foldEmail(email))) bySpelling.set(foldEmail(email), email)
  return [...bySpelling.values()]
}

const joinNotes = (all: readonly StoredCustomer[]): string | null => {
  const notes = [...new Set(all.flatMap(({ note }) => note ?? []))]
  const joined = notes.join('\n\n')
  if (joined.length > MAX_NOTE_LENGTH)
    throw new Problem('OPERATION_NOT_ALLOWED', `Together, the notes have more than ${MAX_NOTE_LENGTH} characters.`)
  return joined || null
}

const joinTags = (all: readonly StoredCustomer[]): string[] => {
  const tags = cleanTags(all.flatMap((each) => each.tags))
  if (tags.length > MAX_TAGS)
    throw new Problem('OPERATION_NOT_ALLOWED', `Together, the customers have more than ${MAX_TAGS} tags.`)
  return tags
}

/** Consent that one of them refused is refused, since offers need the consent of the person. */
const joinConsents = (all: readonly StoredCustomer[]): StoredCustomer['consents'] => {
  const byMeans = Map.groupBy(
    all.flatMap(({ consents }) => consents),
    ({ means }) => means,
  )
  return [...byMeans.values()].flatMap((each) => each.find(({ isGiven }) => !isGiven) ?? each.slice(0, 1))
}

const mergeInto = (target: StoredCustomer, merged: readonly StoredCustomer[]) => {
  const all = [target, ...merged]
  const parts = [...target.parts, ...merged.flatMap(listParts)]
  if (parts.length >= MAX_PARTS)
    throw new Problem('OPERATION_NOT_ALLOWED', `A customer can consist of at most ${MAX_PARTS}.`)
  return {
    parts,
    name: all.find(({ name }) => name)?.name ?? null,
    phone: all.find(({ phone }) => phone)?.phone ?? null,
    emails: listEmails(all),
    note: joinNotes(all),
    tags: joinTags(all),
    consents: joinConsents(all),
  }
}

/**
 * Makes customers part of another one. Each keeps its orders and their sums, which the other shows as its own: an order that is
 * imported meanwhile, or later, goes where it always did.
 */
export const mergeCustomers = async (
  db: Table,
  unit: Unit,
  id: string,
  customerIds: readonly Id[],
): Promise<StoredCustomer> => {
  const target = await unit.load(customers, id)
  move(CUSTOMER_MOVES, 'customer', target.status, 'change')
  const found = await findCustomers(db, unit.tenant, customerIds)
  const byId = new Map(found.map((each) => [each.id, each]))
  const refused = customerIds.flatMap((each, i) => {
    const propertyPath = `customerIds[${i}]`
    if (each === target.id) return [{ propertyPath, message: 'must be another customer' }]
    return byId.has(each) ? [] : [{ propertyPath, message: 'must be the id of a customer' }]
  })
  if (refused.length) throw invalid(...refused)
  for (const each of found) {
    const status = move(CUSTOMER_MOVES, 'customer', each.status, 'merge')
    unit.update(customers, each, { status, mergedIntoId: target.id })
  }
  const already = await findCustomers(
    db,
    unit.tenant,
    found.flatMap(({ parts }) => parts.map((part) => part.id)),
  )
  for (const each of already) unit.update(customers, each, { mergedIntoId: target.id })
  return unit.update(customers, target, mergeInto(target, found))
}
