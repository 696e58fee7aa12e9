import { createBankCsvMapping } from '../bank-csv-mappings/create.ts'
import { deleteBankCsvMapping } from '../bank-csv-mappings/delete.ts'
import { getBankCsvMapping } from '../bank-csv-mappings/get.ts'
import { listBankCsvMappings } from '../bank-csv-mappings/list.ts'
import { confirmBankEntry } from '../bank-entries/confirm.ts'
import { getBankEntry } from '../bank-entries/get.ts'
import { ignoreBankEntry } from '../bank-entries/ignore.ts'
import { listBankEntries } from '../bank-entries/list.ts'
import { matchBankEntry } from '../bank-entries/match.ts'
import { reopenBankEntry } from '../bank-entries/reopen.ts'
import { createBankStatement } from '../bank-statements/create.ts'
import { listBankStatementEntries } from '../bank-statements/entries.ts'
import { getBankStatement } from '../bank-statements/get.ts'
import { listBankStatements } from '../bank-statements/list.ts'

export const bankEndpoints = {
  listBankStatements,
  createBankStatement,
  getBankStatement,
  listBankStatementEntries,
  listBankEntries,
  getBankEntry,
  confirmBankEntry,
  ignoreBankEntry,
  reopenBankEntry,
  matchBankEntry,
  listBankCsvMappings,
  createBankCsvMapping,
  getBankCsvMapping,
  deleteBankCsvMapping,
}
