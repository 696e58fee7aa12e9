import type { Members, Page } from '../store/list.ts'
import { present, type Resource } from './resource.ts'

interface Shown extends Page {
  /** Path of the collection, without its query. */
  path: string
  /** The request's query as it was written. */
  query: Record<string, string>
  /** Names of all query parameters. */
  parameters: readonly string[]
}

const search = (path: string, parameters: readonly string[]) => ({
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

const view = ({ path, query, page, itemsPerPage }: Shown, totalItems: number) => {
  const last = Math.max(1, Math.ceil(totalItems / itemsPerPage))
  const at = (number: number) => `${path}?${new URLSearchParams({ ...query, page: String(number) })}`
  return {
    '@id': at(page),
    '@type': 'PartialCollectionView',
    first: at(1),
    last: at(last),
    ...(page > 1 && { previous: at(Math.min(page - 1, last)) }),
    ...(page < last && { next: at(page + 1) }),
  }
}

/** The collection envelope around one page. */
export const presentCollection = (kind: Resource, shown: Shown, { items, totalItems, paged }: Members<unknown>) => ({
  '@context': '/api/docs/contexts/Collection',
  '@id': shown.path,
  '@type': 'Collection',
  totalItems,
  search: search(shown.path, shown.parameters),
  view: view(shown, paged ?? totalItems),
  member: items.map((item) => present(kind, item)),
})
