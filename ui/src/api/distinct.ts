/** Each row once. Rows may repeat, as new ones move others on to the next page, where they are listed again. */
export const distinct = <Row>(rows: readonly Row[], idOf: (row: Row) => string): readonly Row[] => [
  ...new Map(rows.map((row) => [idOf(row), row])).values(),
]
