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
  /** Names a piece more than was ordered. */
  sends_more: number
  /** Tells another tracking number until the parcel is on its way. */
  corrects_numbers: number
  /** Has the parcel turn back, so that it is at the sender in the end. */
  comes_back: number
  /** Packs a parcel beside the others that never leaves and vanishes. */
  packs_in_vain: number
  /** Tells of the parcel of the order before as if it were of this one, too. */
  mixes_up: number
}

const KINDS = [
  'numbers_from_one',
  'spells_otherwise',
  'names_components',
  'names_no_parcel',
  'names_no_pieces',
  'replaces_labels',
  'sends_anyway',
  'sends_more',
  'corrects_numbers',
  'comes_back',
  'packs_in_vain',
  'mixes_up',
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
type Parcel = RemoteFulfilment['parcels'][number]

const turnBack = (parcel: Parcel): Parcel => ({
  ...parcel,
  events: parcel.events.flatMap((event) =>
    event.state === 'delivered'
      ? [
          { ...event, state: null, flag: 'returning' as const },
          { ...event, sourceId: `${event.sourceId}-back`, state: 'returned' as const },
        ]
      : [event],
  ),
})

const isOnItsWay = ({ events }: Parcel) => events.some(({ state }) => state === 'in_transit')

const misnumber = (parcel: Parcel): Parcel =>
  isOnItsWay(parcel) ? parcel : { ...parcel, trackingNumber: `${parcel.trackingNumber}0` }

const addPiece = (parcel: Parcel): Parcel => ({
  ...parcel,
  lines: parcel.lines.map((line, i) => (i ? line : { ...line, quantity: line.quantity + 1 })),
})

/** Changes what is in the parcels of a state, or is told of them. */
const tellParcels = <State extends Told>(state: State, does: (kind: keyof Telling) => boolean): State => {
  const [first] = state.parcels
  const inVain =
    first && state.state !== 'closed' && state.parcels.every(({ handedOverAt }) => !handedOverAt)
      ? [{ ...first, id: `${first.id} in vain`, trackingNumber: `VAIN-${first.trackingNumber}`, events: [] }]
      : []
  return {
    ...state,
    parcels: [
      ...state.parcels
        .map((parcel) => (does('comes_back') ? turnBack(parcel) : parcel))
        .map((parcel) => (does('corrects_numbers') ? misnumber(parcel) : parcel))
        .map((parcel, i) => (does('sends_more') && !i && parcel.handedOverAt ? addPiece(parcel) : parcel)),
      ...(does('packs_in_vain') ? inVain : []),
    ],
  }
}

/** Tells a state in the words of a warehouse; `before` is that of the order which it got before. */
export const tellOtherwise = <State extends Told>(known: State, telling: Telling, before?: Told): State => {
  const does = (kind: keyof Telling) => tellsSo(telling, kind, known.reference)
  const isNamed = !does('names_no_parcel') && before && !tellsSo(telling, 'names_no_parcel', before.reference)
  const isMixedUp = isNamed && does('mixes_up') && known.parcels.length > 0
  const mixedUp = isMixedUp ? before.parcels.filter((each) => each.handedOverAt) : []
  const told = respellAll(tellParcels(known, does), does)
  return { ...told, parcels: [...told.parcels, ...mixedUp] }
}

const respellAll = <State extends Told>(state: State, does: (kind: keyof Telling) => boolean): State => {
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
