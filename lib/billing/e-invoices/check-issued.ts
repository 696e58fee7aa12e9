import { Problem } from '../../platform/problem.ts'

export const checkIssued = (noun: string, status: string): void => {
  if (status === 'draft' || status === 'cancelled')
    throw new Problem('OPERATION_NOT_ALLOWED', `The ${noun} is ${status}. Only an issued one has e-invoices.`)
}
