import { ConnectorError } from '../connector.ts'
import type { Publication, PublicationOutcome, ShopFulfilment } from './fulfilment.ts'
import { findLacking, findOwnFulfilments, isOutdated, type OpenLine, type Pieces } from './match-parcel.ts'

export type Hindrance = Exclude<PublicationOutcome, { published: unknown }>

/** An order as the shop has it now. */
export interface SeenOrder {
  fulfilments: readonly ShopFulfilment[]
  /** Lines with pieces that the shop still expects. */
  lines: readonly OpenLine[]
  /** Why the shop would not accept a fulfilment now. */
  hindrance?: Hindrance | undefined
}

/** The calls of a platform for one parcel. A call that returns a hindrance has changed nothing. */
export interface ParcelWriter<Seen extends SeenOrder> {
  /** Returns undefined if the shop no longer has the order. */
  read(): Promise<Seen | undefined>
  /** Adds a fulfilment with these pieces. It must not be repeated if its answer is lost. */
  create(seen: Seen, pieces: readonly Pieces[]): Promise<Hindrance | undefined>
  /** Gives a fulfilment the parcel's carrier, number and link; absent if the platform cannot. */
  update?(fulfilment: ShopFulfilment): Promise<Hindrance | undefined>
  /** Follows once the shop shows the parcel, in these fulfilments. */
  finish?(seen: Seen, own: readonly ShopFulfilment[]): Promise<void>
}

export const GONE: Hindrance = { refused: 'The shop no longer has the order.' }
const NOTHING_OPEN: Hindrance = {
  skipped: 'The shop expects none of these pieces any more: they are fulfilled or removed there.',
}
const NUMBER_STAYS = 'The shop cannot change a tracking number, so it shows the former one.'

type Written = 'created' | 'updated' | 'unchanged'

const writeLacking = async <Seen extends SeenOrder>(
  writer: ParcelWriter<Seen>,
  publication: Publication,
  seen: Seen,
): Promise<Written | Hindrance> => {
  const { parcel } = publication
  const own = findOwnFulfilments(seen.fulfilments, publication)
  const lacking = findLacking(parcel, own, seen.lines)
  // A fulfilment that does not tell its pieces has all of them.
  const isComplete = lacking.length === 0 || own.some(({ lines }) => lines.length === 0)
  if (!own.length && isComplete) return seen.hindrance ?? NOTHING_OPEN
  let written: Written = 'unchanged'
  if (writer.update)
    for (const fulfilment of own.filter((each) => isOutdated(each, parcel))) {
      const hindrance = await writer.update(fulfilment)
      if (hindrance) return hindrance
      written = 'updated'
    }
  if (isComplete) return written
  return seen.hindrance ?? (await writer.create(seen, lacking)) ?? 'created'
}

/** Compares what the shop has with the parcel, writes what it lacks and reads it back. */
export const publishParcel = async <Seen extends SeenOrder>(
  writer: ParcelWriter<Seen>,
  publication: Publication,
): Promise<PublicationOutcome> => {
  const before = await writer.read()
  if (!before) return GONE
  const written = await writeLacking(writer, publication, before)
  if (typeof written !== 'string') return written
  const parcel = { ...publication.parcel, wasTried: true }
  const after = written === 'unchanged' ? before : await writer.read()
  const own = after ? findOwnFulfilments(after.fulfilments, { ...publication, parcel }) : []
  if (!after || !own.length)
    throw new ConnectorError('UPSTREAM_ERROR', 'The shop accepted the fulfilment but does not show it.')
  await writer.finish?.(after, own)
  const isStale = !writer.update && own.some((each) => isOutdated(each, parcel))
  return {
    published: written,
    externalIds: own.map(({ externalId }) => externalId),
    ...(isStale && { remark: NUMBER_STAYS }),
  }
}
