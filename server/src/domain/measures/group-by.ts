/** The items by key. Keys and items keep their order. */
export function groupBy<Key, Item>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) addToGroup(groups, keyOf(item), item)
  return groups
}

export function addToGroup<Key, Item>(groups: Map<Key, Item[]>, key: Key, item: Item): void {
  const group = groups.get(key)
  if (group) group.push(item)
  else groups.set(key, [item])
}
