import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, usual } from '../generated/asking.ts'
import { expectDescribed, findSuccessStatus, OPERATIONS, type Operation } from '../generated/operations.ts'
import { proofPart, recordFigures } from '../support/proof.ts'
import { caseOfEach, casesOf, type Matrix, runCase } from './cases.ts'

const figures = { requests: 0 }

const expectSuccess = async (operation: Operation) => {
  const answer = await ask(operation, await usual(operation))
  expect(answer.status, answer.text.slice(0, 500)).toBe(findSuccessStatus(operation))
  expectDescribed(operation, answer)
  figures.requests++
}

const FROZEN: Matrix = {
  name: 'frozen-prototype',
  cases: caseOfEach(OPERATIONS, expectSuccess),
  few: 3,
  figures,
}

/**
 * Freezes the prototype of all objects and makes `__proto__` throw, like the option `--disable-proto=throw` of Node.
 * Libraries that are loaded late give their own objects members of the same names while they are loaded.
 */
const freezePrototype = async () => {
  await Promise.all([import('@simplewebauthn/server'), import('web-push')])
  const refuse = () => {
    throw new TypeError('__proto__ was used')
  }
  Object.defineProperty(Object.prototype, '__proto__', { get: refuse, set: refuse })
  Object.freeze(Object.prototype)
}

beforeAll(freezePrototype)
afterAll(() => recordFigures(figures))

describe('with a frozen prototype of all objects', () => {
  it.each(casesOf(FROZEN, proofPart(FROZEN.few)))('$each.title succeeds as described', ({ seed, each }) =>
    runCase(FROZEN, seed, () => each.check()),
  )

  it('nothing can be added to all objects', () => {
    expect(() => Object.assign(Object.prototype, { isAdmin: true })).toThrow(TypeError)
    expect(() => Reflect.get({}, '__proto__')).toThrow(TypeError)
  })
})
