import type { DeliveryAddress } from '../../schemas/fulfilment/fulfilment-order.ts'

/** Members of an address that a system limits, and the note of the customer. */
export type LimitedMember = Exclude<keyof DeliveryAddress, 'countryCode'> | 'note'

/** The limits of a system for addresses; docs/address-limits.md names the sources. */
export interface AddressLimits {
  /** The most characters of a member; an absent one has no limit that is known. */
  longest: Readonly<Partial<Record<LimitedMember, number>>>
  /** Members without which the system refuses. A company does for a name. */
  required: readonly (keyof DeliveryAddress)[]
  /** Members that a parcel to another country needs as well. */
  requiredAbroad: readonly (keyof DeliveryAddress)[]
}

export const NO_LIMITS: AddressLimits = { longest: {}, required: [], requiredAbroad: [] }

export interface Fitted {
  address: DeliveryAddress
  note: string | null
  /** Whole sentences about what had to be shortened, without the text itself, which is personal. */
  warnings: readonly string[]
  /** Why the system cannot take the address; each continues "The address …". */
  refusals: readonly string[]
}

const WORDS: Readonly<Record<LimitedMember | 'countryCode', string>> = {
  name: 'name',
  company: 'company',
  line1: 'first line',
  line2: 'second line',
  city: 'city',
  postalCode: 'postal code',
  region: 'region',
  countryCode: 'country',
  phone: 'phone',
  email: 'e-mail',
  note: 'note of the customer',
}

/** Members of which a part leads nowhere. */
const UNDIVIDED: readonly LimitedMember[] = ['postalCode', 'phone', 'email']

const countCharacters = (text: string) => [...text].length

/** Cuts a text at a space if there is one in its last third. */
const shorten = (text: string, most: number): string => {
  const cut = [...text].slice(0, most).join('')
  const space = cut.lastIndexOf(' ')
  return (space > (most * 2) / 3 ? cut.slice(0, space) : cut).trimEnd()
}

/** Moves the words that do not fit the first line before the second one. */
const divideLines = ({ line1, line2 }: DeliveryAddress, most: number | undefined) => {
  if (!line1 || most === undefined || countCharacters(line1) <= most) return { line1, line2 }
  const words = line1.split(' ')
  let fitting = words.length
  while (fitting > 0 && countCharacters(words.slice(0, fitting).join(' ')) > most) fitting--
  if (!fitting) return { line1, line2 }
  const rest = words.slice(fitting).join(' ')
  return { line1: words.slice(0, fitting).join(' '), line2: line2 ? `${rest}, ${line2}` : rest }
}

/** Leaves out what only makes a phone or a postal code easier to read. */
const compress = (member: LimitedMember, text: string): string => {
  if (member === 'phone') return text.replaceAll(/[^\d+]/g, '')
  return member === 'postalCode' ? text.replaceAll(' ', '') : text
}

const isMissing = (address: DeliveryAddress, member: keyof DeliveryAddress): boolean => {
  if (member === 'name') return !address.name && !address.company
  // A phone that nobody can dial is none.
  if (member === 'phone') return (address.phone?.match(/\d/g)?.length ?? 0) < 5
  return !address[member]
}

/** Makes an address fit what a system takes, and tells what was shortened and what cannot be sent. */
export const fitAddress = (
  given: DeliveryAddress,
  note: string | null,
  { longest, required, requiredAbroad }: AddressLimits,
  isAbroad: boolean,
): Fitted => {
  const warnings: string[] = []
  const refusals: string[] = []
  const needed = new Set([...required, ...(isAbroad ? requiredAbroad : [])])
  const adapt = (member: LimitedMember, text: string | null): string | null => {
    const most = longest[member]
    if (text === null || most === undefined || countCharacters(text) <= most) return text
    const compressed = compress(member, text)
    if (countCharacters(compressed) <= most) return compressed
    if (!UNDIVIDED.includes(member)) {
      warnings.push(`The ${WORDS[member]} was shortened to ${most} characters.`)
      return shorten(text, most)
    }
    if (member === 'postalCode' || (member !== 'note' && needed.has(member)))
      refusals.push(`has a ${WORDS[member]} of more than ${most} characters`)
    else warnings.push(`The ${WORDS[member]} was left out, because it has more than ${most} characters.`)
    return null
  }
  const divided = { ...given, ...divideLines(given, longest.line1) }
  const address: DeliveryAddress = {
    name: adapt('name', divided.name),
    company: adapt('company', divided.company),
    line1: adapt('line1', divided.line1),
    line2: adapt('line2', divided.line2),
    city: adapt('city', divided.city),
    postalCode: adapt('postalCode', divided.postalCode),
    region: adapt('region', divided.region),
    countryCode: divided.countryCode,
    phone: adapt('phone', divided.phone),
    email: adapt('email', divided.email),
  }
  for (const member of needed) if (isMissing(divided, member)) refusals.push(`has no ${WORDS[member]}`)
  return { address, note: adapt('note', note), warnings, refusals }
}
