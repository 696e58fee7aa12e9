import { ConnectorError, type ExternalVariant, type PushOutcome } from './connector.ts'
import { type ConfirmedLevel, MISSING } from './stock/level-to-push.ts'

/** Collects the outcomes of a push; the first outcome of an item counts. */
export interface Outcomes {
  confirm(id: string, confirmed: ExternalVariant, level?: ConfirmedLevel): void
  refuse(id: string, refused: string): void
  /** Refuses the stock of a variant that the shop does not have any more. */
  miss(id: string): void
  fail(id: string, failed: ConnectorError): void
  /** Runs a part of the work; an `UPSTREAM_ERROR` fails the items of that part only. */
  part(ids: readonly string[], work: () => Promise<void>): Promise<void>
  /** Returns true if the item has no outcome yet. */
  isOpen(item: { id: string }): boolean
}

/** Runs a push and returns an outcome for each item. Throws if every item failed. */
export const collectOutcomes = async (
  pushed: readonly { id: string }[],
  work: (outcomes: Outcomes) => Promise<void>,
): Promise<PushOutcome[]> => {
  const known = new Map<string, PushOutcome>()
  const record = (outcome: PushOutcome) => void (known.has(outcome.id) || known.set(outcome.id, outcome))
  const fail = (ids: readonly string[], error: unknown) => {
    if (!(error instanceof ConnectorError)) throw error
    for (const id of ids) record({ id, failed: error })
  }
  const ids = pushed.map(({ id }) => id)
  try {
    await work({
      confirm: (id, confirmed, level) => record({ id, confirmed, ...(level && { level }) }),
      refuse: (id, refused) => record({ id, refused }),
      miss: (id) => record({ id, ...MISSING }),
      fail: (id, failed) => record({ id, failed }),
      isOpen: ({ id }) => !known.has(id),
      async part(some, does) {
        try {
          await does()
        } catch (error) {
          // Any other error affects the remaining parts as well.
          if (!(error instanceof ConnectorError && error.code === 'UPSTREAM_ERROR')) throw error
          fail(some, error)
        }
      },
    })
  } catch (error) {
    fail(ids, error)
  }
  const unknown = new ConnectorError('UPSTREAM_ERROR', 'The shop did not report the result.')
  const outcomes = ids.map((id): PushOutcome => known.get(id) ?? { id, failed: unknown })
  const [first] = outcomes
  if (first && 'failed' in first && outcomes.every((outcome) => 'failed' in outcome)) throw first.failed
  return outcomes
}

/** Items of one group; never empty. */
export type Group<T> = readonly [T, ...T[]]

/** Groups items by a key, in the order in which the keys first appear. */
export const groupItems = <T extends object>(items: readonly T[], getKey: (item: T) => string): Group<T>[] =>
  [...Map.groupBy(items, getKey).values()].flatMap(([first, ...others]): Group<T>[] =>
    first ? [[first, ...others]] : [],
  )
