import type { CreateBankCsvMappingInput } from '../../../schemas/billing/bank/csv-mapping.ts'
import { cleanText } from '../../platform/identifiers/clean-text.ts'
import { findInvisible } from '../../platform/identifiers/find-invisible.ts'
import { invalid } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { bankCsvMappings, type StoredBankCsvMapping } from './bank-csv-mapping-store.ts'
import { findMappingViolations } from './find-mapping-violations.ts'

export const addBankCsvMapping = (unit: Unit, given: CreateBankCsvMappingInput): StoredBankCsvMapping => {
  const violations = [...findInvisible('name', given.name), ...findMappingViolations(given)]
  if (violations.length) throw invalid(...violations)
  const { rowsBeforeHeader = 0, currency = null } = given
  return unit.create(bankCsvMappings, { ...given, name: cleanText(given.name), rowsBeforeHeader, currency })
}
