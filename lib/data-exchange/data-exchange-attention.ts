import { type AttentionSource, buildEntries } from '../platform/attention/attention.ts'
import { countByFacets } from '../platform/store/lists/list-where.ts'
import { conflicts } from './conflict-store.ts'

const openConflicts: AttentionSource = {
  scope: 'data_exchange:conflict:read',
  async find({ db }, tenant) {
    const groups = await countByFacets(db, conflicts, tenant, {}, ({ status }) => status === 'open')
    return groups.flatMap(({ count, oldestAt }) =>
      buildEntries('conflicts', { count, oldestAt, ref: '/api/data-exchange/conflicts?status=open' }),
    )
  },
}

/** Finds what somebody has to look after in data exchange. */
export const DATA_EXCHANGE_ATTENTION: readonly AttentionSource[] = [openConflicts]
