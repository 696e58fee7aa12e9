import { NO_SUPPLY_KINDS, type TaxKind } from '../../../schemas/billing/tax.ts'
import { resolveLanguage } from '../../document/words/words.ts'
import type { LineTax } from '../tax.ts'

const isNoSupply = (kind: TaxKind): kind is (typeof NO_SUPPLY_KINDS)[number] =>
  NO_SUPPLY_KINDS.some((each) => each === kind)

/**
 * Gives lines that are no supply their kind as the reason, in words of the document's language. E-invoices have no code of
 * that kind, and ask a reason of it (BR-E-10).
 */
export const explainLines = <L extends LineTax>(lines: readonly L[], locale: string): L[] => {
  const { words } = resolveLanguage(locale)
  return lines.map((line) =>
    isNoSupply(line.taxKind) ? { ...line, taxReason: line.taxReason ?? words[line.taxKind] } : line,
  )
}
