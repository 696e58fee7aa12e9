import { ShopifyError } from './shopify-catalog.ts'

interface Order {
  id: string
  tags?: string[]
}
interface Field {
  ownerId: string
  namespace: string
  key: string
  type: string
  value: string
}
type Variables = Record<string, unknown>

const MAX_TAG_LENGTH = 40

/** Metafields and tags of orders, with the refusals of the platform. Both replace what has the same name. */
export const shopifyNotes = (orderAt: (id: unknown) => Order | undefined) => {
  const fields = new Map<string, Field & { id: string }>()
  const tags = new Map<string, Set<string>>()
  const refuse = (message: string) => ({
    metafields: null,
    node: null,
    userErrors: [{ field: ['metafields', '0'], message }],
  })
  const buildName = ({ ownerId, namespace, key }: Pick<Field, 'ownerId' | 'namespace' | 'key'>) =>
    `${ownerId} ${namespace} ${key}`

  const setFields = (given: Field[]) => {
    for (const field of given) {
      if (!orderAt(field.ownerId)) return refuse('Owner does not exist.')
      if (!/^[\w-]{3,255}$/.test(field.namespace) || !/^[\w-]{2,64}$/.test(field.key))
        return refuse('The key is invalid.')
      if (field.type !== 'multi_line_text_field' || !field.value) return refuse('The value is invalid.')
      const name = buildName(field)
      fields.set(name, { ...field, id: fields.get(name)?.id ?? `gid://shopify/Metafield/${fields.size + 1}` })
    }
    return { metafields: given.map((field) => ({ id: fields.get(buildName(field))?.id })), userErrors: [] }
  }

  const addTags = (id: string, given: string[]) => {
    if (given.some((tag) => !tag || tag.length > MAX_TAG_LENGTH)) return refuse('A tag is too long.')
    tags.set(id, new Set([...(tags.get(id) ?? []), ...given]))
    return { node: { id }, userErrors: [] }
  }

  const operations: Record<string, (variables: Variables) => Variables> = {
    OrderNote: ({ id, namespace, key }) => {
      if (!/^gid:\/\/shopify\/Order\/\d+$/.test(String(id))) throw new ShopifyError('Invalid global id')
      const order = orderAt(id)
      const name = buildName({ ownerId: String(id), namespace: String(namespace), key: String(key) })
      const found = fields.get(name)
      const metafield = found ? { id: found.id, value: found.value } : null
      return { order: order ? { id, tags: [...(tags.get(order.id) ?? [])], metafield } : null }
    },
    WriteOrderNote: ({ id, tags: given, metafields }) => ({
      metafieldsSet: setFields(metafields as Field[]),
      tagsAdd: addTags(String(id), given as string[]),
    }),
  }

  const list = (orderId: number) =>
    [...fields.values()]
      .filter(({ ownerId }) => ownerId === `gid://shopify/Order/${orderId}`)
      .map(({ value }) => ({ text: value, isPublic: false }))
  const listTags = (orderId: number) => [...(tags.get(`gid://shopify/Order/${orderId}`) ?? [])]
  return { operations, list, listTags }
}
