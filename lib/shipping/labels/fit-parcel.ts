import { fitAddress, NO_LIMITS } from '../../custodians/address-limits.ts'
import type { CustodianConnector, ParcelToLabel } from '../../custodians/custodian-connector.ts'
import { withKnownRegion } from '../../platform/addresses/describe-region.ts'

type Addressed = Pick<ParcelToLabel, 'from' | 'to' | 'carrier'>

export interface FittedParcel extends Pick<ParcelToLabel, 'from' | 'to'> {
  warnings: readonly string[]
  /** Why the provider would refuse, of each address. */
  refusals: { from: readonly string[]; to: readonly string[] }
}

/** Makes the addresses of a parcel fit what the provider of labels takes for the carrier. */
export const fitParcel = (
  labels: Pick<NonNullable<CustodianConnector['labels']>, 'getLimits'> | undefined,
  { from, to, carrier }: Addressed,
): FittedParcel => {
  const limits = labels?.getLimits?.(carrier) ?? NO_LIMITS
  const isAbroad = from.countryCode !== to.countryCode
  const adapt = (address: Addressed['to']) => fitAddress(withKnownRegion(address), null, limits, isAbroad)
  const [sender, recipient] = [adapt(from), adapt(to)]
  return {
    from: sender.address,
    to: recipient.address,
    warnings: [...recipient.warnings, ...sender.warnings.map((each) => each.replace('The', "The sender's"))],
    refusals: { from: sender.refusals, to: recipient.refusals },
  }
}
