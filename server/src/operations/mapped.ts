/** The items of a stream, each as `view` shows it, as they are taken. */
export async function* mapped<Item, View>(
  items: AsyncIterable<Item>,
  view: (item: Item) => View,
): AsyncGenerator<View> {
  for await (const item of items) yield view(item)
}
