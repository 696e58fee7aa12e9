import type { RemoteFulfilment } from '../../../lib/custodians/custodian-connector.ts'
import { computeChance } from '../../../lib/platform/compute-chance.ts'

/** The ways in which the software of a warehouse tells of parcels, as percentages of its orders. */
export interface Telling {
  /** Numbers the parcels of each order from 1. */
  numbers_from_one: number
  /** Writes SKUs in another case and with other spaces. */
  spells_otherwise: number
  /** Names pieces by SKUs that nobody ordered, such as the components of a kit. */
  names_components: number
  /** Closes orders without naming a parcel. */
  names_no_parcel: number
  /** Names a parcel without what is in it. */
  names_no_pieces: number
  /** Replaces the label of each parcel before it leaves. */
  replaces_labels: number
  /** Accepts cancellations and sends the order all the same. */
  sends_anyway: number
}

const KINDS = [
  'numbers_from_one',
  'spells_otherwise',
  'names_components',
  'names_no_parcel',
  'names_no_pieces',
  'replaces_labels',
  'sends_anyway',
] as const satisfies (keyof Telling)[]

/** Chooses how a warehouse tells: most do nothing strange, and some several things at once. */
export const chooseTelling = (random: () => number): Telling =>
  Object.fromEntries(
    KINDS.map((kind) => [kind, random() < 0.25 ? Math.round(random() * 100) : 0]),
  ) as unknown as Telling

/** Tells whether a warehouse does so with an order, always the same for the same one. */
export const tellsSo = (telling: Telling, kind: keyof Telling, reference: string): boolean =>
  computeChance(reference, kind) % 100 < telling[kind]

const respell = (sku: string) => ` ${sku.toLowerCase().replace('-', '- ')} `

type Told = Pick<RemoteFulfilment, 'reference' | 'state' | 'cancelled' | 'parcels'>

/** Tells a state in the words of a warehouse. */
export const tellOtherwise = <State extends Told>(state: State, telling: Telling): State => {
  const does = (kind: keyof Telling) => tellsSo(telling, kind, state.reference)
  if (does('names_no_parcel'))
    return { ...state, parcels: state.state === 'closed' ? [] : state.parcels.filter((each) => !each.handedOverAt) }
  const isOne = state.state !== 'closed' || state.parcels.length === 1
  return {
    ...state,
    cancelled: does('spells_otherwise')
      ? state.cancelled.map((line) => ({ ...line, sku: respell(line.sku) }))
      : state.cancelled,
    parcels: state.parcels.map((parcel, i) => {
      const id = does('numbers_from_one') ? String(i + 1) : parcel.id
      return {
        ...parcel,
        id: does('replaces_labels') && !parcel.handedOverAt ? `${id} first` : id,
        trackingNumber: does('replaces_labels') && !parcel.handedOverAt ? null : parcel.trackingNumber,
        lines: does('names_components')
          ? parcel.lines.map((line) => ({ ...line, sku: `PART-${line.sku}` }))
          : does('names_no_pieces') && isOne
            ? []
            : does('spells_otherwise')
              ? parcel.lines.map((line) => ({ ...line, sku: respell(line.sku) }))
              : parcel.lines,
      }
    }),
  }
}
