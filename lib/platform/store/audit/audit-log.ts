import { type Id, parseId } from '../../id.ts'
import type { AuditRule } from '../entities/audit-rule.ts'
import type { Entity, Stored } from '../entities/entity.ts'
import type { Item } from '../table/table.ts'
import { buildAuditItem } from './audit-item.ts'
import type { AuditActor, AuditNote } from './audit-note.ts'
import { listFieldChanges } from './field-changes.ts'

interface Recorded {
  tenant: Id
  by: AuditActor
  note: AuditNote
  /** Entries with the same place share an item. */
  place: string
}

/** The actor who causes the entries, as the scope of a unit says. */
interface Cause {
  actor: Id | null
  source?:
    | { actorType: 'person' | 'service_account'; requestId?: string; address?: string; operation?: string }
    | undefined
}

/** Another tenant or actor than those of the unit. */
export type By = Partial<AuditActor> & { tenant: Id }

interface Change<T> {
  before: T | undefined
  after: T | undefined
}

const EVERYTHING: AuditRule = {}

const NO_CHANGES = { changes: [] }

const toAction = ({ before, after }: Change<unknown>) => (!before ? 'create' : after ? 'update' : 'delete')

/** Joins the summaries of one kind and action. */
const joinSummaries = (notes: readonly AuditNote[]): AuditNote[] => {
  const joined: AuditNote[] = []
  const summaries = new Map<string, number>()
  for (const note of notes) {
    const name = `${note.type} ${note.action}`
    const at = note.resources && summaries.get(name)
    if (at !== undefined) {
      const known = joined[at] as AuditNote
      joined[at] = { ...known, resources: [...(known.resources ?? []), ...(note.resources ?? [])] }
      continue
    }
    if (note.resources) summaries.set(name, joined.length)
    joined.push(note)
  }
  return joined
}

/** The entries of a unit, which become one item of the audit trail for each tenant and actor. */
export class AuditLog {
  #recorded: readonly Recorded[] = []
  readonly #by: AuditActor

  constructor({ actor, source }: Cause) {
    this.#by = {
      actor,
      actorType: source?.actorType ?? (actor === null ? 'platform' : 'person'),
      requestId: source?.requestId ?? null,
      operation: source?.operation ?? null,
      address: source?.address ?? null,
    }
  }

  /** Number of items that the entries take. */
  get size(): number {
    return new Set(this.#recorded.map(({ place }) => place)).size
  }

  /** Adds an entry for what no entity records; what belongs to no tenant has no trail. */
  add({ tenant, ...own }: By, note: AuditNote): void {
    if (parseId(tenant) !== tenant) return
    const by = { ...this.#by, ...own }
    const place = JSON.stringify([tenant, by.actor, by.address])
    this.#recorded = [...this.#recorded, { tenant, by, note, place }]
  }

  /** Adds the entry of a change of a resource as the rule of its kind says. */
  addChange<T extends Stored>(tenant: Id, kind: Entity<T>, { before, after }: Change<T>): void {
    if (kind.audit === false) return
    const rule = (kind.audit ?? EVERYTHING) as AuditRule
    const ofPlatform = this.#by.actor === null ? rule.platform : undefined
    if (ofPlatform === 'none') return
    const { id, rev } = (after ?? before) as T
    const about = { action: toAction({ before, after }), type: kind.name } as const
    const note: AuditNote =
      ofPlatform === 'summary'
        ? { ...about, resource: null, changes: [], resources: [{ id, rev }] }
        : {
            ...about,
            resource: id,
            rev,
            ...(before || !rule.platform ? listFieldChanges(rule, { before, after }) : NO_CHANGES),
          }
    this.add({ tenant }, note)
  }

  /** Returns a function that removes everything added from now on. */
  createSavepoint(): () => void {
    const recorded = this.#recorded
    return () => {
      this.#recorded = recorded
    }
  }

  /** Returns the items to write, and forgets their entries. */
  takeItems(now: Date): Item[] {
    const places = Map.groupBy(this.#recorded, ({ place }) => place)
    this.#recorded = []
    return [...places.values()].map((recorded) => {
      const { tenant, by } = recorded[0] as Recorded
      return buildAuditItem(tenant, now, by, joinSummaries(recorded.map(({ note }) => note)))
    })
  }
}
