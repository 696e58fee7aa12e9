import type { Asked } from './server.ts'

/** A fulfilment as the staff of a shop sees it. */
export interface Shown {
  number: string | null
  /** Null if the platform does not know its pieces. */
  pieces: number | null
}

/** Direct access to the fulfilments of a shop, without its connector. */
export interface Dock {
  shown(orderId: number): Shown[]
  /** Fulfils pieces of a line by hand, in the shop itself; by default of the first line. */
  fulfil(orderId: number, pieces: number, number: string | null, line?: number): void
  /** Notes of the order, the oldest first; absent if the platform has none. */
  notes?(orderId: number): { text: string; isPublic: boolean }[]
  /** Cancels the order in the shop. */
  cancel(orderId: number): void
  /** Refunds all of the order's payment, as the platform shows it. */
  refund(orderId: number): void
}

/** Tells whether a request changes something in a shop. */
export const isWrite = ({ method, path, body }: Asked): boolean => {
  if (path.endsWith('/token')) return false
  const query = String(body.query ?? '')
  return query ? query.startsWith('mutation') && !query.startsWith('mutation Login') : method !== 'GET'
}
