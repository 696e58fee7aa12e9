import { getIdTime, type Id } from '../../platform/id.ts'
import { unpackBody } from '../../platform/store/audit/audit-body.ts'
import type { AuditItem } from '../../platform/store/audit/audit-item.ts'
import type { Finding } from './verify-seals.ts'

/** The knowledge that the trail has of a resource. */
interface Known {
  revs: number[]
  isCreated: boolean
  deletions: number
  /** Revisions up to this one may have been recorded before the trail begins. */
  floor: number
}

/** Entries are in the order in which their work began, so near the beginning an older one may have been removed. */
const BORDER_MS = 30 * 60_000

/**
 * Collects the revisions that the entries name, by resource. The order of entries is not that of revisions: an entry has
 * the time at which its work began, so of two concurrent changes the later one may come first.
 */
export class Revisions {
  readonly #known = new Map<string, Known>()
  #begin: number | undefined

  /** `begin` is the time before which entries were removed. */
  constructor(begin: string | undefined) {
    this.#begin = begin === undefined ? undefined : Date.parse(begin)
  }

  take(item: AuditItem): void {
    const at = getIdTime(item.sk).getTime()
    this.#begin ??= at
    const isAtBorder = at < this.#begin + BORDER_MS
    for (const { type, action, resource, rev, resources = [] } of unpackBody(item).entries)
      for (const each of resource !== null && rev !== undefined ? [{ id: resource, rev }] : resources) {
        const name = `${type} ${each.id}`
        const known = this.#known.get(name) ?? { revs: [], isCreated: false, deletions: 0, floor: 0 }
        this.#known.set(name, known)
        if (action === 'create') known.isCreated = true
        if (action === 'delete') known.deletions++
        else known.revs.push(each.rev)
        if (isAtBorder && !known.isCreated) known.floor = Math.max(known.floor, each.rev)
      }
  }

  /** Returns true if the resource was created while the trail was kept. */
  #isWithin(id: Id): boolean {
    return this.#begin !== undefined && getIdTime(id).getTime() >= this.#begin + BORDER_MS
  }

  /** Compares a resource as it is stored with its entries. */
  compare(type: string, id: Id, rev: number): Finding | undefined {
    const name = `${type} ${id}`
    const known = this.#known.get(name)
    if (!known) return this.#isWithin(id) ? { kind: 'newest_entry_missing', at: name } : undefined
    const newest = Math.max(0, ...known.revs)
    if (known.deletions) return known.revs.includes(rev) ? undefined : { kind: 'newest_entry_missing', at: name }
    if (rev > newest) return { kind: 'newest_entry_missing', at: name }
    return rev < newest ? { kind: 'resource_reverted', at: name } : undefined
  }

  /** Finds revisions that no entry names, and those that two name. */
  findGaps(): Finding[] {
    return [...this.#known].flatMap(([name, { revs, isCreated, deletions, floor }]) => {
      const distinct = new Set(revs)
      const findings: Finding[] = []
      if (!deletions && distinct.size < revs.length) findings.push({ kind: 'revision_twice', at: name })
      const [, id = ''] = name.split(' ')
      const first = isCreated || this.#isWithin(id) ? 1 : Math.max(floor, Math.min(...revs))
      for (let rev = first; rev <= Math.max(0, ...revs); rev++)
        if (!distinct.has(rev)) findings.push({ kind: 'revision_missing', at: `${name} ${rev}` })
      return findings
    })
  }

  /** Lists the resources of a kind whose deletion no entry names. */
  listExpected(type: string): string[] {
    return [...this.#known].flatMap(([name, { deletions }]) =>
      name.startsWith(`${type} `) && !deletions ? [name.slice(type.length + 1)] : [],
    )
  }
}
