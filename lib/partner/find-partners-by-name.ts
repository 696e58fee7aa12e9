import type { Id } from '../platform/id.ts'
import { splitSearchWords } from '../platform/store/entities/entity.ts'
import type { Table } from '../platform/store/table/table.ts'
import { readPageOfPartners, type StoredPartner } from './partner-store.ts'

/** Words of legal forms, which payers and invoices write differently or leave out. */
const LEGAL_FORMS = new Set(
  'ag bv co cv eg ek gbr gmbh haftungsbeschrankt inc kg kgaa limited llc llp ltd mbh nv oy ohg plc sa sarl sas se sl sp srl ug und and u z o'.split(
    ' ',
  ),
)

const listNameWords = (name: string): string[] => splitSearchWords(name).filter((word) => !LEGAL_FORMS.has(word))

const MAX_FOUND = 10

/** Returns partners whose name has the same words in any order, apart from legal forms; in two reads, at most ten. */
export const findPartnersByName = async (db: Table, tenant: Id, name: string): Promise<StoredPartner[]> => {
  const words = listNameWords(name)
  if (!words.length) return []
  const { items } = await readPageOfPartners(db, tenant, { page: 1, itemsPerPage: MAX_FOUND }, words.join(' '))
  const wanted = words.toSorted().join(' ')
  return items.filter((partner) => listNameWords(partner.name).toSorted().join(' ') === wanted)
}
