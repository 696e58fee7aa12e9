import { describe, expect, it } from 'vitest'
import { CHANNEL_TYPES } from '../../schemas/sales/channel.ts'
import { sources } from './sources.ts'

/** Comments and sentences may name a platform as an example; `manual` is a channel without a shop. */
const removeProse = (text: string) =>
  text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '').replaceAll(/(['`])(?:(?!\1)[^\n])* (?:(?!\1)[^\n])*\1/g, '')

const platforms = CHANNEL_TYPES.filter((type) => type !== 'manual')
const findPlatforms = (text: string) => platforms.filter((name) => new RegExp(name, 'i').test(removeProse(text)))

describe('the platforms of shops', () => {
  it('are known to their connectors alone, so that another one needs no change in sales', () => {
    const named = sources('lib/sales', 'functions/sales').flatMap(({ path, text }) =>
      findPlatforms(text).map((name) => `${path} names ${name}`),
    )
    expect(named).toEqual([])
  })

  it('are found where code names them', () => {
    const code = "if (type === 'shopify') return refreshShopify() // like woocommerce"
    expect(findPlatforms(code)).toEqual(['shopify'])
    expect(findPlatforms("summary: 'Connect a Shopify channel'")).toEqual([])
  })
})
