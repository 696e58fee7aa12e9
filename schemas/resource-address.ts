import * as Type from 'typebox'

const NOUN = '[a-z][a-z0-9-]{0,40}'
const ID = '[0-9A-Za-z-]{26,36}'

/** The URI of a resource, which may be within another. Whether such a kind of resource exists is checked beside it. */
export const resourceAddress = (options: Type.TStringOptions = {}) =>
  Type.String({
    pattern: `^commerce:///${NOUN}/${NOUN}/${ID}(/${NOUN}/${ID})?$`,
    title: 'the URI of a resource, such as commerce:///partner/partners/{id}',
    examples: ['commerce:///partner/partners/01K9ZB3V5Q8W2E4R6T7Y1M0N9P'],
    ...options,
  })
