import type { Charge } from '../../../schemas/billing/charge.ts'
import type { Id } from '../../platform/id.ts'
import { invalid, Problem } from '../../platform/problem.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'

export interface StoredCharge extends Omit<Charge, keyof Stored>, Stored {
  /** The day it happened where the tenant is. */
  occurredOn: string
  /** Whose and in which currency it is, while no settlement has it; so those that wait are a list of their own. */
  unsettledOf: string | null
}

export const buildUnsettledKey = (partnerId: Id, currency: string) => `${partnerId}#${currency}`

export const checkAmount = (amount: number | undefined): void => {
  if (amount === 0) throw invalid({ propertyPath: 'amount', message: 'must not be 0' })
}

/** What a settlement has was approved or paid as it was. */
export const checkUnsettled = ({ settlementId }: StoredCharge): void => {
  if (settlementId)
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      'The charge is part of a settlement; reject that, or add a line to it that corrects the charge.',
    )
}
