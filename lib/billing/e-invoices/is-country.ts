import { makeOnce } from '../../platform/make-once.ts'

const names = makeOnce(() => new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }))

/** Regions with a code of their own that are no countries of ISO 3166. */
const OTHER_REGIONS = ['EU', 'EZ', 'UN', 'XA', 'XB', 'XK', 'ZZ', 'QO', 'AC', 'CP', 'CQ', 'DG', 'EA', 'IC', 'TA']

/** Returns whether the text is an ISO 3166 code of a country. */
export const isCountry = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) && !OTHER_REGIONS.includes(code) && names().of(code) !== undefined
