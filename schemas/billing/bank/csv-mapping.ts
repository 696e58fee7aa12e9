import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../../resource.ts'
import { currency, input, nullable, oneOf, text, timestamp, ulid } from '../../types.ts'

export const CSV_DELIMITERS = [';', ',', '\t', '|'] as const
const DELIMITER_NAMES = ['Semicolon', 'Comma', 'Tab', 'Pipe']
export const CSV_ENCODINGS = ['utf-8', 'windows-1252', 'iso-8859-15'] as const
export const CSV_DATE_FORMATS = [
  'YYYY-MM-DD',
  'DD.MM.YYYY',
  'DD.MM.YY',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'YYYYMMDD',
] as const
export type CsvDateFormat = (typeof CSV_DATE_FORMATS)[number]

const MAX_TEXT_COLUMNS = 5
const MAX_SKIPPED_ROWS = 100

const column = (description: string, options: object = {}) => text(100, { description, ...options })

const Columns = Type.Object(
  {
    date: column('Day on which the entry was booked', { examples: ['Buchungstag'] }),
    valueDate: Type.Optional(nullable(column('Day from which the amount bears interest'))),
    amount: Type.Optional(nullable(column('Signed amount; instead of `debit` and `credit`', { examples: ['Betrag'] }))),
    debit: Type.Optional(nullable(column('Amount that left the account'))),
    credit: Type.Optional(nullable(column('Amount that reached the account'))),
    direction: Type.Optional(
      nullable(
        column(
          'Whether the amount of the column `amount` left or reached the account, such as `S` and `H`, `D` and `C`, `Af` and `Bij`',
        ),
      ),
    ),
    status: Type.Optional(
      nullable(
        column('Whether the entry is booked; rows that are pending, such as `Vorgemerkt` or `Pending`, are left out'),
      ),
    ),
    currency: Type.Optional(nullable(column('Currency; without this column, `currency` of the mapping applies'))),
    name: Type.Optional(nullable(column('Name of the other party'))),
    iban: Type.Optional(nullable(column('Account of the other party'))),
    text: Type.Optional(
      nullable(
        Type.Array(column('Column'), {
          maxItems: MAX_TEXT_COLUMNS,
          description: 'Columns whose texts together say what the payment is for',
          examples: [['Verwendungszweck']],
        }),
      ),
    ),
    reference: Type.Optional(nullable(column("The bank's own reference of the entry"))),
    endToEndId: Type.Optional(nullable(column('Reference that the payer gave the payment'))),
  },
  { additionalProperties: false, description: 'Names of the columns in the header, by what they contain' },
)

const mappingFields = {
  // Some generators of clients name a value after its characters, and a tab has none that a name can have.
  delimiter: oneOf(CSV_DELIMITERS, { 'x-enum-varnames': DELIMITER_NAMES }),
  encoding: oneOf(CSV_ENCODINGS),
  decimalSeparator: oneOf([',', '.'], {
    description:
      'Separator before the decimals of amounts. Points, commas, spaces and apostrophes may separate groups of three digits; with a decimal point, also groups as in 12,34,567.89. An amount of another form is a fault of its row.',
  }),
  dateFormat: oneOf(CSV_DATE_FORMATS),
  rowsBeforeHeader: Type.Integer({ minimum: 0, maximum: MAX_SKIPPED_ROWS, description: 'Rows above the header' }),
  currency: nullable(currency({ description: 'Currency of entries if no column has it' })),
  columns: Columns,
}

const EXAMPLE = {
  delimiter: ';',
  encoding: 'windows-1252',
  decimalSeparator: ',',
  dateFormat: 'DD.MM.YYYY',
  currency: 'EUR',
  columns: { date: 'Buchungstag', amount: 'Betrag', name: 'Name', iban: 'IBAN', text: ['Verwendungszweck'] },
}

const { rowsBeforeHeader, currency: mappedCurrency, ...requiredFields } = mappingFields

const inputFields = {
  ...requiredFields,
  rowsBeforeHeader: Type.Optional({ ...rowsBeforeHeader, default: 0 }),
  currency: Type.Optional(mappedCurrency),
}

export const CsvMapping = input(inputFields, { examples: [EXAMPLE] })
export type CsvMapping = Static<typeof CsvMapping>

export const BankCsvMapping = resource('BankCsvMapping', '/api/billing/bank-csv-mappings/{id}', {
  id: ulid(),
  name: Type.String({ examples: ['Hausbank'] }),
  ...mappingFields,
  createdAt: timestamp(),
  updatedAt: timestamp(),
})
export type BankCsvMapping = Static<typeof BankCsvMapping.fields>

export const CreateBankCsvMappingInput = input(
  {
    name: text(100, { description: 'Name of the mapping; white space around it is removed', examples: ['Hausbank'] }),
    ...inputFields,
  },
  { examples: [{ name: 'Hausbank', ...EXAMPLE }] },
)
export type CreateBankCsvMappingInput = Static<typeof CreateBankCsvMappingInput>
