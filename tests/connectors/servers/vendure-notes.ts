interface Note {
  id: string
  order: string
  text: string
  isPublic: boolean
}

/** Notes in the history of orders, the latest of which the query asks for first. */
export const vendureNotes = (orders: Map<number, { id: string; code: string }>) => {
  const notes: Note[] = []

  const add = ({ id, note, isPublic }: Record<string, unknown>) => {
    if (![...orders.values()].some((order) => order.id === id)) throw new Error('no such order')
    notes.push({ id: `N${notes.length + 1}`, order: String(id), text: String(note), isPublic: isPublic !== false })
    return { addNoteToOrder: { id } }
  }

  const change = ({ noteId, note, isPublic }: Record<string, unknown>) => {
    const found = notes.find(({ id }) => id === noteId)
    if (!found) throw new Error('no such note')
    Object.assign(found, { text: String(note), isPublic: isPublic !== false })
    return { updateOrderNote: { id: noteId } }
  }

  const answer = (query: string, variables: Record<string, unknown>) => {
    const said = (data: object) => ({ json: { data } })
    if (query.startsWith('query OrderNotes')) {
      const order = [...orders.values()].find(({ code }) => code === variables.code)
      const own = notes.filter((each) => each.order === order?.id).toReversed()
      const items = own.map(({ id, text }) => ({ id, data: { note: text } }))
      return said({ orders: { items: order ? [{ id: order.id, history: { items } }] : [] } })
    }
    const input = variables.input as Record<string, unknown>
    if (query.startsWith('mutation AddOrderNote')) return said(add(input))
    if (query.startsWith('mutation ChangeOrderNote')) return said(change(input))
    return undefined
  }

  const list = (orderId: number) =>
    notes.filter(({ order }) => order === String(orderId)).map(({ text, isPublic }) => ({ text, isPublic }))
  return { answer, list }
}
