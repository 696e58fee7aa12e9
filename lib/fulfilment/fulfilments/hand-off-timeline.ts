import type { TimelineRule } from '../../platform/store/entities/timeline.ts'
import { fulfilmentUri } from './fulfilment.ts'
import type { StoredFulfilment } from './fulfilment-store.ts'

/** The steps of the hand-offs of a sales order; one that takes another back is told instead of the change of that. */
export const handOffTimeline: TimelineRule<StoredFulfilment> = {
  of: ({ salesOrderId }) => salesOrderId,
  uri: ({ fulfilmentOrderId, id }) => fulfilmentUri(fulfilmentOrderId, id),
  tell: ({ lines, reverses }, before) =>
    before
      ? []
      : [
          {
            step: reverses ? 'fulfilment.reversed' : 'fulfilment.handed_over',
            details: { pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0) },
          },
        ],
}
