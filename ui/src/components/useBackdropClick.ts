import { type MouseEvent, type PointerEvent, useRef } from 'react'

/**
 * Props of a modal dialog that clicks on its backdrop dismiss. Selecting text inside and releasing the button
 * outside is a click on the backdrop for the browser, but not for people.
 */
export function useBackdropClick(onDismiss: () => void) {
  const isPressed = useRef(false)
  return {
    // Events of the backdrop target the dialog element itself.
    onPointerDown: ({ target, currentTarget }: PointerEvent<HTMLDialogElement>) => {
      isPressed.current = target === currentTarget
    },
    onClick: ({ target, currentTarget }: MouseEvent<HTMLDialogElement>) => {
      if (target === currentTarget && isPressed.current) onDismiss()
    },
  }
}
