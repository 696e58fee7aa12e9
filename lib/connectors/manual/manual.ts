import type { Connector } from '../connector.ts'

/** No store: orders come by bulk import alone. */
export const manual: Connector = {
  type: 'manual',
  keys: { required: [], secret: [] },
  pace: { burst: 1, perSecond: 1 },
  prepare: () => ({}),
}
