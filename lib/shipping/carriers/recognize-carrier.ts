import type { Carrier } from '../../../schemas/shipping/carrier.ts'

export type CarrierName = Pick<Carrier, 'code' | 'name' | 'aliases' | 'trackingUrlTemplate'>

/**
 * Reduces a name to lower-case words of letters and digits without accents: `Österreichische Post` is `osterreichische post`.
 */
export const normalizeCarrierName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')

const listNames = ({ code, name, aliases }: CarrierName) => [code, name, ...aliases].map(normalizeCarrierName)

/**
 * Finds the carrier that a shop, a custodian or a person means. A service may follow its name, as in `DHL Paket 2 kg`; of
 * several carriers the one with the longest name wins, and of those with the same name the first.
 */
export const recognizeCarrier = <T extends CarrierName>(given: string, carriers: readonly T[]): T | undefined => {
  const words = normalizeCarrierName(given)
  let best: { carrier: T; length: number } | undefined
  for (const carrier of carriers)
    for (const name of listNames(carrier))
      if ((words === name || words.startsWith(`${name} `)) && name.length > (best?.length ?? 0))
        best = { carrier, length: name.length }
  return best?.carrier
}

/** Builds the link to the carrier's page about a parcel; null if the carrier has none. */
export const buildTrackingUrl = (template: string | null | undefined, trackingNumber: string | null): string | null =>
  template && trackingNumber ? template.replace('{number}', () => encodeURIComponent(trackingNumber.trim())) : null
