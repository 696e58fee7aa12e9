import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BillingSettings } from '../../lib/billing/billing-settings.ts'
import { planLevel, planReminders, scheduleNextReminder } from '../../lib/billing/invoices/plan-reminders.ts'
import { REMINDER_SETTINGS } from '../../lib/billing/settings/reminder-settings.ts'
import { addDays, countDaysBetween, startOfDay } from '../../lib/platform/calendar/day.ts'
import { readEffectiveValue } from '../../lib/platform/settings/get-settings.ts'

const settingsWith = (afterDays: readonly number[], zone: string) =>
  ({
    ...Object.fromEntries(
      Object.values(REMINDER_SETTINGS).map((setting) => [setting.key, readEffectiveValue(setting, undefined)]),
    ),
    'general.timezone': zone,
    'billing.reminderLevels': afterDays.map((days) => ({ afterDays: days })),
  }) as unknown as BillingSettings

const DUE_DATE = '2027-03-31'

const anyLevels = fc
  .uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 })
  .map((days) => days.sort((a, b) => a - b))
const anyZone = fc.constantFrom('UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Berlin')

const anInvoice = () => ({
  id: '01K9ZB5D3F7H1K4M6P8R0T2V5X',
  status: 'issued' as 'issued' | 'overdue',
  dueDate: DUE_DATE,
  grandTotal: 11_900,
  applied: 0,
  allocated: 0,
  creditToApply: 0,
  remindersStoppedAt: null,
  reminded: {},
  reminders: [] as { level: number; sentAt: string; fee: number; sendingId: null }[],
})

/** Runs the steps of an invoice on these days after its due date, and returns the days on which levels were sent. */
const runOn = (runs: readonly number[], settings: BillingSettings): number[] => {
  const zone = settings['general.timezone']
  const invoice = anInvoice()
  const sentOn: number[] = []
  for (const day of runs) {
    const now = new Date(startOfDay(zone, addDays(DUE_DATE, day)).getTime() + 3600_000)
    const { dueSk } = scheduleNextReminder(invoice, settings, now)
    const steps = planReminders(invoice, settings, now)
    expect(steps.length > 0).toBe(dueSk !== undefined && new Date(dueSk.split('#')[0] ?? '') <= now)
    if (steps.includes('fall due')) invoice.status = 'overdue'
    if (!steps.includes('remind at level')) continue
    expect(planLevel(invoice, settings)?.level).toBe(invoice.reminders.length + 1)
    invoice.reminders.push({ level: sentOn.length + 1, sentAt: now.toISOString(), fee: 0, sendingId: null })
    sentOn.push(day)
  }
  return sentOn
}

describe('the levels of an invoice', () => {
  it('are sent on their days if the schedule runs every day', () => {
    fc.assert(
      fc.property(anyLevels, anyZone, (levels, zone) => {
        const runs = Array.from({ length: 70 }, (_, day) => day - 5)
        expect(runOn(runs, settingsWith(levels, zone))).toEqual(levels)
      }),
    )
  })

  it('are never sent early or closer to each other than the settings have them, whatever runs are missing', () => {
    const anyRuns = fc
      .uniqueArray(fc.integer({ min: -5, max: 200 }), { maxLength: 40 })
      .map((days) => days.sort((a, b) => a - b))
    fc.assert(
      fc.property(anyLevels, anyZone, anyRuns, (levels, zone, runs) => {
        const sentOn = runOn(runs, settingsWith(levels, zone))
        for (const [i, day] of sentOn.entries()) {
          expect(day).toBeGreaterThanOrEqual(levels[i] as number)
          if (i > 0)
            expect(day - (sentOn[i - 1] as number)).toBeGreaterThanOrEqual(
              (levels[i] as number) - (levels[i - 1] as number),
            )
        }
      }),
    )
  })

  it('have no next one once they were all sent, or if fewer are left in the settings', () => {
    const sentAt = `${addDays(DUE_DATE, 7)}T08:00:00.000Z`
    const invoice = { ...anInvoice(), reminders: [{ level: 1, sentAt, fee: 0, sendingId: null }] }
    expect(planLevel(invoice, settingsWith([7], 'UTC'))).toBeUndefined()
    expect(planLevel(invoice, settingsWith([], 'UTC'))).toBeUndefined()
    const next = planLevel(invoice, settingsWith([7, 14], 'UTC'))
    expect([next?.level, countDaysBetween(DUE_DATE, next?.day ?? '')]).toEqual([2, 14])
    expect(planLevel({ ...invoice, remindersStoppedAt: sentAt }, settingsWith([7, 14], 'UTC'))).toBeUndefined()
  })
})
