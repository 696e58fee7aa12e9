import type { Resource } from '../../../../schemas/resource.ts'
import type { Members, Page } from '../../store/lists/list.ts'
import { present } from './present.ts'

interface Shown extends Page {
  /** Path of the collection, without its query. */
  path: string
  /** The unparsed query of the request. */
  query: Record<string, string>
  /** Names of all query parameters. */
  parameters: readonly string[]
}

const describeSearch = (path: string, parameters: readonly string[]) => ({
  '@type': 'IriTemplate',
  template: `${path}{?${parameters.join(',')}}`,
  variableRepresentation: 'BasicRepresentation',
  mapping: parameters.map((variable) => ({
    '@type': 'IriTemplateMapping',
    variable,
    property: variable,
    required: false,
  })),
})

const buildView = ({ path, query, page, itemsPerPage }: Shown, totalItems: number) => {
  const last = Math.max(1, Math.ceil(totalItems / itemsPerPage))
  const linkToPage = (number: number) => `${path}?${new URLSearchParams({ ...query, page: String(number) })}`
  return {
    '@id': linkToPage(page),
    '@type': 'PartialCollectionView',
    first: linkToPage(1),
    last: linkToPage(last),
    ...(page > 1 && { previous: linkToPage(Math.min(page - 1, last)) }),
    ...(page < last && { next: linkToPage(page + 1) }),
  }
}

/** Returns one page in the envelope of collections. */
export const presentCollection = (kind: Resource, shown: Shown, { items, totalItems, paged }: Members<unknown>) => ({
  '@context': '/api/docs/contexts/Collection',
  '@id': shown.path,
  '@type': 'Collection',
  totalItems,
  search: describeSearch(shown.path, shown.parameters),
  view: buildView(shown, paged ?? totalItems),
  member: items.map((item) => present(kind, item)),
})
