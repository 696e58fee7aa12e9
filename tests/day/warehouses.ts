import { aToldParcel } from '../parcels/telling.ts'

/** Ways in which a warehouse goes about an order, and tells of it. */
export const HABITS = [
  'plain',
  'doubled',
  'respelled',
  'components',
  'unnamed',
  'split',
  'relabelled',
  'renumbered',
  'returned',
  'found',
  'short',
  'refused',
] as const
export type Habit = (typeof HABITS)[number]

/** A parcel as it really left, and what its buyer should read. */
export interface Sent {
  /** Null for a letter that nobody tracks. */
  number: string | null
  quantity: number
  says: 'Delivered on' | 'Back at the sender' | 'On its way' | 'Waiting for the carrier'
}

export interface Played {
  /** The states that it tells, in the order in which they arrive. */
  told: object[]
  sent: Sent[]
  /** People have to say what was sent, because the pieces are named otherwise. */
  needsPeople: boolean
}

const at = (hour: number) => `2026-11-26T${String(hour).padStart(2, '0')}:00:00Z`
const left = (hour: number) => ({ occurredAt: at(hour), state: 'in_transit' })
const WAYS = {
  'Delivered on': [left(12), { occurredAt: at(18), state: 'delivered' }],
  'Back at the sender': [
    left(12),
    { occurredAt: at(15), flag: 'returning' },
    { occurredAt: at(18), state: 'delivered' },
  ],
  'On its way': [left(12)],
  'Waiting for the carrier': [],
} as const

const aParcelOf = (id: string, number: string, sku: string, quantity: number, says: Sent['says'], more: object = {}) =>
  aToldParcel(id, { [sku]: quantity }, { trackingNumber: number, events: WAYS[says], ...more })

const PACKED = { handedOverAt: null, events: [] }

/** Plays what a warehouse does with an order of one SKU. Its parcels are numbered from 1, as in many systems. */
export const playOrder = (habit: Habit, key: string, sku: string, quantity: number): Played => {
  const number = `TN-${key}`
  const whole = (more: object = {}, says: Sent['says'] = 'Delivered on') => ({
    parcels: [aParcelOf('1', number, sku, quantity, says, more)],
  })
  const all: Sent = { number, quantity, says: 'Delivered on' }
  const played = (told: object[], sent: Sent[] = [all], needsPeople = false): Played => ({ told, sent, needsPeople })
  const packed = { state: 'in_progress', ...whole(PACKED) }
  switch (habit) {
    case 'plain':
      return played([whole()])
    case 'doubled':
      return played([packed, whole(), whole(), packed])
    case 'respelled':
      return played([{ parcels: [aParcelOf('1', number, ` ${sku.toLowerCase()} `, quantity, 'Delivered on')] }])
    case 'components':
      return played([{ parcels: [aParcelOf('1', number, `PART-${sku}`, quantity, 'Delivered on')] }], [all], true)
    case 'unnamed':
      return played([{}], [{ number: null, quantity, says: 'Waiting for the carrier' }])
    case 'split': {
      if (quantity < 2) return played([whole()])
      const first = aParcelOf('1', `${number}-1`, sku, 1, 'Delivered on')
      const second = aParcelOf('2', `${number}-2`, sku, quantity - 1, 'On its way')
      const sent: Sent[] = [
        { number: `${number}-1`, quantity: 1, says: 'Delivered on' },
        { number: `${number}-2`, quantity: quantity - 1, says: 'On its way' },
      ]
      return played([{ state: 'in_progress', parcels: [first] }, { parcels: [first, second] }], sent)
    }
    case 'relabelled': {
      const before = aParcelOf('0', `TN-VOID-${key}`, sku, quantity, 'On its way', PACKED)
      return played([{ state: 'in_progress', parcels: [before] }, whole()])
    }
    case 'renumbered': {
      const former = whole({ trackingNumber: `TN-OLD-${key}`, events: [left(12)] })
      return played([former, whole(), former])
    }
    case 'returned':
      return played([whole({}, 'Back at the sender')], [{ ...all, says: 'Back at the sender' }])
    case 'found': {
      const lost = [left(12), { occurredAt: at(14), state: 'lost' }]
      return played([whole({ events: lost }), whole({ events: [...lost, { occurredAt: at(16), state: 'delivered' }] })])
    }
    case 'short': {
      const cancelled = [{ sku, quantity: 1 }]
      if (quantity < 2) return played([{ state: 'cancelled', cancelled }], [])
      const rest = aParcelOf('1', number, sku, quantity - 1, 'Delivered on')
      return played([{ cancelled, parcels: [rest] }], [{ ...all, quantity: quantity - 1 }])
    }
    case 'refused':
      return played([{ state: 'refused' }], [])
  }
}
