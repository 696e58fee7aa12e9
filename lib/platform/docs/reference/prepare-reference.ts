import { INTRODUCTION } from '../openapi/introduction.ts'
import { slugHeading } from './slug-heading.ts'

/** The name that the component has for the document. The ids of entries begin with it. */
export const REFERENCE_NAME = 'entrepot'

type Parts = Readonly<Record<string, unknown>>

interface Operation {
  operationId: string
  tags: readonly string[]
  summary: string
  deprecated?: boolean
  responses: Readonly<Record<string, Parts>>
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

/** A description as it is published. */
interface Published {
  info: object
  tags: readonly { name: string; description: string }[]
  paths: Paths
  components: { schemas: Parts }
}

/** Members that programs read and the page does not show. */
const UNSEEN = ['links', 'x-scope', 'x-client-method']

const mapValues = <V, R>(record: Readonly<Record<string, V>>, map: (value: V) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]))

const omitUnseen = (part: object): Parts =>
  Object.fromEntries(Object.entries(part).filter(([name]) => !UNSEEN.includes(name)))

const keepSeen = (operation: Operation) => ({
  ...omitUnseen(operation),
  responses: mapValues(operation.responses, omitUnseen),
})

const escapePointer = (text: string) => text.replaceAll('~', '~0').replaceAll('/', '~1')

const makeText = (title: string, children: object[]) => ({
  id: `${REFERENCE_NAME}/description/${slugHeading(title)}`,
  title,
  type: 'text',
  children,
})

const listHeadings = () => [...INTRODUCTION.matchAll(/^### (.+)$/gm)].map(([, title = '']) => makeText(title, []))

const listOperations = (tag: string, parentId: string, paths: Paths) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.includes(tag))
      .map(([method, { summary, deprecated = false }]) => ({
        id: `${parentId}/${method.toUpperCase()}${path}`,
        title: summary,
        path,
        method,
        ref: `#/paths/${escapePointer(path)}/${method}`,
        type: 'operation',
        isDeprecated: deprecated,
      })),
  )

const buildNavigation = ({ tags, paths }: Published) => ({
  id: REFERENCE_NAME,
  type: 'document',
  title: 'Entrepot',
  name: REFERENCE_NAME,
  children: [
    makeText('Introduction', listHeadings()),
    ...tags.map(({ name, description }) => {
      const id = `${REFERENCE_NAME}/tag/${slugHeading(name)}`
      const children = listOperations(name, id, paths)
      return { id, title: name, name, description, children, isGroup: false, isWebhooks: false, type: 'tag', xKeys: {} }
    }),
  ],
})

/**
 * Prepares a description for the component that draws the reference. It shows a document with a navigation as it is, without
 * bundling and completing it. Operations and schemas are behind references, so they are not validated again in the browser.
 */
export const prepareReference = (published: Published): object => {
  const { info, components, paths } = published
  const { schemas, ...otherComponents } = components
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const prepared = {
    ...published,
    // The page has the introduction as HTML; this extension marks its place.
    info: { ...info, description: undefined, 'x-introduction': true },
    paths: mapValues(paths, (methods) =>
      mapValues(methods, ({ operationId }) => ({ $ref: `#/x-operations/${operationId}` })),
    ),
    components: otherComponents,
    'x-operations': Object.fromEntries(operations.map((each) => [each.operationId, keepSeen(each)])),
    'x-schemas': schemas,
    'x-scalar-navigation': buildNavigation(published),
  }
  return JSON.parse(JSON.stringify(prepared).replaceAll('"#/components/schemas/', '"#/x-schemas/')) as object
}
