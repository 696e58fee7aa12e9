import { expect, test } from 'vitest'
import { compareWithList, type Entry } from './ledger.ts'

const entry = (made: Entry['made'], fields: Partial<Entry> = {}): Entry => ({
  path: '/partners',
  name: 'Ada',
  id: '1',
  names: ['Ada'],
  made,
  ...fields,
})
const ada = { id: '1', name: 'Ada' }

test.each([
  ['accepts what was acknowledged and is there', [entry('yes')], [ada], []],
  ['accepts what was refused and is not there', [entry('no')], [], []],
  ['accepts an unclear change that was made', [entry('unclear')], [ada], []],
  ['accepts an unclear change that was not made', [entry('unclear')], [], []],
  ['accepts what was deleted and is not there', [entry('deleted')], [], []],
  [
    'accepts either name after an unclear change',
    [entry('yes', { names: ['Ada', 'Eva'] })],
    [{ ...ada, name: 'Eva' }],
    [],
  ],
  ['finds what was acknowledged and is lost', [entry('yes')], [], ['/partners Ada was acknowledged and is not there']],
  ['finds what was refused and is there', [entry('no')], [ada], ['/partners Ada was refused and is there']],
  ['finds what was deleted and is there', [entry('deleted')], [ada], ['/partners Ada was deleted and is there']],
  ['finds what was made twice', [entry('unclear')], [ada, { ...ada, id: '2' }], ['/partners Ada is there 2 times']],
  ['finds a lost change', [entry('yes', { names: ['Eva'] })], [ada], ['/partners Ada has the name Ada instead of Eva']],
] as const)('the comparison with a list %s', (_, entries, listed, wrong) => {
  expect(compareWithList(entries, listed)).toEqual(wrong)
})
