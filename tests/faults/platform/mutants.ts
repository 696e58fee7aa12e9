import { isTask } from '../../../lib/platform/events/outbox/task.ts'
import { type Action, type Item, keyOf, typeReads } from '../../../lib/platform/store/table/table.ts'
import { afterwards, isKind, MUTANTS, sending, withoutConditionOf } from '../mutants.ts'
import type { Mutant } from '../world.ts'
import type { Module } from './run.ts'

interface PlatformMutant {
  mutant: Mutant
  /** Modules whose requests reveal it; by default those that the seed chooses. */
  modules?: readonly Module[]
}

const ofTable = (name: string): Mutant => {
  const mutant = MUTANTS[name]
  if (!mutant) throw new Error(`there is no mutant ${name}`)
  return mutant
}

/** Changes the items that transactions put. */
const putting = (change: (item: Item) => Item): Mutant =>
  sending((actions) => actions.map((action) => ('put' in action ? { ...action, put: change(action.put) } : action)))

const losing = (isLost: (action: Action) => boolean) =>
  sending((actions) => actions.filter((action) => !isLost(action)))

const isPut = (action: Action, of: (item: Item) => boolean) => 'put' in action && of(action.put)

const withoutUpdateCondition =
  (isMeant: (pk: string) => boolean): Mutant =>
  (table) => ({
    ...table,
    update: (update) => {
      const { when: _when, ...rest } = update
      return table.update(isMeant(update.update.pk) ? rest : update)
    },
  })

/** Lists the values of the lines of an invoice, each rounded down. */
const roundLines = (lines: unknown) =>
  (lines as { amount: number; quantity: number; unitPrice: number }[]).map((line) => ({
    ...line,
    amount: Math.floor(line.quantity * line.unitPrice),
  }))

/** Faults of code in all modules, each as a change of the calls that reach the table. */
export const PLATFORM_MUTANTS: Readonly<Record<string, PlatformMutant>> = {
  'the event is written after the transaction': { mutant: ofTable('the event is written after the transaction') },
  'counts are added after the transaction': { mutant: ofTable('counts are added after the transaction') },
  'counts are read and written back': { mutant: ofTable('counts are read and written back') },
  'the idempotency record is written after the transaction': {
    mutant: ofTable('the idempotency record is written after the transaction'),
  },
  'rows are written after the transaction': { mutant: ofTable('rows are written after the transaction') },
  'a change does not check whether another came first': {
    mutant: ofTable('a change does not check whether another came first'),
  },
  'idempotency keys are not stored': { mutant: ofTable('idempotency keys are not stored') },
  'a lost race counts as success': { mutant: ofTable('a lost race counts as success') },
  'a conflict counts as success': { mutant: ofTable('a conflict counts as success') },
  'a repeated transaction has a new token': { mutant: ofTable('a repeated transaction has a new token') },
  'tenants share their lists': { mutant: ofTable('tenants share their lists') },
  'a unique value has no condition': {
    mutant: withoutConditionOf((action) => isKind(action, 'unique')),
    modules: ['catalog', 'sales'],
  },
  'a unique value is claimed after the transaction': {
    mutant: afterwards((action) => isKind(action, 'unique')),
    modules: ['sales'],
  },
  'a deleted value stays taken': {
    mutant: losing((action) => 'delete' in action && keyOf(action).pk.endsWith('?unique')),
    modules: ['sales', 'catalog', 'billing'],
  },
  'a task is lost': { mutant: losing((action) => isPut(action, isTask)), modules: ['settlements', 'sales'] },
  'a task whose message was lost is not due': {
    mutant: putting((item) => {
      if (item.kind !== 'outbox') return item
      const { duePk: _pk, dueSk: _sk, ...rest } = item
      return rest as Item
    }),
  },
  'a handled event is not marked': {
    mutant: (table) => ({
      ...table,
      transact: (actions, token) =>
        table.transact(
          actions.filter((action) => !('update' in action && action.set.includes('#handledAt'))),
          token,
        ),
    }),
    modules: ['notifications'],
  },
  'a sequence skips a number': {
    mutant: putting((item) =>
      item.kind === 'number-sequence' ? { ...item, last: Number(item.last) + (Number(item.last) % 2) } : item,
    ),
    modules: ['billing'],
  },
  'a number is given twice': {
    mutant: (table) => {
      const isSequence = (action: Action) => isKind(action, 'number-sequence')
      const isNumber = (action: Action) => isKind(action, 'unique') && keyOf(action).sk.startsWith('number#')
      return withoutConditionOf((action) => isSequence(action) || isNumber(action))(table)
    },
    modules: ['billing'],
  },
  'lines are rounded down each': {
    mutant: putting((item) => (item.kind === 'invoice-lines' ? { ...item, lines: roundLines(item.lines) } : item)),
    modules: ['billing'],
  },
  'the total of a settlement leaves out its adjustments': {
    mutant: putting((item) =>
      item.kind === 'settlement'
        ? { ...item, totalAmount: Number(item.totalCredits) - Number(item.totalDebits) }
        : item,
    ),
    modules: ['settlements'],
  },
  'a charge is collected without a mark': {
    mutant: losing((action) => isPut(action, ({ kind, settlementId }) => kind === 'charge' && settlementId !== null)),
    modules: ['settlements'],
  },
  'an issued invoice is not posted': {
    mutant: losing((action) => isKind(action, 'ledger-entry')),
    modules: ['billing'],
  },
  'a partition is taken by two workers': {
    mutant: (table) => {
      const isPartition = (pk: string) => pk.endsWith('#run-partition')
      return withoutUpdateCondition(isPartition)(withoutConditionOf((action) => isPartition(keyOf(action).pk))(table))
    },
    modules: ['catalog'],
  },
  'an older version of an order overwrites a newer one': {
    mutant: (table) =>
      typeReads({
        ...table,
        async batchGet(keys) {
          const items = await table.batchGet(keys)
          return items.map((item) => (item.kind === 'order' ? { ...item, platformModifiedAt: '1970' } : item))
        },
      }),
    modules: ['sales'],
  },
  'an event is gathered twice for a digest': {
    mutant: sending((actions) =>
      actions.map((action) => {
        const more = action.values?.[':more']
        return typeof more === 'number' ? { ...action, values: { ...action.values, ':more': more * 2 } } : action
      }),
    ),
    modules: ['notifications'],
  },
  'two versions of a member are one': {
    mutant: putting((item) => (item.kind === 'member' ? { ...item, rev: Math.max(1, Number(item.rev) - 1) } : item)),
    modules: ['members'],
  },
}
