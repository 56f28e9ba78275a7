import { type ReactNode, useState } from 'react'
import { Button } from '../components/Button.tsx'

interface StepsProps<Item> {
  readonly items: readonly Item[]
  /** How many items each click adds, and are there at first. */
  readonly step: number
  readonly label: string
  readonly children: (item: Item, at: number) => ReactNode
}

/** The first items of a list, and a button for more of them: a payload may hold thousands. */
export function Steps<Item>({ items, step, label, children }: StepsProps<Item>) {
  const [shown, setShown] = useState(step)
  return (
    <>
      {items.slice(0, shown).map(children)}
      {items.length > shown && (
        <Button variant="ghost" size="small" onClick={() => setShown(shown + step)}>
          {label}
        </Button>
      )}
    </>
  )
}
