import { useEffect } from 'react'

/** How many elements are remembered that had the focus before. */
const most = 12

const isText = (element: HTMLElement) => element.matches('input:not([type=checkbox], [type=radio]), textarea')
const isNowhere = () => !document.activeElement || document.activeElement === document.body
const canHave = (element: HTMLElement) =>
  element.isConnected && !element.matches(':disabled') && element.checkVisibility()

/**
 * Gives the focus to another element where the one that had it is removed, hidden or disabled by what it did: to that
 * element once its work is done (a button that shows a loader is disabled meanwhile), else to the one that had it
 * before, such as the button that opened a dialog. Without this, users of keys and of screen readers would begin at
 * the top of the page again. Where the user leaves an element for no other, as by a click beside it, nothing happens.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    /** The elements that had the focus, the latest last. */
    let had: HTMLElement[] = []
    let isLeft = false
    let byPointer = false
    let timer: ReturnType<typeof setTimeout> | undefined

    function settle(): void {
      timer = undefined
      const last = had.at(-1)
      if (!last || isLeft) return
      if (!isNowhere()) {
        had = had.filter((one) => one.isConnected)
        return
      }
      if (last.isConnected && last.hasAttribute('data-loading')) return
      // On a phone, a field that gets the focus unasked would open the keyboard of the screen.
      had.findLast((one) => canHave(one) && !(byPointer && isText(one)))?.focus({ preventScroll: byPointer })
    }
    // Dialogs and lists move the focus themselves a moment after they have opened or closed.
    const later = () => (timer ??= setTimeout(settle, 60))
    const took = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return
      isLeft = false
      had = [...had.filter((one) => one !== target), target].slice(-most)
    }
    const left = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget || !(target instanceof HTMLElement)) return
      setTimeout(() => {
        if (isNowhere() && canHave(target)) isLeft = true
      })
    }
    const pointed = () => (byPointer = true)
    const pressed = () => (byPointer = false)
    const observer = new MutationObserver(later)
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    document.addEventListener('focusin', took)
    document.addEventListener('focusout', left)
    document.addEventListener('pointerdown', pointed, true)
    document.addEventListener('keydown', pressed, true)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('focusin', took)
      document.removeEventListener('focusout', left)
      document.removeEventListener('pointerdown', pointed, true)
      document.removeEventListener('keydown', pressed, true)
    }
  }, [])
}
