import { afterAll, describe, expect, it } from 'vitest'
import { OPERATIONS } from '../generated/operations.ts'
import { PROOFS } from '../proof/proofs.ts'
import { isTried, proofPart, recordFigures } from '../support/proof.ts'
import { casesOf, type Matrix, runCase } from './cases.ts'
import { CROSSING, meet } from './crossing.ts'
import { DELETED, listUndecided } from './deleted.ts'
import { FIELDS } from './fields.ts'
import { HIERARCHIES, listUnusedExemptions } from './hierarchies.ts'
import { INPUTS } from './inputs.ts'
import { failingReads, ignoringTenants, keepingEverything } from './planted.ts'
import { listPositions } from './positions.ts'
import { findReference } from './references.ts'
import { SCOPE_MATRIX } from './scopes.ts'

const MATRICES = [CROSSING, HIERARCHIES, SCOPE_MATRIX, FIELDS, DELETED, INPUTS].map((matrix) => ({
  ...matrix,
  promise: PROOFS.find(({ name }) => name === matrix.name)?.promise,
}))

describe.each(MATRICES.filter(({ name }) => isTried(name)))('$name: $promise', (matrix) => {
  afterAll(() => recordFigures(matrix.figures))

  it.each(casesOf(matrix, proofPart(matrix.few)))('$each.title', ({ seed, each }) =>
    runCase(matrix, seed, () => each.check()),
  )
})

describe('the proofs of refusals', () => {
  it('are large enough for all of their cases', () => {
    for (const { name, cases } of MATRICES)
      expect(PROOFS.find((proof) => proof.name === name)?.size, name).toBeGreaterThanOrEqual(cases.length)
  })

  it('know what each id in a query or a body names', () => {
    const unknown = OPERATIONS.flatMap(({ operation, ...rest }) =>
      listPositions({ operation, ...rest })
        .filter((position) => !findReference(operation, position))
        .map(({ path }) => `${operation} ${path}`),
    )
    expect(unknown).toEqual([])
  })

  it('know every deletion, and exempt nothing that does not exist', () => {
    expect([listUndecided(), listUnusedExemptions()]).toEqual([[], []])
  })

  it('fail with a planted fault', async () => {
    const { owner } = await meet()
    const check =
      ({ cases }: Matrix, title: string) =>
      () =>
        cases.find((each) => each.title === title)?.check() ?? Promise.resolve()
    const planted = [
      () => ignoringTenants(owner.tenant, check(CROSSING, 'getPartner')),
      () => ignoringTenants(owner.tenant, check(CROSSING, 'createTariff')),
      () => keepingEverything(check(DELETED, 'getCarrier after deleteCarrier')),
      () => keepingEverything(check(DELETED, 'deleteCarrier')),
      () => failingReads(check(INPUTS, 'getSettingByKey')),
    ]
    // Tokens are signed before the table fails.
    await check(INPUTS, 'getSettingByKey')()
    for (const run of planted) await expect(run()).rejects.toThrow(/expected/)
  })
})
