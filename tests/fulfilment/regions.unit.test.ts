import { describe, expect, it } from 'vitest'
import { describeRegion } from '../../lib/platform/addresses/describe-region.ts'

describe('the region of an address', () => {
  // The keys are those of the lists of states of WooCommerce; the codes those of ISO 3166-2.
  it.each([
    ['JP', 'JP13', 'Tokyo'],
    ['JP', 'JP-13', 'Tokyo'],
    ['CN', 'CN22', 'Hainan'],
    ['CN', 'CN10', 'Shanghai'],
    ['CN', 'GD', 'Guangdong'],
    ['TR', 'TR34', 'İstanbul'],
    ['BR', 'SP', 'SP'],
    ['BR', 'Sao Paulo', 'SP'],
    ['US', 'CA', 'CA'],
    ['US', 'US-CA', 'CA'],
    ['US', 'ca', 'CA'],
    ['US', 'California', 'CA'],
    ['US', 'AE', 'AE'],
    ['CA', 'Québec', 'QC'],
    ['AU', 'New South Wales', 'NSW'],
    ['IT', 'RM', 'RM'],
    ['ES', 'M', 'Madrid'],
    ['MX', 'JAL', 'Jalisco'],
    ['TH', 'TH-10', 'Bangkok'],
    ['IN', 'MH', 'Maharashtra'],
    ['MY', 'SGR', 'Selangor'],
    ['DE', 'DE-BY', null],
    ['DE', 'BY', null],
    ['CH', 'ZH', null],
    ['RO', 'B', null],
    ['UA', 'UA05', null],
    ['GB', 'Kent', 'Kent'],
    ['DE', 'Bayern', 'Bayern'],
    ['JP', 'Nirgends', 'Nirgends'],
    [null, 'XY1', 'XY1'],
    ['US', ' ', null],
  ])('of %s that is %s becomes %s', (countryCode, region, expected) => {
    expect(describeRegion({ countryCode, region })).toBe(expected)
  })
})
