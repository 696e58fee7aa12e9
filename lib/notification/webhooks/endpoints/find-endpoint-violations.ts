import type { ConditionGroup } from '../../../../schemas/condition.ts'
import type { HeaderInput } from '../../../../schemas/notification/webhook-endpoint.ts'
import type { App } from '../../../platform/app/app.ts'
import { findConditionViolations } from '../../../platform/conditions/conditions.ts'
import { findUrlViolations } from '../../../platform/outbound/find-url-violations.ts'
import type { Violation } from '../../../platform/problem.ts'
import type { StoredHeader } from './endpoint-store.ts'
import { ENDPOINT_TOPICS, matchesTopic } from './find-subscribers.ts'

/** Headers that the platform or the connection sets. */
const RESERVED =
  /^(webhook-.*|content-.*|host|user-agent|connection|keep-alive|transfer-encoding|accept-encoding|te|trailer|upgrade|expect|proxy-.*|date|cookie2?|x-forwarded-.*|forwarded)$/i

const findTopicViolations = (topics: readonly string[]): Violation[] =>
  topics.flatMap((pattern, index) =>
    ENDPOINT_TOPICS.some((topic) => matchesTopic(pattern, topic))
      ? []
      : [
          {
            propertyPath: `topics[${index}]`,
            message: 'must be, or stand for, a topic that does not go to one named person',
          },
        ],
  )

const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

const findHeaderViolations = (headers: readonly HeaderInput[], stored: readonly StoredHeader[]): Violation[] =>
  headers.flatMap(({ name, value, isSecret }, index) => {
    const at = `headers[${index}]`
    const first = headers.findIndex((other) => isSameName(other.name, name))
    const isKept = isSecret && stored.some((each) => each.sealedValue && isSameName(each.name, name))
    return [
      ...(RESERVED.test(name) ? [{ propertyPath: `${at}.name`, message: 'must not be a header of the platform' }] : []),
      ...(first < index ? [{ propertyPath: `${at}.name`, message: 'must not be given twice' }] : []),
      ...(value == null && !isKept ? [{ propertyPath: `${at}.value`, message: 'must be given' }] : []),
    ]
  })

interface Given {
  url?: string
  topics?: readonly string[] | null
  conditions?: readonly ConditionGroup[] | null
  headers?: readonly HeaderInput[]
}

export const findEndpointViolations = (
  app: Pick<App, 'config'>,
  { url, topics, conditions, headers }: Given,
  stored: readonly StoredHeader[] = [],
): Violation[] => [
  ...(url === undefined ? [] : findUrlViolations(app.config, url, 'url')),
  ...findTopicViolations(topics ?? []),
  ...findConditionViolations(conditions ?? []),
  ...findHeaderViolations(headers ?? [], stored),
]
