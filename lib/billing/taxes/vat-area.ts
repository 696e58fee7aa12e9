import { EU_MEMBERS, VAT_ID_PATTERN } from '../../../schemas/vat-id.ts'

/** Where goods arrive, as an address says it. */
export interface Destination {
  countryCode: string | null
  region: string | null
  postalCode: string | null
}

/** A place as the VAT of the European Union sees it. */
export interface VatArea {
  /** Prefix of the VAT ids of its member state, such as `EL` or `XI`; null outside the Union. */
  member: string | null
  /** Country whose rates apply; null for a territory of a member state that has taxes of its own. */
  country: string | null
}

interface Territory {
  postalCodes?: RegExp
  /** Codes of ISO 3166-2 without the country, and names in lower case, as shops write a region. */
  regions?: readonly string[]
}

const CANARIES = ['gc', 'tf', 'cn', 'las palmas', 'santa cruz de tenerife', 'canarias', 'islas canarias']

/**
 * Territories of member states in which their VAT does not apply: article 6 of directive 2006/112/EC. Those with country codes
 * of their own, such as GP and AX, are outside by their codes.
 */
const EXCLUDED: Readonly<Record<string, Territory>> = {
  // Büsingen and Heligoland
  DE: { postalCodes: /^(?:78266|27498)$/ },
  // The Canary Islands, Ceuta and Melilla
  ES: { postalCodes: /^(?:35|38|51|52)\d{3}$/, regions: [...CANARIES, 'ce', 'ml', 'ceuta', 'melilla'] },
  // Åland
  FI: { postalCodes: /^22\d{3}$/, regions: ['01', 'åland', 'ahvenanmaa', 'ahvenanmaan maakunta', 'landskapet åland'] },
  // The overseas departments and territories; 980 is Monaco.
  FR: { postalCodes: /^(?:97\d{3}|98[1-9]\d{2})$/ },
  // Mount Athos
  GR: { postalCodes: /^6308[67]$/, regions: ['69', 'agion oros', 'άγιον όρος'] },
  // Livigno, Campione d'Italia, San Marino and the Vatican
  IT: { postalCodes: /^(?:23041|22061|4789\d|00120)$/ },
}

/** Countries that the VAT of the Union treats as a part of a member state: article 7 of the directive. */
const TREATED_AS: Readonly<Record<string, string>> = { MC: 'FR' }

/** Postal codes of Northern Ireland, which belongs to the Union where goods are supplied. */
const NORTHERN_IRELAND: Territory = { postalCodes: /^BT\d/, regions: ['nir', 'northern ireland'] }

const isIn = ({ postalCodes, regions = [] }: Territory, { countryCode, region, postalCode }: Destination): boolean => {
  const plainCode = postalCode?.replace(/[\s-]/g, '').toUpperCase() ?? ''
  const plainRegion = region?.trim().toLowerCase() ?? ''
  const ownRegion = plainRegion.startsWith(`${countryCode?.toLowerCase()}-`) ? plainRegion.slice(3) : plainRegion
  return postalCodes?.test(plainCode) || regions.includes(ownRegion)
}

const toPrefix = (country: string): string => (country === 'GR' ? 'EL' : country)

/** Finds the VAT area of a destination of goods; undefined if its country is not known. */
export const findVatArea = (destination: Destination | null): VatArea | undefined => {
  const { countryCode } = destination ?? {}
  if (!destination || !countryCode) return undefined
  if (countryCode === 'GB' && isIn(NORTHERN_IRELAND, destination)) return { member: 'XI', country: 'GB' }
  const country = TREATED_AS[countryCode] ?? countryCode
  if (!EU_MEMBERS.includes(country)) return { member: null, country }
  const excluded = EXCLUDED[countryCode]
  if (excluded && isIn(excluded, destination)) return { member: null, country: null }
  return { member: toPrefix(country), country }
}

/** Finds the VAT area of a whole country, without the territories that have taxes of their own. */
export const findAreaOfCountry = (countryCode: string): VatArea => {
  const country = TREATED_AS[countryCode] ?? countryCode
  return { member: EU_MEMBERS.includes(country) ? toPrefix(country) : null, country }
}

const VAT_ID = new RegExp(VAT_ID_PATTERN)
const MEMBERS = new Set([...EU_MEMBERS.map(toPrefix), 'XI'])

/** Returns the prefix of a VAT id that a member state assigned; null for other ids, and for one whose form is wrong. */
export const findMemberOfVatId = (vatId: string | null): string | null => {
  const prefix = vatId?.slice(0, 2) ?? ''
  return vatId !== null && VAT_ID.test(vatId) && MEMBERS.has(prefix) ? prefix : null
}
