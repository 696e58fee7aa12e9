import { describe, expect, it } from 'vitest'
import { getConnector } from '../../lib/connectors/registry.ts'
import { Problem } from '../../lib/platform/problem.ts'
import { CHANNEL_TYPES } from '../../schemas/sales/channel.ts'

const violationsOf = (type: (typeof CHANNEL_TYPES)[number], given: Record<string, unknown>) => {
  try {
    getConnector(type).prepare(given)
    return []
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return error.violations?.map(({ propertyPath }) => propertyPath)
  }
}

const WOO = { consumer_key: 'ck_1', consumer_secret: 'cs_1' }
const wooUrl = (store_url: string) => getConnector('woocommerce').prepare({ ...WOO, store_url }).store_url

describe('credentials', () => {
  it.each(CHANNEL_TYPES)('of %s are reported all at once if they are missing', (type) => {
    const { required } = getConnector(type).keys
    expect(violationsOf(type, {})).toEqual(expect.arrayContaining(required.map((key) => `credentials.${key}`)))
    const blank = Object.fromEntries(required.map((key) => [key, '  ']))
    expect(violationsOf(type, blank)).toEqual(violationsOf(type, {}))
  })

  it.each(CHANNEL_TYPES)('of %s list every secret among the known names', (type) => {
    const { required, optional = [], secret } = getConnector(type).keys
    expect([...required, ...optional]).toEqual(expect.arrayContaining([...secret]))
  })

  it('omit names that the connector does not know', () => {
    const given = { ...WOO, store_url: 'https://a.test', other: 'x', __proto__: 'y', constructor: 'z' }
    expect(Object.keys(getConnector('woocommerce').prepare(given)).sort()).toEqual([
      'consumer_key',
      'consumer_secret',
      'store_url',
    ])
  })

  it('have the same form when they are prepared twice', () => {
    const { prepare } = getConnector('woocommerce')
    const once = prepare({ ...WOO, consumer_key: ' ck_1 ', store_url: ' https://a.test/shop/wp-admin/edit.php?x=1 ' })
    expect(once).toEqual({ ...WOO, store_url: 'https://a.test/shop' })
    expect(prepare(once)).toEqual(once)
  })

  it.each([
    ['https://a.test', 'https://a.test'],
    ['a.test', 'https://a.test'],
    ['https://A.Test/', 'https://a.test'],
    ['https://a.test/wp-admin', 'https://a.test'],
    ['https://a.test/wp-admin/', 'https://a.test'],
    ['https://a.test//wp-admin//', 'https://a.test'],
    ['https://a.test/shop/wp-admin/admin.php?page=wc-settings#x', 'https://a.test/shop'],
    ['https://a.test/shop/wp-login.php', 'https://a.test/shop'],
    ['https://a.test/shop/wp-json/wc/v3', 'https://a.test/shop'],
    ['https://a.test:8443/shop/', 'https://a.test:8443/shop'],
    ['https://bücher.test', 'https://xn--bcher-kva.test'],
  ])('normalize the URL %s to %s', (given, kept) => {
    expect(wooUrl(given)).toBe(kept)
  })

  it('normalize a long URL with many slashes in linear time', () => {
    expect(wooUrl(`https://a.test${'/'.repeat(2000)}wp-admin`)).toBe('https://a.test')
  })

  it.each([
    'https://user:pass@a.test',
    'https://user@a.test',
    'ftp://a.test',
    'javascript://a.test',
    'https://',
    'a b',
    `https://a.test/${'a'.repeat(3000)}`,
    'https://a.test\r\nHost: b.test',
    'https://a.test/\ud800',
  ])('refuse the URL %j', (store_url) => {
    expect(violationsOf('woocommerce', { ...WOO, store_url })).toEqual(['credentials.store_url'])
  })

  it('refuse keys that could end a header, and values that are not text', () => {
    const at = (consumer_key: unknown) =>
      violationsOf('woocommerce', { ...WOO, store_url: 'https://a.test', consumer_key })
    for (const key of ['ck_1\r\nX: y', 'ck 1', 'ck:1', 'ü', 'k'.repeat(5000), 7, {}, ['x'], true])
      expect(at(key), String(key)).toEqual(['credentials.consumer_key'])
  })

  const shop = (store_url: string) => getConnector('shopify').prepare({ store_url }).store_url
  it.each([
    ['demo.myshopify.com', 'https://demo.myshopify.com'],
    ['https://demo.myshopify.com/admin', 'https://demo.myshopify.com'],
    ['https://admin.shopify.com/store/demo/orders', 'https://demo.myshopify.com'],
    ['http://demo.myshopify.com', 'https://demo.myshopify.com'],
  ])('normalize the shop %s to %s', (given, kept) => {
    expect(shop(given)).toBe(kept)
  })

  it.each([
    'demo.myshopify.com.evil.test',
    'https://evil.test/demo.myshopify.com',
    'https://evil.test#.myshopify.com',
    'https://demo.myshopify.com@evil.test',
    'https://demo.myshopify.com:8080',
    'https://a.b.myshopify.com',
    'https://admin.shopify.com/store/../evil',
    'https://-demo.myshopify.com',
    'https://127.0.0.1',
    'http://10.0.0.1',
  ])('refuse the shop %s', (store_url) => {
    expect(violationsOf('shopify', { store_url })).toEqual(['credentials.store_url'])
  })

  it('of Vendure are either a key, or a name and a password', () => {
    const store_url = 'https://a.test'
    expect(violationsOf('vendure', { store_url })).toEqual(['credentials.username', 'credentials.password'])
    expect(violationsOf('vendure', { store_url, username: 'a' })).toEqual(['credentials.password'])
    expect(violationsOf('vendure', { store_url, api_key: 'k' })).toEqual([])
    expect(violationsOf('vendure', { store_url, username: 'a', password: 'b c ü' })).toEqual([])
  })
})
