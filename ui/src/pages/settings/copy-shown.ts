/**
 * Copies the text that an element shows. Browsers keep the clipboard from plain-HTTP pages of other machines:
 * there the text is selected and copied as by hand, and stays selected where that fails.
 */
export async function copyShown(element: HTMLElement): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(element.textContent ?? '')
  window.getSelection()?.selectAllChildren(element)
  if (!document.execCommand('copy')) throw new Error('the browser refused; copy the selected text instead')
}
