import { makeOnce } from '../make-once.ts'
import { invalid } from '../problem.ts'

/**
 * The active codes of ISO 4217 by their number of decimals, as of January 2026. Codes for which the standard states no
 * decimals, such as XAU and XXX, are not money.
 */
const ACTIVE: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP
    COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR
    JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN
    NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL
    THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}

/** Codes that ISO 4217 withdrew in the last years. Records of their time still have them. */
const WITHDRAWN = new Set(['ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'ZWL'])

const digitsByCode = makeOnce(
  () =>
    new Map(
      Object.entries(ACTIVE).flatMap(([digits, codes]) =>
        codes.split(/\s+/).map((code): [string, number] => [code, Number(digits)]),
      ),
    ),
)

/** Returns the number of decimals of the currency: 2 for EUR, 0 for JPY, 3 for KWD. Withdrawn currencies had 2. */
export const getMinorDigits = (currency: string): number => digitsByCode().get(currency) ?? 2

/** Returns the numbers of decimals of the currencies that have other than 2. */
export const listUnusualDigits = (): Record<string, number> =>
  Object.fromEntries([...digitsByCode()].filter(([, digits]) => digits !== 2))

/** Returns whether the code is an active ISO 4217 currency code. */
export const isCurrency = (code: string): boolean => digitsByCode().has(code)

/** Returns whether the code is or was an ISO 4217 currency code, as what happened in the past may have. */
export const isCurrencyOfRecords = (code: string): boolean => isCurrency(code) || WITHDRAWN.has(code)

const MESSAGE = 'must be an ISO 4217 currency code'

export const requireCurrency = (code: string, propertyPath: string): string => {
  if (isCurrency(code)) return code
  throw invalid({ propertyPath, message: MESSAGE })
}

export const requireCurrencyOfRecords = (code: string, propertyPath: string): string => {
  if (isCurrencyOfRecords(code)) return code
  throw invalid({ propertyPath, message: MESSAGE })
}
