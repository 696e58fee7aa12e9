import { splitAmount } from './split-amount.ts'

interface Fitting {
  amount: number
  shippingAmount: number
  lines: readonly { quantity: number; amount: number; isRemoved: boolean }[]
}

/** Lowers the parts of a refund to what was refunded, since staff may refund less than pieces and shipping cost. */
export const fitRefund = <R extends Fitting>(refund: R): R => {
  const shippingAmount = Math.min(refund.shippingAmount, refund.amount)
  const most = refund.amount - shippingAmount
  const kept = refund.lines.filter(({ isRemoved }) => !isRemoved)
  const named = kept.reduce((sum, { amount }) => sum + amount, 0)
  if (named <= most) return { ...refund, shippingAmount }
  const amounts = splitAmount(
    most,
    kept.map(({ amount }) => amount),
  )
  const lines = refund.lines.map((line) =>
    line.isRemoved ? line : { ...line, amount: amounts[kept.indexOf(line)] ?? 0 },
  )
  return { ...refund, shippingAmount, lines }
}
