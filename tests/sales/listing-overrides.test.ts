import { describe, expect, it } from 'vitest'
import { anAssortment, aProduct, aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { aManualChannel } from './orders.ts'

const CATALOG = (channelId: string) => `/api/sales/channels/${channelId}/catalog`
const overridesOf = (channelId: string, variantId: string) => `${CATALOG(channelId)}/variants/${variantId}/overrides`

/** Returns the content that the channel shows and that was never pushed, by path. */
const shownIn = async (member: Member, channelId: string, variantId: string) => {
  const { body } = await member.get(`${CATALOG(channelId)}/variants/${variantId}/diff`)
  return Object.fromEntries(body.fields.map(({ path, to }: { path: string; to: unknown }) => [path, to]))
}

const hashIn = async (member: Member, channelId: string) =>
  (await member.get(`${CATALOG(channelId)}/drift/rows`)).body.member[0]?.currentHash

describe('overrides of a listing', () => {
  it('are shown in their channel only, and are replaced as a whole', async () => {
    const member = await aMember()
    const product = await aProduct(member, { description: 'A chair' })
    const variant = await aVariant(member, { productId: product.id, name: 'Oak' })
    const [one, two] = [await aManualChannel(member), await aManualChannel(member)]
    const plain = await hashIn(member, one.id)
    const path = overridesOf(one.id, variant.id)
    const given = {
      name: 'Oak for the web',
      description: 'A chair for you',
      prices: [{ currency: 'USD', amount: 990 }],
      localizations: { de_DE: { name: 'Eiche' } },
    }
    const { status, body } = await member.put(path, given)
    expect(status).toBe(200)
    const localizations = { de_DE: { name: 'Eiche', description: null } }
    const expected = { '@type': 'ListingOverrides', channelId: one.id, variantId: variant.id, ...given, localizations }
    expect(body).toMatchObject(expected)
    expect((await member.get(path)).body).toEqual(body)
    expect(await shownIn(member, one.id, variant.id)).toMatchObject({
      '/name': 'Oak for the web',
      '/description': 'A chair for you',
      '/prices/EUR': 11_900,
      '/prices/USD': 990,
      '/localizations/de_DE/name': 'Eiche',
    })
    expect(await shownIn(member, two.id, variant.id)).toMatchObject({ '/name': 'Oak', '/description': 'A chair' })
    const other = await hashIn(member, one.id)
    expect(other).not.toBe(plain)
    expect(await hashIn(member, two.id)).toBe(plain)

    expect((await member.put(path, { name: 'Only this' })).body).toMatchObject({
      name: 'Only this',
      description: null,
      prices: [],
      localizations: {},
    })
    expect(await shownIn(member, one.id, variant.id)).not.toHaveProperty('/prices/USD')
    await member.put(path, {})
    expect(await hashIn(member, one.id)).toBe(plain)
  })

  it('replace the texts of a locale one by one, however the locale is spelled', async () => {
    const member = await aMember()
    const { id: productId } = await aProduct(member)
    const localizations = { 'de-DE': { name: 'Eiche', description: 'Aus Eiche' }, fr_FR: { name: 'Chêne' } }
    const variant = await aVariant(member, { productId, localizations })
    const channel = await aManualChannel(member)
    const plain = await hashIn(member, channel.id)
    const path = overridesOf(channel.id, variant.id)
    const given = { de_de: { description: 'Für dich' }, pl_PL: { name: 'Dąb' } }
    expect((await member.put(path, { localizations: given })).status).toBe(200)
    const shown = await shownIn(member, channel.id, variant.id)
    const texts = Object.entries(shown).filter(([field]) => field.startsWith('/localizations/'))
    expect(Object.fromEntries(texts)).toEqual({
      '/localizations/de-DE/name': 'Eiche',
      '/localizations/de-DE/description': 'Für dich',
      '/localizations/fr_FR/name': 'Chêne',
      '/localizations/pl_PL/name': 'Dąb',
    })
    await member.put(path, { localizations: { de_DE: { name: 'Eiche' } } })
    expect(await hashIn(member, channel.id)).toBe(plain)
  })

  it('are empty by default, and 404 for an unknown variant or channel', async () => {
    const [member, stranger] = [await aMember(), await aMember()]
    const variant = await aVariant(member)
    const channel = await aManualChannel(member)
    expect((await member.get(overridesOf(channel.id, variant.id))).body).toMatchObject({
      name: null,
      description: null,
      prices: [],
      localizations: {},
    })
    for (const [channelId, variantId, who] of [
      [channel.id, channel.id, member],
      [variant.id, variant.id, member],
      [channel.id, variant.id, stranger],
    ] as const) {
      expect((await who.get(overridesOf(channelId, variantId))).status).toBe(404)
      expect((await who.put(overridesOf(channelId, variantId), { name: 'A' })).status).toBe(404)
    }
  })

  it('heed If-Match, so that concurrent changes do not undo each other', async () => {
    const member = await aMember()
    const variant = await aVariant(member)
    const channel = await aManualChannel(member)
    const path = overridesOf(channel.id, variant.id)
    const { headers } = await member.put(path, { name: 'First' })
    const match = { 'if-match': headers.ETag as string }
    expect((await member.put(path, { name: 'Second' })).status).toBe(200)
    expect((await member.put(path, { name: 'Third' }, match)).status).toBe(412)
    expect((await member.get(path)).body.name).toBe('Second')
  })

  it('are validated like the texts and prices of a variant', async () => {
    const member = await aMember()
    const variant = await aVariant(member)
    const channel = await aManualChannel(member)
    const { status, body } = await member.put(overridesOf(channel.id, variant.id), {
      prices: [
        { currency: 'EUR', amount: 1 },
        { currency: 'EUR', amount: 2 },
      ],
      localizations: { de_DE: {}, 'de-de': {} },
    })
    expect(status).toBe(400)
    expect(body.violations).toHaveLength(2)
  })

  it('may be set for a variant that the channel does not show, and do not make it visible', async () => {
    const member = await aMember()
    const { id: assortmentId } = await anAssortment(member)
    const channel = await aManualChannel(member)
    await member.put(`/api/sales/channels/${channel.id}/catalog-links`, { assortmentId, direction: 'push' })
    const variant = await aVariant(member)
    const path = overridesOf(channel.id, variant.id)
    const names = ['A', 'B', 'C']
    const set = await Promise.all(names.map((name) => member.put(path, { name })))
    expect(set.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await hashIn(member, channel.id)).toBeUndefined()
    await member.put(`/api/catalog/assortments/${assortmentId}/variants/${variant.id}`)
    expect(await hashIn(member, channel.id)).toEqual(expect.any(String))
    expect(names).toContain((await shownIn(member, channel.id, variant.id))['/name'])
  })

  it('are refused for a disconnected channel', async () => {
    const member = await aMember()
    const variant = await aVariant(member)
    const channel = await aManualChannel(member)
    await member.post(`/api/sales/channels/${channel.id}/disconnect`)
    const { status, body } = await member.put(overridesOf(channel.id, variant.id), { name: 'A' })
    expect([status, body.errorCode]).toEqual([409, 'OPERATION_NOT_ALLOWED'])
  })
})
