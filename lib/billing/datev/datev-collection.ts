import type { Collection } from '../../data-exchange/exports/collection.ts'
import type { DatevPosting } from './datev-posting.ts'
import { POSTING_SOURCES } from './posting-sources.ts'
import { getFiscalYear, readDatevSettings } from './read-datev-settings.ts'

interface Cursor {
  /** Index of the kind of documents. */
  source: number
  after: string | null
}

/** Most postings that DATEV imports from one file. */
const MAX_POSTINGS = 99_999

/** The postings of a range of days within one fiscal year, as one batch. */
export const datevCollection: Collection<DatevPosting> = {
  name: 'datev_postings',
  scope: 'billing:datev:read',
  maxRows: MAX_POSTINGS,
  async read(app, tenant, { filters: { from = '', to = '' }, after, limit }) {
    const { source, after: position }: Cursor = after === null ? { source: 0, after: null } : JSON.parse(after)
    const readSource = POSTING_SOURCES[source]
    if (!readSource) return { rows: [], next: null }
    const settings = await readDatevSettings(app, tenant)
    const range = { from, to }
    const { postings, next, leftOut } = await readSource(app, tenant, settings, { after: position, limit, range })
    const following: Cursor = next === null ? { source: source + 1, after: null } : { source, after: next }
    const isEnd = following.source === POSTING_SOURCES.length
    return { rows: postings, next: isEnd ? null : JSON.stringify(following), leftOut }
  },
  async createWriter(app, tenant, { filters: { from = '', to = '' }, at }) {
    // Transliteration needs large tables, which only a batch loads.
    const { formatBatchHead, formatPostings } = await import('./format-batch.ts')
    const settings = await readDatevSettings(app, tenant)
    const { first: fiscalYearStart } = getFiscalYear(settings.fiscalYearStart, from)
    return {
      mimeType: 'text/csv; charset=windows-1252',
      head: formatBatchHead({ ...settings, fiscalYearStart, from, to, at }),
      write: formatPostings,
    }
  },
}
