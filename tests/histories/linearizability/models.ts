import type { Model } from './find-order.ts'

export interface Fields {
  revision: number
  values: Readonly<Record<string, unknown>>
}

/** A read, or a change of some fields, which `ifMatch` allows for one revision only. */
export type FieldsInput =
  | { kind: 'read' }
  | { kind: 'change'; values: Readonly<Record<string, unknown>>; ifMatch?: number }

export type FieldsOutput = Fields | 'changed meanwhile'

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** A resource whose fields change one at a time, with a revision that counts the changes. */
export const fieldsModel = (initial: Fields): Model<Fields, FieldsInput, FieldsOutput> => ({
  initial,
  step(state, input, output) {
    if (input.kind === 'read') return output === undefined || isSame(output, state) ? state : undefined
    const isAllowed = input.ifMatch === undefined || input.ifMatch === state.revision
    if (output === 'changed meanwhile') return isAllowed ? undefined : state
    if (!isAllowed) return output === undefined ? state : undefined
    const after = { revision: state.revision + 1, values: { ...state.values, ...input.values } }
    return output === undefined || isSame(output, after) ? after : undefined
  },
  describe: (state) => JSON.stringify(state),
})

export type CounterInput = { kind: 'read' } | { kind: 'take'; pieces: number } | { kind: 'set'; pieces: number }
export type CounterOutput = number | 'too few'

/** Pieces of which as many can be taken as there are. */
export const counterModel = (initial: number): Model<number, CounterInput, CounterOutput> => ({
  initial,
  step(state, input, output) {
    if (input.kind === 'read') return output === undefined || output === state ? state : undefined
    if (input.kind === 'take' && input.pieces > state)
      return output === undefined || output === 'too few' ? state : undefined
    const after = input.kind === 'take' ? state - input.pieces : input.pieces
    return output === undefined || output === after ? after : undefined
  },
  describe: String,
})

export type MembersInput =
  | { kind: 'add'; member: string }
  | { kind: 'remove'; member: string }
  | { kind: 'list' }
  | { kind: 'count' }

/** Members of a list, oldest first, or their number. */
export type MembersOutput = readonly string[] | number | 'done' | 'refused'

/** A set whose members may be added and removed. If members are unique, a second addition is refused. */
export const membersModel = ({ unique }: { unique: boolean }): Model<string, MembersInput, MembersOutput> => ({
  initial: '',
  step(state, input, output) {
    const members = state ? state.split(' ') : []
    if (input.kind === 'list')
      return output === undefined || (Array.isArray(output) && isSame([...output].sort(), members)) ? state : undefined
    if (input.kind === 'count') return output === undefined || output === members.length ? state : undefined
    const isMember = members.includes(input.member)
    const isRefused = unique && isMember === (input.kind === 'add')
    if (output !== undefined && output !== (isRefused ? 'refused' : 'done')) return undefined
    if (isRefused) return state
    const others = members.filter((each) => each !== input.member)
    return (input.kind === 'add' ? [...others, input.member].sort() : others).join(' ')
  },
  describe: (state) => state,
})
