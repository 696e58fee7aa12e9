import type { Tenant } from './client.ts'
import { compareWithList, type Listed } from './ledger.ts'
import { NOUNS, type Noun, PIECES } from './nouns.ts'
import { callFor } from './sender.ts'

const PAGE_SIZE = 100

/** Reads all pages of a list; throws if it counts other members than it lists. */
export const listAll = async <T>({ sender }: Tenant, path: string, sizeName = 'itemsPerPage'): Promise<T[]> => {
  const call = callFor(sender)
  const found: T[] = []
  for (let page = 1; ; page++) {
    const { member, totalItems } = await call('GET', `${path}?${sizeName}=${PAGE_SIZE}&page=${page}`)
    found.push(...member)
    if (member.length === PAGE_SIZE) continue
    if (found.length === totalItems) return found
    throw new Error(`${path} lists ${found.length} members and counts ${totalItems}`)
  }
}

const listNamed = async (tenant: Tenant, { path, nameOf }: Noun): Promise<Listed[]> =>
  (await listAll<Listed>(tenant, path)).map((each) => ({ id: each.id, name: nameOf(each) }))

const checkStock = async ({ sender, ground, writtenOff }: Tenant): Promise<string[]> => {
  const { onHand } = await callFor(sender)('GET', `/api/inventory/stock-items/${ground.stockItemId}`)
  const { sure, unclear } = writtenOff
  const left = PIECES - onHand
  return left >= sure && left <= sure + unclear
    ? []
    : [`${left} pieces were written off, and ${sure} were acknowledged, ${unclear} are unclear`]
}

/** Compares what a tenant has with what its clients were told; returns sentences about what differs. */
export const checkTenant = async (tenant: Tenant): Promise<string[]> => {
  const wrong = await checkStock(tenant)
  for (const noun of NOUNS) {
    const entries = tenant.entries.filter(({ path }) => path === noun.path)
    wrong.push(...compareWithList(entries, await listNamed(tenant, noun)))
  }
  return wrong.map((each) => `${tenant.sender.tenant}: ${each}`)
}
