import { describe, expect, onTestFinished, test } from 'vitest'
import { findTextViolations } from '../../../lib/notification/templates/find-text-violations.ts'

const flaw = async (bodyTemplate: string) => {
  const [violation, ...others] = await findTextViolations({ bodyTemplate }, 'partner.partner.created')
  expect(others).toEqual([])
  return violation?.message
}

const KNOWN = 'known are partnerId, partnerName, appUrl, actionUrl, occurredAt'
const long = (text: string, times: number) => text.repeat(times)
const LOOP = '{% for a in (1..100000) %}'

describe('a template is refused with line and column if it', () => {
  test.each([
    ['has an unknown variable', 'Hi\n  {{ partnerNme }}', `line 2, column 6: unknown variable partnerNme; ${KNOWN}`],
    ['has one where it is not shown', '{% if false %}{{ zz }}{% endif %}', /^line 1, column 18: unknown variable zz/],
    ['has one in a condition', '{% if zz %}x{% endif %}', /^line 1, column 7: unknown variable zz/],
    ['asks a text for a member', '{{ partnerName.first }}', 'line 1, column 4: partnerName has no first'],
    ['uses what is sealed', '{{ sealedToken }}', /unknown variable sealedToken/],
    ['uses a token of another topic', '{{ token }}', /unknown variable token/],
    ['has an unknown filter', 'a\n\n{{ partnerName | shout }}', 'line 3, column 1: undefined filter: shout'],
    ['has an unknown tag', '{% shout %}', 'line 1, column 1: tag "shout" not found'],
    ['is not closed', 'a\n{% if partnerName', /^line 2, column 1: tag "{% if partnerName" not closed/],
    ['has a block without an end', '{% if partnerName %}', /^line 1, column 1: tag {% if partnerName %} not closed/],
    ['formats an amount without currency', '{{ 12 | money }}', /^line 1, column 1: money needs the currency/],
    ['formats a text as an amount', '{{ partnerName | money: "EUR" }}', /money needs an amount in minor units/],
    ['formats an amount of no currency', '{{ 12 | money: "XX" }}', /Invalid currency code/],
    [
      'formats a date in a way of its own',
      '{{ occurredAt | date: "%Y" }}',
      /a date length must be full, long, medium or short/,
    ],
  ] as const)('%s', async (_, source, said) => {
    const message = await flaw(source)
    if (typeof said === 'string') expect(message).toBe(said)
    else expect(message).toMatch(said)
  })

  test('uses a sealed value of its topic', async () => {
    const texts = { bodyTemplate: '{{ token }} {{ sealedToken }}' }
    const violations = await findTextViolations(texts, 'iam.tenant.invitation_sent')
    expect(violations[0]?.message).toMatch(/^line 1, column 16: unknown variable sealedToken/)
  })

  test('has several unknown variables, all in one response', async () => {
    expect(await flaw('{{ a }}\n{{ b }}')).toMatch(/^line 1, column 4: .* a; .*; line 2, column 4: .* b; /)
  })
})

describe('a hostile template is stopped if it', () => {
  test.each([
    '{{ partnerName.constructor }}',
    '{{ partnerName["constructor"] }}',
    '{{ partnerName.__proto__ }}',
    '{{ constructor.constructor }}',
    '{{ __proto__ }}',
    '{% for c in partnerName %}{{ c.constructor }}{% endfor %}',
    '{% assign x = "a" | split: "," %}{{ x.constructor }}{{ x.__proto__ }}',
    '{% assign __proto__ = "x" %}{{ partnerName.polluted }}',
  ])('looks into prototypes: %s', async (source) => {
    expect(await flaw(source)).toMatch(/^line 1, column \d+: /)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test.each([
    '{% include "words.ts" %}',
    '{% render "/etc/passwd" %}',
    '{% layout "x" %}{% block a %}{% endblock %}',
    '{% include partnerName %}',
    '{{ partnerName | raw }}',
    '{{ partnerName | where_exp: "x", "x" }}',
  ])('reaches outside: %s', async (source) => {
    expect(await flaw(source)).toMatch(/^line 1, column 1: (tag ".*" not found|undefined filter)/)
  })

  test.each([
    ['runs on', `${LOOP}${LOOP}{% endfor %}{% endfor %}`, /render limit exceeded/],
    ['counts to a billion', '{% for a in (1..1000000000) %}{% endfor %}', /memory alloc limit exceeded/],
    ['writes 100 MB', `${LOOP}${long('x', 1000)}{% endfor %}`, /more than 262144 characters/],
    ['gathers 100 MB', `{% capture z %}${LOOP}${long('x', 1000)}{% endfor %}{% endcapture %}`, /more than 262144/],
    [
      'writes a table of 10 MB',
      `{% tablerow i in (1..100000) %}${long('x', 100)}{% endtablerow %}`,
      /more than 262144/,
    ],
    ['doubles a text', `{% assign s = "xxxxxxxx" %}${LOOP}{% assign s = s | append: s %}{% endfor %}`, /memory alloc/],
    [
      'replaces by more',
      `{% assign s = "a" %}${LOOP}{% assign s = s | replace: "a", "aaaaaaaa" %}{% endfor %}`,
      /memory/,
    ],
    [
      'writes one long text often',
      `{% assign s = "${long('x', 15_000)}" | split: "," %}{% for a in (1..16) %}{% assign s = s | concat: s %}{% endfor %}{{ s }}`,
      /memory alloc limit exceeded/,
    ],
    ['nests too deep', `{{ partnerName${long('[partnerName', 1500)}${long(']', 1500)} }}`, /^line 1, column \d+: /],
    ['is all brackets', `{{ ${long('(', 19_000)}`, /not closed/],
    ['is too long', long('x', 70_000), /parse length limit exceeded/],
  ])('%s', async (_, source, said) => {
    expect(await flaw(source)).toMatch(said)
  })
})

describe('a template with thousands of flaws', () => {
  test('has a message of bounded length', async () => {
    const message = await flaw('{{ zz }}'.repeat(8_000))
    expect(message).toMatch(/; and 7980 more$/)
    expect(message?.length).toBeLessThan(5_000)
  })
})

describe('a machine that stops while a text is rendered', () => {
  /** Lets the clock jump at each of the first looks at it, as it does for a process that others leave no processor to. */
  const stall = (times: number) => {
    const { now } = performance
    let [ahead, left] = [0, times]
    performance.now = () => {
      if (left-- > 0) ahead += 10_000
      return now.call(performance) + ahead
    }
    onTestFinished(() => {
      performance.now = now
    })
  }
  const check = () => findTextViolations({ bodyTemplate: '{{ partnerName }}' }, 'partner.partner.created')

  test('makes no flaw of the text', async () => {
    stall(4)
    expect(await check()).toEqual([])
  })

  test('is not waited for without end', async () => {
    stall(Number.POSITIVE_INFINITY)
    expect(await check()).not.toEqual([])
  })
})
