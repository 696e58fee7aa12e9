import type { AttentionEntry, AttentionKind } from '../../../schemas/workspace/attention.ts'
import type { Scope } from '../access/scopes.ts'
import type { App } from '../app/app.ts'
import type { Sharing } from '../create-sharing.ts'
import type { Id } from '../id.ts'

/** Something that people have to look after, which a module finds. */
export interface AttentionSource {
  /** Scope of the lists to which its entries lead. */
  scope: Scope
  /**
   * Reads counts that are kept where things happen, so its cost does not depend on how much there is. `shared` shares with the
   * other sources what several of them read.
   */
  find(app: App, tenant: Id, shared: Sharing): Promise<AttentionEntry[]>
}

const NOTHING_MORE = {
  oldestAt: null,
  subject: null,
  name: null,
  reason: null,
  partnerId: null,
  currency: null,
  amount: null,
}

type GivenEntry = Partial<AttentionEntry> & Pick<AttentionEntry, 'count' | 'ref'>

export const buildEntry = (kind: AttentionKind, entry: GivenEntry): AttentionEntry => ({
  kind,
  ...NOTHING_MORE,
  ...entry,
})

/** Returns an entry, or none if nothing waits. */
export const buildEntries = (kind: AttentionKind, entry: GivenEntry): AttentionEntry[] =>
  entry.count > 0 ? [buildEntry(kind, entry)] : []
