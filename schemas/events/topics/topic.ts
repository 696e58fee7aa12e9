import type { Static, TObject, TProperties, TSchema } from 'typebox'
import * as Type from 'typebox'
import type { Scope } from '../../../lib/platform/access/scopes.ts'
import type { Bucket, Priority } from '../../notification/notification.ts'
import { oneOf } from '../../types.ts'

type Module = Scope extends `${infer Name}:${string}` ? Name : never

/** The recipient in the event, all members of the tenant, or the members whose role can read the module or has the scope. */
export type Audience = 'named' | 'everyone' | Module | Scope

interface TopicKind<A extends Audience = Audience, P extends TProperties = TProperties> {
  audience: A
  bucket: Bucket
  priority: Priority
  /** True if messages of a storm may wait for a digest. Never for one named person, and never for what is urgent. */
  canWait: boolean
  /** Data of an event. Members that start with `sealed` are secrets, sealed by the vault. */
  variables: TObject<P>
}

export const topic = <const A extends Audience, P extends TProperties>(
  [audience, bucket, priority = 'normal']: readonly [A, Bucket, Priority?],
  variables: P,
  { isUrgent = priority === 'urgent' }: { isUrgent?: boolean } = {},
): TopicKind<A, P> => ({
  audience,
  bucket,
  priority,
  canWait: audience !== 'named' && !isUrgent,
  variables: Type.Object(variables, { additionalProperties: false }),
})

// Every variable has an example; together they are the topic's example.

const ULID = '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'

export const id = (example = '01K9ZB3V5Q8W2E4R6T7Y1M0N9P') =>
  Type.String({ title: 'id', pattern: ULID, examples: [example] })

export const text = (example: string, options: object = {}) =>
  Type.String({ title: 'text', examples: [example], ...options })

export const count = (example: number) => Type.Integer({ title: 'number', examples: [example] })

/** An amount in minor units of the topic's currency. */
export const amount = (example: number) => Type.Integer({ title: 'amount', examples: [example] })

export const currency = () => Type.String({ title: 'currency', pattern: '^[A-Z]{3}$', examples: ['EUR'] })

export const day = (example: string) =>
  Type.String({ title: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$', examples: [example] })

export const moment = (example: string) =>
  Type.String({ title: 'timestamp', pattern: '^\\d{4}-\\d{2}-\\d{2}T.+Z$', examples: [example] })

export const flag = (example: boolean) => Type.Boolean({ title: 'true or false', examples: [example] })

export const choice = <const V extends readonly string[]>(values: V, example: V[number]) =>
  oneOf(values, { title: 'text', examples: [example] })

export const list = <S extends TSchema>(of: S, example: readonly Static<S>[]) =>
  Type.Array(of, { title: 'list', examples: [example] })

/** A secret sealed by the vault, for the one message that carries it to its owner. */
export const sealed = () => Type.String({ title: 'sealed', examples: ['sealed'] })

export const makeTopicExampleValue = <S extends TObject>({ properties }: S): Static<S> =>
  Object.fromEntries(
    Object.entries(properties as Record<string, TSchema & { examples: unknown[] }>).map(([name, { examples }]) => [
      name,
      examples[0],
    ]),
  ) as Static<S>
