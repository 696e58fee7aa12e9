import type { LabelState } from '../../../schemas/shipping/shipment.ts'
import type { Moves } from '../../platform/moves.ts'
import type { StoredLabel } from '../shipments/shipment.ts'

export const LABEL_MOVES = {
  offer: { from: ['requested'], to: 'offered' },
  buy: { from: ['offered'], to: 'bought' },
  fail: { from: ['requested', 'offered'], to: 'failed' },
  void: { from: ['bought'], to: 'voiding' },
  confirm_void: { from: ['voiding'], to: 'void' },
  refuse_void: { from: ['voiding'], to: 'bought' },
  upload: { from: ['failed', 'void', 'uploaded'], to: 'uploaded' },
} as const satisfies Moves<LabelState, string>

const AWAITED: readonly LabelState[] = ['requested', 'offered', 'voiding']

/** Returns true while a worker has something to do for the label. */
export const isAwaited = ({ status }: Pick<StoredLabel, 'status'>): boolean => AWAITED.includes(status)

/** A new step of the work on a label. */
export const NEW_STEP = { attempts: 0, message: null } as const

/** Webhooks are faster, so that a parcel is looked at only for those that got lost. */
const HOURS_BETWEEN_LOOKS = 6

/** Returns when the system of a label is asked next where the parcel is. */
export const findNextLook = (now: Date): Date => new Date(now.getTime() + HOURS_BETWEEN_LOOKS * 3_600_000)
