import {
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import type { CheckedDocument } from './shopify-schema.ts'

/** What a single query may cost. */
export const MAX_COST = 1000
const MUTATION = 10
const CONNECTION = 2
/** Values that consist of several scalars are as free as a scalar. */
const FREE = new Set(['MoneyBag', 'MoneyV2', 'PageInfo'])

/**
 * Entries for which a list counts. The documentation only says that a list is sized by `first`; shops were seen to count
 * 2 of 3, 4 of 10, 5 of 20, 6 of 25, 7 of 50, 9 of 100, 10 of 150 and 11 of 250.
 */
const countEntries = (first: number): number => Math.max(1, Math.floor(2 * Math.log(first)))

type Variables = Record<string, unknown>

const readSize = ({ arguments: args = [] }: FieldNode, variables: Variables): number | undefined => {
  const given = args.find(({ name }) => ['first', 'last'].includes(name.value))?.value
  if (given?.kind === Kind.INT) return Number(given.value)
  if (given?.kind === Kind.VARIABLE) return Number(variables[given.name.value])
  return undefined
}

/** Computes what Shopify charges for a document before it runs: a point for an object, and what its lists may contain. */
export const computeCost = ({ document, schema }: CheckedDocument, variables: Variables): number => {
  const costOf = (set: SelectionSetNode | undefined, type: GraphQLNamedType): number => {
    const fields = isObjectType(type) || isInterfaceType(type) ? type.getFields() : {}
    let sum = 0
    const alternatives: number[] = []
    for (const each of set?.selections ?? []) {
      if (each.kind === Kind.FIELD) {
        const of = fields[each.name.value]
        if (of) sum += costOfField(each, getNamedType(of.type))
      } else if (each.kind === Kind.INLINE_FRAGMENT) {
        const name = each.typeCondition?.name.value
        alternatives.push(costOf(each.selectionSet, (name && schema.getType(name)) || type))
      }
    }
    return sum + Math.max(0, ...alternatives)
  }
  const costOfField = (field: FieldNode, type: GraphQLNamedType): number => {
    if (!isObjectType(type) && !isAbstractType(type)) return 0
    if (FREE.has(type.name)) return 0
    const inside = costOf(field.selectionSet, type)
    if (type.name.endsWith('Connection')) return CONNECTION + countEntries(readSize(field, variables) ?? 1) * inside
    if (type.name.endsWith('Edge')) return inside
    return inside + 1
  }
  const operation = document.definitions.find(
    (each): each is OperationDefinitionNode => each.kind === Kind.OPERATION_DEFINITION,
  )
  if (!operation) return 0
  const isMutation = operation.operation === 'mutation'
  const root = (isMutation ? schema.getMutationType() : schema.getQueryType()) as GraphQLObjectType
  if (!isMutation) return costOf(operation.selectionSet, root)
  return operation.selectionSet.selections.length * MUTATION
}
