import type { Charge } from '../../../schemas/billing/charge.ts'
import type { Id } from '../../platform/id.ts'
import { roundExactly } from '../../platform/money/exact-amount.ts'
import { invalid, Problem } from '../../platform/problem.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'
import { buildAccountKey } from '../account-key.ts'

export interface StoredCharge extends Omit<Charge, keyof Stored>, Stored {
  /** Day of `occurredAt` in the tenant's time zone. */
  occurredOn: string
  /** Account key while no settlement has the charge, so that unsettled charges have an index of their own; else null. */
  unsettledOf: string | null
  /** True while no settlement has the charge, for the list of all such charges; else null. */
  isUnsettled: true | null
  /** The tariff of the charge, if it has rules for whole months. */
  monthlyOf?: Id
}

/** Fields of a charge or line that no tariff made. */
export const WITHOUT_TARIFF = { tariffId: null, quantity: null, rate: null, exactAmount: null }

/** Returns the fields of a charge that no settlement has. */
export const buildUnsettled = ({ partnerId, currency }: Pick<StoredCharge, 'partnerId' | 'currency'>) => ({
  settlementId: null,
  unsettledOf: buildAccountKey(partnerId, currency),
  isUnsettled: true as const,
})

/** Returns the changes that free a charge from its settlement. An exact amount is rounded by itself again. */
export const buildFreed = (charge: StoredCharge) => ({
  ...buildUnsettled(charge),
  amount: charge.exactAmount === null ? charge.amount : roundExactly(charge.exactAmount),
})

/** The fields of a charge that a settlement has, beside the settlement. */
export const SETTLED = { unsettledOf: null, isUnsettled: null }

export const checkAmount = (amount: number | undefined): void => {
  if (amount === 0) throw invalid({ propertyPath: 'amount', message: 'must not be 0' })
}

/** Throws if a settlement has the charge, because it may have been approved or paid with it. */
export const checkUnsettled = ({ settlementId }: StoredCharge): void => {
  if (settlementId)
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      'The charge is part of a settlement. Reject the settlement, or add a line to it that corrects the charge.',
    )
}
