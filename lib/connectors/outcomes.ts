import { ConnectorError, type ExternalVariant, type PushOutcome } from './connector.ts'

/** What came of what is pushed, while it is being pushed. */
export interface Outcomes {
  confirm(id: string, confirmed: ExternalVariant): void
  refuse(id: string, refused: string): void
  fail(id: string, failed: ConnectorError): void
  /** Does a part of it; where the store answers that part with an error, only that part has failed. */
  part(ids: readonly string[], work: () => Promise<void>): Promise<void>
  /** Whether nothing is known of it yet. */
  isOpen(item: { id: string }): boolean
}

/** Does what is to be done for all, and tells an outcome for each; throws where all of it failed. */
export const collectOutcomes = async (
  pushed: readonly { id: string }[],
  work: (outcomes: Outcomes) => Promise<void>,
): Promise<PushOutcome[]> => {
  const known = new Map<string, PushOutcome>()
  const tell = (outcome: PushOutcome) => void (known.has(outcome.id) || known.set(outcome.id, outcome))
  const fail = (ids: readonly string[], error: unknown) => {
    if (!(error instanceof ConnectorError)) throw error
    for (const id of ids) tell({ id, failed: error })
  }
  const ids = pushed.map(({ id }) => id)
  try {
    await work({
      confirm: (id, confirmed) => tell({ id, confirmed }),
      refuse: (id, refused) => tell({ id, refused }),
      fail: (id, failed) => tell({ id, failed }),
      isOpen: ({ id }) => !known.has(id),
      async part(some, does) {
        try {
          await does()
        } catch (error) {
          // Whatever else is wrong with a store is wrong for all that follows, too.
          if (!(error instanceof ConnectorError && error.code === 'UPSTREAM_ERROR')) throw error
          fail(some, error)
        }
      },
    })
  } catch (error) {
    fail(ids, error)
  }
  const unknown = new ConnectorError('UPSTREAM_ERROR', 'The store does not tell what became of it.')
  const outcomes = ids.map((id): PushOutcome => known.get(id) ?? { id, failed: unknown })
  const [first] = outcomes
  if (first && 'failed' in first && outcomes.every((outcome) => 'failed' in outcome)) throw first.failed
  return outcomes
}

/** Items in their groups, in the order in which each group is met first. */
export const groupItems = <T>(items: readonly T[], groupOf: (item: T) => string): T[][] => [
  ...Map.groupBy(items, groupOf).values(),
]
