import { useEffect } from 'react'
import { noticeKeys } from './page-keys.js'

/** How many previously focused elements are remembered. */
const most = 12

const isText = (element: HTMLElement) => element.matches('input:not([type=checkbox], [type=radio]), textarea')
const isNowhere = () => !document.activeElement || document.activeElement === document.body
const canHave = (element: HTMLElement) =>
  element.isConnected && !element.matches(':disabled') && element.checkVisibility()

/**
 * Returns the next element, or else the previous one, that can have the focus in the smallest part of the page around
 * `element` that contains one.
 */
function besides(element: HTMLElement): HTMLElement | undefined {
  for (let part = element.parentElement; part; part = part.parentElement) {
    const all = [...part.querySelectorAll<HTMLElement>('button, a[href], input, textarea, [tabindex]')]
    const place = all.indexOf(element)
    const near = all.slice(place + 1).find(canHave) ?? all.slice(0, Math.max(0, place)).findLast(canHave)
    if (near) return near
  }
  return undefined
}

/**
 * Moves the focus when the focused element is removed, hidden or disabled by its own action: back to that element once
 * its work is done (a button that shows a loader is disabled meanwhile), otherwise to the element that had the focus
 * before, such as the button that opened a dialog, or to one beside it if there was none. Without this, users of
 * keyboards and screen readers would start at the top of the page again. If the user moves the focus to nothing, for
 * instance by a click beside an element, it stays there.
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
      // On a phone, focusing a text field without a tap on it would open the on-screen keyboard.
      const before = had.findLast((one) => canHave(one) && !(byPointer && isText(one)))
      ;(before ?? besides(last))?.focus({ preventScroll: byPointer })
    }
    // Dialogs and lists move the focus themselves a moment after they open or close.
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
    const endNotice = noticeKeys(pressed)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('focusin', took)
      document.removeEventListener('focusout', left)
      document.removeEventListener('pointerdown', pointed, true)
      endNotice()
    }
  }, [])
}
