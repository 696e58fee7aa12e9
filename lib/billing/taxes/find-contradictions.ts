import type { LineTax } from '../tax.ts'
import type { SupplyPlace } from './supply-place.ts'
import { findAreaOfCountry, findMemberOfVatId, findVatArea } from './vat-area.ts'

interface Contradiction {
  code: 'NOT_INTRA_COMMUNITY' | 'NOT_AN_EXPORT'
  propertyPath: string
  message: string
}

type Placed = LineTax & { supply?: { destination: SupplyPlace['destination']; dispatchCountry: string | null } | null }

const readRoute = ({ supply }: Placed, place: SupplyPlace) => {
  const from = supply?.dispatchCountry ?? place.dispatchCountry ?? place.sellerCountry
  return { from, to: findVatArea(supply?.destination ?? place.destination) }
}

const findOfIntraCommunity = (line: Placed, place: SupplyPlace): (Contradiction | false)[] => {
  const { from, to } = readRoute(line, place)
  const start = from === null ? null : findAreaOfCountry(from).member
  const buyer = findMemberOfVatId(place.buyerVatId)
  const code = 'NOT_INTRA_COMMUNITY'
  return [
    // Without an id, the check for it says so.
    place.buyerVatId !== null &&
      (buyer === null || buyer === start) && {
        code,
        propertyPath: 'partner.vatId',
        message: `Goods are free of tax only for a buyer with the VAT id of another member of the European Union than ${from}, from which they leave. That of the partner is ${place.buyerVatId}.`,
      },
    to !== undefined &&
      (to.member === null || to.member === start) && {
        code,
        propertyPath: 'partner.address.countryCode',
        message: `Goods are free of tax as an intra-Community supply only if they go from ${from} to another member of the European Union. These do not.`,
      },
  ]
}

const findOfExport = (line: Placed, place: SupplyPlace): (Contradiction | false)[] => {
  const { to } = readRoute(line, place)
  return [
    to !== undefined &&
      to.member !== null && {
        code: 'NOT_AN_EXPORT',
        propertyPath: 'partner.address.countryCode',
        message: 'Goods are free of tax as an export only if they leave the European Union. These do not.',
      },
  ]
}

/**
 * Finds kinds of tax that the way of the goods or the buyer's VAT id contradicts: a seller in the European Union owes the tax
 * then, whatever the invoice says. What is not known contradicts nothing.
 */
export const findContradictions = (lines: readonly Placed[], place: SupplyPlace): Contradiction[] => {
  const found = lines.flatMap((line) => {
    if (line.taxKind === 'intra_community') return findOfIntraCommunity(line, place)
    return line.taxKind === 'export' ? findOfExport(line, place) : []
  })
  const each = found.filter((one) => one !== false)
  return [...new Map(each.map((one) => [`${one.code} ${one.propertyPath}`, one])).values()]
}
