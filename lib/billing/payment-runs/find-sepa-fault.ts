/**
 * Countries of IBANs that are within the geographical scope of the SEPA schemes, by the European Payments Council's list
 * EPC409-09. Crown dependencies and territories overseas have the IBANs of their countries.
 */
const SEPA_COUNTRIES = new Set(
  `AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI
  SK SM VA`.split(/\s+/),
)

/** Returns why no SEPA transfer goes from or to the account; undefined if one does. */
export const findSepaFault = (iban: string): string | undefined => {
  const country = iban.slice(0, 2)
  return SEPA_COUNTRIES.has(country) ? undefined : `in ${country}, which is not in SEPA`
}
