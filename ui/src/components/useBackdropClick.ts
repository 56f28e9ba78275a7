import { type MouseEvent, type PointerEvent, useRef } from 'react'

/**
 * Props of a modal dialog that clicks on its backdrop dismiss. The browser counts selecting text inside and releasing
 * the button outside as a click on the backdrop; users do not mean one.
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
