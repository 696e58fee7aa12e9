import { buildOpenKey, conflicts } from '../../lib/data-exchange/conflict-store.ts'
import { app } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { variantUri } from '../../lib/sales/runs/sync-record.ts'
import { putRecords, syncRuns } from '../../lib/sales/runs/sync-store.ts'
import { aCategory, aChannel, anAssortment, aProduct, aVariant } from '../support/builders.ts'
import type { Member } from '../support/client.ts'
import type { Made } from './fixtures.ts'

const withProduct = (body?: unknown) => async (member: Member) => ({
  params: { id: (await aProduct(member)).id },
  body,
})
const withVariant = (body?: unknown) => async (member: Member) => ({
  params: { id: (await aVariant(member)).id },
  body,
})
const withCategory = (body?: unknown) => async (member: Member) => ({
  params: { id: (await aCategory(member)).id },
  body,
})
const withArchivedCategory = async (member: Member) => {
  const { id } = await aCategory(member)
  await member.post(`/api/catalog/categories/${id}/archive`)
  return { params: { id } }
}
const withAssortment = (body?: unknown) => async (member: Member) => ({
  params: { id: (await anAssortment(member)).id },
  body,
})
const addVariant = (isIn: boolean) => async (member: Member) => {
  const [{ id }, { id: variantId }] = await Promise.all([anAssortment(member), aVariant(member)])
  if (isIn) await member.put(`/api/catalog/assortments/${id}/variants/${variantId}`)
  return { params: { id, variantId } }
}

const aConflict = async ({ tenant }: Member) => {
  const now = app().clock()
  const [target, variantId] = [`commerce:///sales/channels/${newId(now)}`, newId(now)]
  const found = { field: '/name', base: 'Tea', mine: 'Green tea', theirs: 'Black tea' }
  const state = { status: 'open', detectedAt: now.toISOString(), resolvedAt: null } as const
  const { id } = await runInUnit(app().db, { tenant, actor: null, now }, async (unit) =>
    unit.create(conflicts, { target, variantId, openAt: buildOpenKey(target, variantId), ...found, ...state }),
  )
  return id
}

const withListing = async (member: Member) => {
  const [{ id: variantId }, { id: channelId }] = await Promise.all([aVariant(member), aChannel(member)])
  return { params: { channelId, variantId } }
}
/** Creates a channel whose shop should show a variant. */
const withStore = async (member: Member, store: object = {}) => {
  await aVariant(member)
  const credentials = { api_key: 'key', seed: `fixture ${++made} ${member.tenant}`, ...store }
  return { params: { channelId: (await aChannel(member, { credentials })).id } }
}

const withChannelOfListing = async (member: Member) => {
  const { params } = await withListing(member)
  return { params: { channelId: params.channelId } }
}

let made = 0

export const CATALOG_FIXTURES: Readonly<Record<string, (member: Member) => Promise<Made>>> = {
  listProducts: withProduct(),
  listCategories: withCategory(),
  createCategory: async () => ({ body: { code: `cat-${++made}`, name: 'Green tea', position: 10 } }),
  getCategory: withCategory(),
  updateCategory: withCategory({ name: 'Teas', position: 20 }),
  archiveCategory: withCategory(),
  restoreCategory: withArchivedCategory,
  deleteCategory: withArchivedCategory,
  activateProduct: async (member) => ({ params: { id: (await aProduct(member, { status: 'draft' })).id } }),
  archiveProduct: withProduct(),
  restoreProduct: async (member) => {
    const { id } = await aProduct(member)
    await member.post(`/api/catalog/products/${id}/archive`)
    return { params: { id } }
  },
  createProduct: async () => ({
    body: { name: 'Oak chair', brand: 'Nordlicht', tags: ['gift'], attributes: { material: 'Oak' } },
  }),
  getProduct: withProduct(),
  updateProduct: withProduct({ description: 'Made of oak', attributes: { 'seat height': '45 cm' } }),
  listVariants: withVariant(),
  createVariant: async (member) => ({
    body: {
      productId: (await aProduct(member)).id,
      sku: `CHAIR-${++made}`,
      name: 'Oak chair, white',
      ...{ gtin: '7300011000017', mpn: 'OC-45-W', hsCode: '9401.69', countryOfOrigin: 'SE', weightGrams: 6500 },
      prices: [
        { currency: 'EUR', amount: 11_900 },
        { currency: 'JPY', amount: 19_000 },
      ],
      localizations: { de_DE: { name: 'Eichenstuhl, weiß', description: null } },
    },
  }),
  getVariant: withVariant(),
  updateVariant: withVariant({ prices: [], attributes: { colour: 'white' } }),
  listAssortments: withAssortment(),
  createAssortment: async () => ({ body: { name: 'Summer 2026' } }),
  getAssortment: withAssortment(),
  updateAssortment: withAssortment({ name: 'Summer' }),
  listAssortmentVariants: async (member) => {
    const { params } = await addVariant(true)(member)
    return { params: { id: params.id } }
  },
  putVariantInAssortment: addVariant(false),
  takeVariantOutOfAssortment: addVariant(true),

  listConflicts: async () => ({}),
  getConflict: async (member) => ({ params: { id: await aConflict(member) } }),
  getSyncHealth: async (member) => {
    await withListing(member)
    return {}
  },
  getDriftSummary: withChannelOfListing,
  listDriftRows: withChannelOfListing,
  getVariantDiff: withListing,
  getCatalogPlan: withChannelOfListing,
  publishCatalog: async (member) => ({ ...(await withStore(member)), body: { force: true } }),
  listInventoryPlan: withChannelOfListing,
  publishInventory: (member) => withStore(member),
  retrySyncRun: async (member) => {
    const { id: variantId } = await aVariant(member)
    const { params } = await withStore(member)
    const { channelId } = params
    const now = app().clock()
    const nothing = { externalId: null, label: null, errorCode: null, errorMessage: null, changes: [] }
    const none = { ...nothing, finding: null, mend: null }
    const syncId = await runInUnit(app().db, { tenant: member.tenant, actor: null, now }, async (unit) => {
      const at = now.toISOString()
      const counts = {
        itemsSynced: 0,
        itemsFailed: 1,
        itemsUnchanged: 0,
        itemsSkipped: 0,
        itemsPending: 0,
        itemsFound: 0,
        itemsTruncated: false,
      }
      const ended = { startedAt: at, completedAt: at, durationSeconds: 0, errorCategory: null, recorded: 1 }
      const run = unit.create(syncRuns, {
        ...counts,
        ...ended,
        channelId,
        type: 'products_push',
        status: 'success',
        errorCode: null,
        errorMessage: null,
        trouble: null,
      })
      const about = { kind: 'variant', action: 'failed', resourceUri: variantUri(variantId), occurredAt: at } as const
      unit.add(putRecords(unit.tenant, run.id, [{ ...none, ...about, id: unit.newId(), syncId: run.id }], now))
      return run.id
    })
    return { params: { channelId, syncId } }
  },
  reconcileOrders: async (member) => ({
    ...(await withStore(member)),
    body: { from: '2026-03-01', to: '2026-03-07', apply: true },
  }),
  browseRemoteCatalog: withChannelOfListing,
  importCatalog: withChannelOfListing,
  detectConflicts: withChannelOfListing,
  resolveConflict: async (member) => ({ ...(await withListing(member)), body: { resolution: 'accept_mine' } }),
  getListingOverrides: withListing,
  setListingOverrides: async (member) => ({
    ...(await withListing(member)),
    body: {
      name: 'Oak chair for the web',
      prices: [{ currency: 'EUR', amount: 12_900 }],
      localizations: { de_DE: { name: 'Eichenstuhl' } },
    },
  }),
}
