import { createDynamoTable } from './dynamo.ts'
import type { Table } from './table.ts'

type Open = (name: string) => Table

let open: Open = createDynamoTable

/** Opens a table by its name, in DynamoDB unless the process keeps it elsewhere. */
export const openTable: Open = (name) => open(name)

/** Lets a process on one machine keep its tables elsewhere; the rest of the platform does not know. */
export const openTablesBy = (other: Open): void => {
  open = other
}
