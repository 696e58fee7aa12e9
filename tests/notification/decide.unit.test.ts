import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideChannel, type Gates } from '../../lib/notification/preferences/decide-channel.ts'
import { isChoosable } from '../../lib/notification/preferences/is-choosable.ts'
import { isOffered } from '../../lib/notification/preferences/is-offered.ts'
import {
  changeCells,
  isAllowedByPolicy,
  isMandatory,
  listEntries,
  type PreferenceMatrix,
  resolvePreference,
} from '../../lib/notification/preferences/matrix.ts'
import type { Entry } from '../../schemas/notification/preferences.ts'
import { CHANNELS, type Channel, TOPIC_NAMES, type TopicName } from '../../schemas/notification/topic.ts'

const open: Gates = { recipientKind: 'person', policy: {}, preference: {}, silent: false, hasPhone: true }
const TOPIC = 'partner.partner.created'
const only = (channel: Channel, enabled: boolean, name: TopicName = TOPIC): PreferenceMatrix => ({
  [name]: { [channel]: enabled },
})

const topic = fc.constantFrom(...TOPIC_NAMES)
const channel = fc.constantFrom(...CHANNELS)
const cells = fc.dictionary(topic, fc.dictionary(channel, fc.boolean()))
const gates = fc.record({
  recipientKind: fc.constantFrom('person', 'tenant'),
  policy: cells,
  preference: cells,
  silent: fc.boolean(),
  hasPhone: fc.boolean(),
})

describe('the gates', () => {
  test('are checked in order, and a refusal names the first one', () => {
    const stored = (more: Partial<Gates>) => decideChannel(TOPIC, 'storage', { ...open, ...more })
    expect(stored({})).toEqual({ send: true })
    expect(stored({ silent: true })).toEqual({ send: true })
    expect(stored({ preference: only('storage', false) })).toEqual({ send: false, because: 'preference' })
    expect(stored({ policy: only('storage', false), preference: only('storage', false) })).toEqual({
      send: false,
      because: 'policy',
    })
  })

  test('never let a preference override the policy', () => {
    fc.assert(
      fc.property(topic, channel, gates, (name, by, given) => {
        if (!isAllowedByPolicy(given.policy, name, by)) expect(decideChannel(name, by, given).send).toBe(false)
      }),
    )
  })

  test('only restrict: opening a later one never closes anything', () => {
    fc.assert(
      fc.property(topic, channel, gates, (name, by, given) => {
        if (!decideChannel(name, by, given).send) return
        expect(decideChannel(name, by, { ...given, silent: false }).send).toBe(true)
        expect(decideChannel(name, by, { ...given, preference: {}, silent: false }).send).toBe(true)
      }),
    )
  })

  test('block every channel except storage during do-not-disturb', () => {
    fc.assert(
      fc.property(topic, channel, gates, (name, by, given) => {
        const silent = { ...given, silent: true }
        fc.pre(!isMandatory(name, by))
        if (by === 'storage') expect(decideChannel(name, by, silent)).toEqual(decideChannel(name, by, given))
        else expect(decideChannel(name, by, silent).send).toBe(false)
      }),
    )
  })

  test('always let e-mails on account security through', () => {
    const security = TOPIC_NAMES.filter((name) => name.startsWith('iam.identity.'))
    expect(security.length).toBeGreaterThanOrEqual(4)
    fc.assert(
      fc.property(fc.constantFrom(...security), gates, (name, given) => {
        expect(decideChannel(name, 'email', { ...given, recipientKind: 'person' })).toEqual({ send: true })
      }),
    )
  })

  test('let everything else through only if policy, preference, do-not-disturb and phone number allow it', () => {
    fc.assert(
      fc.property(topic, channel, gates, (name, by, given) => {
        fc.pre(!isMandatory(name, by))
        const expected =
          isOffered(name, by, given.recipientKind) &&
          (given.policy[name]?.[by] ?? ['storage', 'email'].includes(by)) &&
          given.preference[name]?.[by] !== false &&
          (by === 'storage' || !given.silent) &&
          (by !== 'sms' || given.hasPhone)
        expect(decideChannel(name, by, given).send).toBe(expected)
      }),
      { numRuns: 500 },
    )
  })
})

describe('the matrix', () => {
  const entry = fc.record({ type: topic, channel, enabled: fc.boolean() })
  const entries = fc.uniqueArray(entry, { selector: ({ type, channel: by }) => `${type} ${by}`, maxLength: 30 })
  const find = (all: readonly Entry[], name: TopicName, by: Channel) =>
    all.find(({ type, channel: other }) => type === name && other === by)?.enabled

  test('has every topic with every channel once', () => {
    const all = listEntries(() => true)
    expect(all).toHaveLength(TOPIC_NAMES.length * CHANNELS.length)
    expect(new Set(all.map(({ type, channel: by }) => `${type} ${by}`)).size).toBe(all.length)
  })

  test('offers a member exactly the cells whose choice has an effect', () => {
    const open = { recipientKind: 'person', silent: false, hasPhone: true } as const
    // Invitations go to addresses without preferences.
    const noAccount = (name: TopicName) => name === 'iam.tenant.invitation_sent'
    for (const { type, channel: by } of listEntries(() => true)) {
      const policy = only(by, true, type)
      const sent = (choice: boolean) =>
        decideChannel(type, by, { ...open, policy, preference: only(by, choice, type) }).send
      expect([type, by, isChoosable(type, by)]).toEqual([type, by, sent(true) !== sent(false) && !noAccount(type)])
    }
  })

  test('changes only the given cells and stores no defaults', () => {
    fc.assert(
      fc.property(cells, entries, (before, given) => {
        const isUsual = ({ type, channel: by, enabled }: Entry) => enabled === isAllowedByPolicy({}, type, by)
        const after = changeCells(before, given, isUsual)
        for (const { type, channel: by, enabled } of listEntries((name, each) => isAllowedByPolicy(after, name, each)))
          expect(enabled).toBe(isMandatory(type, by) || (find(given, type, by) ?? isAllowedByPolicy(before, type, by)))
        for (const { type, channel: by, enabled } of given)
          if (isUsual({ type, channel: by, enabled })) expect(after[type]?.[by]).toBeUndefined()
      }),
    )
  })

  test("resolves a cell to the member's choice, or else to the policy", () => {
    expect(resolvePreference({}, only('sms', true), TOPIC, 'sms')).toBe(true)
    expect(resolvePreference(only('sms', false), only('sms', true), TOPIC, 'sms')).toBe(false)
    expect(resolvePreference(only('sms', true), {}, TOPIC, 'sms')).toBe(true)
    expect(resolvePreference({}, {}, TOPIC, 'sms')).toBe(false)
  })
})
