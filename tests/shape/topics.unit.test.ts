import { describe, expect, it } from 'vitest'
import { AREAS } from '../../functions/docs/areas.ts'
import { topicsPage } from '../../lib/notification/templates/topics-page.ts'
import { TOPIC_SOURCES } from '../../schemas/events/topic-sources.ts'
import { TOPICS, type Topic } from '../../schemas/events/topics.ts'
import { OUTSIDE_TOPICS } from '../../schemas/notification/published-event.ts'
import { sources } from './sources.ts'

const code = sources('lib', 'functions')
const byPath = new Map(code.map((source) => [source.path, source]))
const topics = Object.keys(TOPICS) as Topic[]

/** Literal topics of calls of `emit`, topics in a table that is given to it, and those that a status completes. */
const emits = (text: string, topic: string) => {
  const stem = topic.slice(0, topic.lastIndexOf('.'))
  return (
    text.includes('.emit(') &&
    (text.includes(`emit('${topic}'`) ||
      new RegExp(`emit\\(\\s*'${topic}'`).test(text) ||
      (/emit\((?!\s*['`])/.test(text) && text.includes(`'${topic}'`)) ||
      text.includes(`emit(\`${stem}.\${`))
  )
}

const emitters = new Map(
  topics.map((topic) => [topic, code.filter(({ text }) => emits(text, topic)).map(({ path }) => path)]),
)

/** Finds everything that a file loads, now or late. */
const findReach = (path: string): ReadonlySet<string> => {
  const reached = new Set([path])
  for (const each of reached)
    for (const next of byPath.get(each)?.imports ?? []) if (byPath.has(next)) reached.add(next)
  return reached
}

const findFile = (name: string): string | undefined =>
  code.find(
    ({ path, text }) =>
      path.startsWith('functions/') &&
      (path.endsWith(`/${name}.ts`) || new RegExp(`export const ${name} = \\w*[eE]ndpoint\\(`).test(text)),
  )?.path

describe('the sources of topics', () => {
  it('are declared for exactly the topics that the code emits', () => {
    const emitted = topics.filter((topic) => emitters.get(topic)?.length)
    expect(topics.filter((topic) => TOPIC_SOURCES[topic].length)).toEqual(emitted)
  })

  it('exist, and lead to code that emits the topic', () => {
    const wrong = topics.flatMap((topic) =>
      TOPIC_SOURCES[topic].flatMap((name) => {
        const file = findFile(name)
        const reach = file && findReach(file)
        return reach && emitters.get(topic)?.some((path) => reach.has(path)) ? [] : [`${topic}: ${name}`]
      }),
    )
    expect(wrong).toEqual([])
  })

  it('are those of operations that are mounted, and each is named once', async () => {
    const modules = await Promise.all(AREAS.map(({ load }) => load()))
    const operations = new Set(modules.flatMap(({ endpoints }) => Object.keys(endpoints)))
    for (const topic of topics) {
      const names: readonly string[] = TOPIC_SOURCES[topic]
      expect(new Set(names).size, topic).toBe(names.length)
      for (const name of names) expect(operations.has(name) || /^(every|on)-/.test(name), name).toBe(true)
    }
  })

  it('are shown on the page of topics, which says so of topics without any', () => {
    const text = String(topicsPage().content)
    expect(text).toContain('Emitted by <code>issueCreditNote</code>')
    const outside: readonly string[] = OUTSIDE_TOPICS
    for (const topic of topics) {
      const [, section = ''] = text.split(`<section id="${topic}">`)
      const [shown = ''] = section.split('</section>')
      const isOutside = outside.includes(topic)
      expect([topic, shown.includes('Published by <code>publishEvent</code>.')]).toEqual([topic, isOutside])
      expect([topic, shown.includes('Nothing emits it.')]).toEqual([topic, !isOutside && !TOPIC_SOURCES[topic].length])
    }
  })
})
