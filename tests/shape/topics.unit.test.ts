import { describe, expect, it } from 'vitest'
import { AREAS } from '../../functions/docs/areas.ts'
import { topicsPage } from '../../lib/notification/templates/topics-page.ts'
import { TOPIC_SOURCES } from '../../schemas/events/topic-sources.ts'
import { TOPICS, type Topic } from '../../schemas/events/topics.ts'
import { OUTSIDE_TOPICS } from '../../schemas/notification/published-event.ts'
import { readCalls } from './calls.ts'
import { findReach, sources } from './sources.ts'

const code = sources('lib', 'functions')
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

const findFile = (name: string): string | undefined =>
  code.find(
    ({ path, text }) =>
      path.startsWith('functions/') &&
      (path.endsWith(`/${name}.ts`) || new RegExp(`export const ${name} = \\w*[eE]ndpoint\\(`).test(text)),
  )?.path

/** Operations whose code leads to an event that they can never cause. */
const IMPOSSIBLE: Readonly<Record<string, readonly string[]>> = {
  // The documents of a draft are drafts, whose end nobody is told.
  'document.document.voided': ['cancelCreditNote', 'deleteCreditNote', 'deleteInvoice', 'on-event'],
  // The return of goods drafts its credit note.
  // One that follows a changed order is a draft, too.
  'finance.creditnote.issued': ['resolveReturn', 'on-event'],
  // The platform itself confirms no bank entry that takes back a payment.
  'finance.payment.failed': ['on-event'],
  // What pays an invoice does not open it again, and the reverse.
  'finance.invoice.overdue': ['allocatePayment', 'applyCreditNote', 'markInvoicePaid', 'recordPayment'],
  'finance.invoice.paid': ['reopenBankEntry', 'reversePayment'],
  // The two moves of a member share their code.
  'iam.membership.suspended': ['reinstateMember'],
  'iam.membership.reinstated': ['suspendMember'],
  // They decide items of a payment run in other ways than that they are paid.
  'finance.outgoing_payment.completed': ['cancelPaymentRun', 'rejectPaymentRun'],
  'finance.settlement.paid': ['cancelPaymentRun', 'rejectPaymentRun'],
}

/** Modules whose topics name every operation that causes them. */
const COMPLETE = /^(document|finance|iam|platform)\./

describe('the sources of topics', () => {
  it('are declared for exactly the topics that the code emits', () => {
    const emitted = topics.filter((topic) => emitters.get(topic)?.length)
    expect(topics.filter((topic) => TOPIC_SOURCES[topic].length)).toEqual(emitted)
  })

  it('exist, and lead to code that emits the topic', () => {
    const wrong = topics.flatMap((topic) =>
      TOPIC_SOURCES[topic].flatMap((name) => {
        const file = findFile(name)
        const reach = file && findReach(code, file)
        return reach && emitters.get(topic)?.some((path) => reach.has(path)) ? [] : [`${topic}: ${name}`]
      }),
    )
    expect(wrong).toEqual([])
  })

  it('name every operation, schedule and worker that leads to an event of billing, a document or an identity', () => {
    const calls = readCalls(code)
    const starts = calls.declarations.flatMap((each) => {
      const [path = '', name = ''] = each.split('#')
      const file = path.slice(path.lastIndexOf('/') + 1, -3)
      const isWorker = path.startsWith('functions/') && name === 'handler' && /^(every|on)-/.test(file)
      const isOperation = /^export const \w+ = \w*[eE]ndpoint\(/.test(calls.getText(each))
      return isWorker || isOperation ? [{ source: isWorker ? file : name, reach: calls.findReach(each) }] : []
    })
    const complete = topics.filter((topic) => COMPLETE.test(topic) && TOPIC_SOURCES[topic].length)
    const found = complete.map((topic) => {
      const emitting = calls.declarations.filter((each) => emits(calls.getText(each), topic))
      const leading = starts.filter(({ reach }) => emitting.some((each) => reach.has(each)))
      return [topic, leading.map(({ source }) => source).sort()]
    })
    const named = complete.map((topic) => [topic, [...TOPIC_SOURCES[topic], ...(IMPOSSIBLE[topic] ?? [])].sort()])
    expect(Object.fromEntries(named)).toEqual(Object.fromEntries(found))
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
    expect(text).toContain('Emitted by <code>issueCreditNote</code>, <code>createCreditNote</code>')
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
